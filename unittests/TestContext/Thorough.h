//===- Thorough.h - how much is tried ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H
#define SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H

#include "gtest/gtest.h"

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

namespace spindle {

/// Whether slow tests try all that they know, as in the integration suite.
inline bool isThorough() { return std::getenv("SPINDLE_THOROUGH") != nullptr; }

/// What a slow test tries of `all`: one in eight, not the same for all tests,
/// or all where the environment has SPINDLE_THOROUGH.
template <typename List> auto chooseTried(const List &all) {
  std::vector<std::decay_t<decltype(*std::begin(all))>> tried;
  const char *test =
      testing::UnitTest::GetInstance()->current_test_info()->name();
  size_t index = std::string(test).size();
  for (const auto &one : all)
    if (isThorough() || index++ % 8 == 0)
      tried.push_back(one);
  return tried;
}

/// How many of `all` random cases a slow test tries: an eighth, or all.
inline int64_t countTried(int64_t all) { return isThorough() ? all : all / 8; }

} // namespace spindle

#endif // SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H
