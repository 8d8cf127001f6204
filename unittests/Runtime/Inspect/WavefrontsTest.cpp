//===- WavefrontsTest.cpp - rows that do not wait for one another ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Inspect/Wavefronts.h"

#include "Spindle/Runtime/Check/Checks.h"
#include "Spindle/Runtime/Inspect/Inspections.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace spindle::runtime;

namespace {
template <typename T> IndexArray viewOf(std::vector<T> &numbers) {
  return {reinterpret_cast<char *>(numbers.data()), sizeof(T),
          static_cast<int64_t>(numbers.size()), 1};
}

/// A pattern, and what is found in it.
template <typename P, typename C, typename R> struct Case {
  explicit Case(const std::vector<std::vector<int64_t>> &lists)
      : starts(lists.size() + 1, -1), order(lists.size(), -1),
        numbers(lists.size(), -1) {
    for (const auto &list : lists) {
      columns.insert(columns.end(), list.begin(), list.end());
      positions.push_back(columns.size());
    }
  }

  Expected<int64_t> find(bool backwards = false) {
    int64_t rows = order.size();
    return findWavefronts({rows, viewOf(positions), viewOf(columns)}, backwards,
                          {viewOf(starts), viewOf(order), viewOf(numbers)});
  }

  std::string check(int64_t count, bool backwards = false) {
    int64_t rows = order.size();
    auto error = checkWavefronts(
        {rows, viewOf(positions), viewOf(columns)}, backwards,
        {viewOf(starts), viewOf(order), viewOf(numbers)}, count);
    return error ? error->str() : "none";
  }

  std::vector<P> positions = {0};
  std::vector<C> columns;
  std::vector<R> starts, order, numbers;
};

using Usual = Case<int32_t, int32_t, int32_t>;
using Lists = std::vector<std::vector<int64_t>>;

template <typename T>
std::vector<T> first(const std::vector<T> &list, size_t count) {
  return {list.begin(), list.begin() + count};
}

std::string getError(Usual &given) {
  Expected<int64_t> found = given.find();
  return found ? "none" : found.error().str();
}
} // namespace

TEST(WavefrontsTest, NoRowsHaveNoWavefront) {
  Usual none({});
  EXPECT_EQ(*none.find(), 0);
  EXPECT_EQ(none.starts, std::vector<int32_t>({0}));
}

TEST(WavefrontsTest, ADiagonalIsOneWavefront) {
  Usual diagonal({{0}, {1}, {}, {3}});
  EXPECT_EQ(*diagonal.find(), 1);
  EXPECT_EQ(first(diagonal.starts, 2), std::vector<int32_t>({0, 4}));
  EXPECT_EQ(diagonal.order, std::vector<int32_t>({0, 1, 2, 3}));
}

TEST(WavefrontsTest, AChainHasOneRowInEach) {
  Usual chain({{0}, {0, 1}, {1, 2}});
  EXPECT_EQ(*chain.find(), 3);
  EXPECT_EQ(chain.starts, std::vector<int32_t>({0, 1, 2, 3}));
  EXPECT_EQ(chain.order, std::vector<int32_t>({0, 1, 2}));
}

TEST(WavefrontsTest, ARowComesAfterTheLastOfItsColumns) {
  // Row 4 waits for 3, which waits for 1; 2 waits for none.
  Usual given({{0}, {0, 1}, {2}, {1, 2, 3}, {4, 3, 0, 3}});
  EXPECT_EQ(*given.find(), 4);
  EXPECT_EQ(given.numbers, std::vector<int32_t>({0, 1, 0, 2, 3}));
  EXPECT_EQ(first(given.starts, 5), std::vector<int32_t>({0, 2, 3, 4, 5}));
  EXPECT_EQ(given.order, std::vector<int32_t>({0, 2, 1, 3, 4}));
}

TEST(WavefrontsTest, BackwardsALoopBeginsWithTheLastRow) {
  Usual given({{0, 3}, {1, 2}, {2}, {3}});
  EXPECT_EQ(*given.find(/*backwards=*/true), 2);
  EXPECT_EQ(given.numbers, std::vector<int32_t>({1, 1, 0, 0}));
  EXPECT_EQ(given.order, std::vector<int32_t>({2, 3, 0, 1}));
}

TEST(WavefrontsTest, ARowThatIsReadBeforeItIsWrittenWaits) {
  // Row 0 reads what row 2 has not written yet, so 2 comes after it.
  Usual given({{2}, {}, {}, {7}});
  EXPECT_EQ(*given.find(), 2);
  EXPECT_EQ(given.numbers, std::vector<int32_t>({0, 0, 1, 0}));
}

TEST(WavefrontsTest, TypesAreOneAnother) {
  Lists lists = {{0}, {0, 1}, {2}, {1, 2, 3}};
  Usual usual(lists);
  Case<int64_t, int32_t, int64_t> wide(lists);
  Case<int32_t, int64_t, int32_t> mixed(lists);
  EXPECT_EQ(*usual.find(), *wide.find());
  EXPECT_EQ(*usual.find(), *mixed.find());
  EXPECT_EQ(usual.order, mixed.order);
  EXPECT_TRUE(
      std::equal(usual.order.begin(), usual.order.end(), wide.order.begin()));
}

