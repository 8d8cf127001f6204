//===- Thorough.h - how much is tried ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H
#define SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

namespace spindle {

/// Of how many that it knows a slow test tries one: of as many as
/// SPINDLE_ONE_OF in the environment says, or else of 8.
inline size_t getStride() {
  const char *said = std::getenv("SPINDLE_ONE_OF");
  return said ? std::max<size_t>(std::strtoul(said, nullptr, 10), 1) : 8;
}

/// Whether slow tests do more than the quick suite has time for.
inline bool isThorough() { return getStride() < 8; }

/// What a slow test tries of `all`: not the same for all tests.
template <typename List> auto chooseTried(const List &all) {
  std::vector<std::decay_t<decltype(*std::begin(all))>> tried;
  const char *test =
      testing::UnitTest::GetInstance()->current_test_info()->name();
  size_t index = std::string(test).size();
  for (const auto &one : all)
    if (index++ % getStride() == 0)
      tried.push_back(one);
  return tried;
}

/// How many of `all` random cases a slow test tries.
inline int64_t countTried(int64_t all) { return all / int64_t(getStride()); }

} // namespace spindle

#endif // SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H
