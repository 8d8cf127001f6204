//===- SameStorage.h - Comparing storages byte by byte ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_SAMESTORAGE_H
#define SPINDLE_UNITTESTS_RUNTIME_SAMESTORAGE_H

#include "Spindle/Runtime/Storage/Storage.h"

#include <cstring>
#include <gtest/gtest.h>

namespace spindle::runtime {

inline bool haveSameBytes(const Array &a, const Array &b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         (a.byteSize() == 0 ||
          std::memcmp(a.data(), b.data(), a.byteSize()) == 0);
}

/// Expects the same arrays, byte by byte.
inline void expectSame(const Storage &got, const Storage &wanted) {
  EXPECT_EQ(got.shape, wanted.shape);
  EXPECT_TRUE(haveSameBytes(got.values, wanted.values)) << "values";
  EXPECT_TRUE(haveSameBytes(got.bitmap, wanted.bitmap)) << "bitmap";
  ASSERT_EQ(got.positions.size(), wanted.positions.size());
  for (size_t l = 0; l < wanted.positions.size(); ++l) {
    EXPECT_TRUE(haveSameBytes(got.positions[l], wanted.positions[l]))
        << "positions of level " << l;
    EXPECT_TRUE(haveSameBytes(got.coordinates[l], wanted.coordinates[l]))
        << "coordinates of level " << l;
    EXPECT_TRUE(haveSameBytes(got.lengths[l], wanted.lengths[l]))
        << "lengths of level " << l;
  }
}

/// Expects the same parts.
inline void expectSame(const std::vector<Storage> &got,
                       const std::vector<Storage> &wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t part = 0; part < wanted.size(); ++part) {
    SCOPED_TRACE("part " + std::to_string(part));
    expectSame(got[part], wanted[part]);
  }
}

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_SAMESTORAGE_H
