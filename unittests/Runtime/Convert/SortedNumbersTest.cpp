//===- SortedNumbersTest.cpp - Numbers, once and in order -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SortedNumbers.h"

#include "Operands.h"

#include <random>
#include <set>

using namespace spindle::runtime;

/// What is in `numbers`, taken out.
static std::vector<int64_t> take(SortedNumbers &numbers) {
  std::vector<int64_t> taken;
  numbers.drain([&](int64_t number) { taken.push_back(number); });
  return taken;
}

TEST(SortedNumbersTest, AreThoseOfASet) {
  for (int64_t bound : {1, 63, 64, 65, 4096, 4097, 262144, 262145, 3000000}) {
    SCOPED_TRACE(bound);
    SortedNumbers numbers;
    ASSERT_FALSE(numbers.reset(bound));
    EXPECT_EQ(take(numbers), std::vector<int64_t>());
    std::mt19937_64 random(bound);
    for (int64_t count : {1, 7, 500}) {
      std::set<int64_t> wanted = {0, bound - 1};
      for (int64_t i = 0; i < count; ++i)
        wanted.insert(int64_t(random() % bound));
      for (int64_t number : wanted) {
        numbers.add(bound - 1 - number);
        numbers.add(bound - 1 - number);
      }
      std::set<int64_t> mirrored;
      for (int64_t number : wanted)
        mirrored.insert(bound - 1 - number);
      EXPECT_EQ(take(numbers),
                std::vector<int64_t>(mirrored.begin(), mirrored.end()));
    }
    EXPECT_EQ(take(numbers), std::vector<int64_t>());
  }
}
