//===- DenseTest.cpp - lists of entries and arrays ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Dense.h"
#include "Spindle/Runtime/Csr.h"
#include "Spindle/Runtime/Generate.h"

#include "gtest/gtest.h"

#include <limits>

using namespace spindle::runtime;

namespace {

/// The elements of an array of i32.
std::vector<int32_t> elements(const Array &array) {
  return {array.as<int32_t>(), array.as<int32_t>() + array.size()};
}

CooMatrix makeCoo(int64_t rows, int64_t cols, std::vector<int64_t> row,
                  std::vector<int64_t> col, std::vector<int32_t> values) {
  return {rows, cols, *Array::fromValues(row), *Array::fromValues(col),
          *Array::fromValues(values)};
}

TEST(DenseTest, SumsEntriesOfOnePlaceAndWraps) {
  int32_t most = std::numeric_limits<int32_t>::max();
  auto dense =
      toDense(makeCoo(2, 3, {1, 0, 1, 0}, {2, 0, 2, 1}, {most, 7, 1, -1}));
  ASSERT_TRUE(dense);
  EXPECT_EQ(dense->shape(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(elements(*dense),
            (std::vector<int32_t>{7, -1, 0, 0, 0,
                                  std::numeric_limits<int32_t>::min()}));
}

TEST(DenseTest, EntriesOfAnArrayAreItsNonzerosInOrder) {
  auto array =
      Array::fromValues(std::vector<int32_t>{0, 5, 0, 0, 0, -2}, {2, 3});
  auto coo = toCoo(*array);
  ASSERT_TRUE(coo);
  EXPECT_EQ(coo->entries(), 2);
  EXPECT_FALSE(validate(*coo));
  EXPECT_EQ(elements(*toDense(*coo)), elements(*array));
}

TEST(DenseTest, EmptyMatrices) {
  for (auto [rows, cols] :
       {std::pair<int64_t, int64_t>{0, 0}, {0, 3}, {3, 0}}) {
    auto dense = toDense(makeCoo(rows, cols, {}, {}, {}));
    ASSERT_TRUE(dense);
    EXPECT_EQ(dense->size(), 0);
    auto coo = toCoo(*dense);
    ASSERT_TRUE(coo);
    EXPECT_EQ(coo->rows, rows);
    EXPECT_EQ(coo->cols, cols);
    EXPECT_EQ(coo->entries(), 0);
  }
}

TEST(DenseTest, EveryTypeGoesThroughCsrAndBack) {
  for (DType dtype : allDTypes) {
    CooMatrix entries = *randomSparse(20, 15, 4, dtype, 3);
    auto csr = toCsr(entries, DType::I32, DType::I32);
    ASSERT_TRUE(csr);
    auto dense = toDense(*toCoo(*csr));
    ASSERT_TRUE(dense);
    EXPECT_EQ(dense->dtype(), dtype);
    auto back = toDense(*toCoo(*dense));
    ASSERT_TRUE(back);
    visitDType(dtype, [&](auto zero) {
      using T = decltype(zero);
      const T *first = dense->as<T>();
      EXPECT_TRUE(std::equal(first, first + 300, back->as<T>()));
      const T *values = entries.values.as<T>();
      for (int64_t i = 0; i < entries.entries(); ++i)
        EXPECT_EQ(first[entries.row.as<int64_t>()[i] * 15 +
                        entries.col.as<int64_t>()[i]],
                  values[i]);
    });
  }
}

TEST(DenseTest, BitsOfOnePlaceAreJoined) {
  CooMatrix entries{1, 2, *Array::fromValues(std::vector<int64_t>{0, 0, 0}),
                    *Array::fromValues(std::vector<int64_t>{1, 1, 0}),
                    *ones(DType::I1, {3})};
  auto dense = toDense(entries);
  ASSERT_TRUE(dense);
  EXPECT_TRUE(dense->as<bool>()[0]);
  EXPECT_TRUE(dense->as<bool>()[1]);
}

} // namespace