TEST(WavefrontsTest, RandomPatternsKeepTheOrderOfRowsThatTouch) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    Lists lists(random() % 20);
    for (auto &list : lists)
      for (unsigned count = random() % 4; count > 0; --count)
        list.push_back(random() % (lists.size() + 2));
    for (bool backwards : {false, true}) {
      Usual given(lists);
      int64_t count = *given.find(backwards);
      ASSERT_EQ(given.starts[count], int64_t(lists.size()));
      ASSERT_EQ(given.check(count, backwards), "none");
      for (int64_t front = 0; front < count; ++front) {
        ASSERT_LT(given.starts[front], given.starts[front + 1]);
        for (int at = given.starts[front]; at < given.starts[front + 1]; ++at) {
          ASSERT_EQ(given.numbers[given.order[at]], front);
          if (at > given.starts[front])
            ASSERT_LT(given.order[at - 1], given.order[at]);
        }
      }
      for (size_t row = 0; row < lists.size(); ++row)
        for (int64_t column : lists[row]) {
          if (column >= int64_t(lists.size()) || column == int64_t(row))
            continue;
          bool isBefore = (column < int64_t(row)) != backwards;
          ASSERT_EQ(given.numbers[column] < given.numbers[row], isBefore);
          ASSERT_NE(given.numbers[column], given.numbers[row]);
        }
    }
  }
}

TEST(WavefrontsTest, WhatBreaksALawIsToldWithItsRow) {
  Usual negative({{0}, {-3}});
  EXPECT_EQ(getError(negative),
            "expected no negative column of row 1 but got -3");
  Usual descending({{0}, {0}, {1}});
  descending.positions[2] = 0;
  EXPECT_EQ(getError(descending), "expected positions that do not descend "
                                  "behind those of row 1 but got 0");
  Usual beyond({{0}, {0}});
  beyond.positions[2] = 3;
  EXPECT_EQ(getError(beyond), "expected positions inside of the columns for "
                              "the end of row 1 but got 3");
  Usual late({{0}, {0}});
  late.positions[0] = 1;
  EXPECT_EQ(getError(late), "expected 0 as the first position of row 0 but "
                            "got 1");
  Usual tight({{0}, {0}});
  tight.order.pop_back();
  tight.positions.push_back(2);
  tight.starts.pop_back();
  tight.starts.pop_back();
  EXPECT_EQ(getError(tight), "expected room for 2 starts but got 1");
}

TEST(WavefrontsTest, WhatWasFoundInAnotherPatternIsRefused) {
  Usual found({{0}, {0, 1}, {2}, {1, 2, 3}});
  int64_t count = *found.find();
  ASSERT_EQ(count, 3);
  auto checkFor = [&](const Lists &lists, int64_t wavefronts) {
    Usual other(lists);
    other.starts = found.starts;
    other.order = found.order;
    return other.check(wavefronts);
  };
  EXPECT_EQ(checkFor({{0}, {0}, {}, {1}}, count), "none");
  EXPECT_EQ(checkFor({{0}, {0}, {0}, {1}}, count),
            "expected row 2 in a wavefront after that of its column 0, "
            "wavefront 0, but got wavefront 0");
  EXPECT_EQ(checkFor({{0, 2}, {0}, {}, {1}}, count),
            "expected row 0 in a wavefront before that of its column 2, "
            "wavefront 0, but got wavefront 0");
  EXPECT_EQ(checkFor({{0}, {0}, {}, {1}}, 2),
            "expected 4 rows in wavefronts but got 3");
  EXPECT_EQ(checkFor({{0}, {0}, {}, {1}}, 9),
            "expected at most 4 wavefronts, one a row, but got 9");
  found.order[3] = 0;
  EXPECT_EQ(checkFor({{0}, {0}, {}, {1}}, count),
            "expected wavefront 2 to have rows that no other has but got 0");
  found.starts[1] = 5;
  EXPECT_EQ(checkFor({{0}, {0}, {}, {1}}, count),
            "expected wavefront 0 to begin at 0 and to end behind it, at most "
            "at 4, but got 0 and 5");
}

TEST(WavefrontsTest, AFaultStaysInItsScope) {
  FaultScope outer;
  {
    FaultScope inner;
    reportFault("first");
    reportFault("second");
    EXPECT_EQ(inner.getText(), "first");
  }
  EXPECT_FALSE(outer.hasFault());
}

TEST(WavefrontsTest, CompiledCodeIsToldOfAnErrorByTheHandler) {
  static std::string told;
  auto before = setCheckHandler([](const char *text) { told = text; });
  int64_t inspection =
      spindle_inspect_begin(reinterpret_cast<int64_t>("f.mlir:3: "));
  spindle_inspect_number(inspection, -1);
  spindle_inspect_number(inspection, 0);
  for (int array = 0; array < 5; ++array)
    spindle_inspect_array(inspection, 4, 0, 0, 1);
  int64_t count = 7;
  spindle_inspect_wavefronts(inspection, reinterpret_cast<int64_t>(&count));
  EXPECT_EQ(count, 0);
  EXPECT_EQ(told, "f.mlir:3: expected no negative number of rows but got -1");
  setCheckHandler(before);
}
