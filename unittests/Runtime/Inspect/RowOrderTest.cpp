//===- RowOrderTest.cpp - an order in which columns are near rows ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Inspect/RowOrder.h"

#include "MemoryLimit.h"
#include "Spindle/Runtime/Check/Checks.h"
#include "TileCase.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace spindle::runtime;

namespace {
/// A square pattern and the order of its rows.
template <typename Number = int32_t> struct OrderCase {
  explicit OrderCase(const RowLists &lists)
      : lists(lists), pattern(lists), order(lists.size(), -1) {}

  /// Finds the order; the error's text, if any.
  std::string find() {
    Expected<int64_t> found = findRowOrder(pattern.view(), arrayOf(order));
    if (!found)
      return found.error().str();
    sets = *found;
    return "";
  }

  bool isPermutation() const {
    std::vector<Number> sorted = order, all(order.size());
    std::sort(sorted.begin(), sorted.end());
    std::iota(all.begin(), all.end(), 0);
    return sorted == all;
  }

  /// The greatest distance of an element from the diagonal in the new order.
  int64_t getWidth() const {
    std::vector<int64_t> places(order.size());
    for (size_t place = 0; place < order.size(); ++place)
      places[order[place]] = place;
    int64_t width = 0;
    for (size_t row = 0; row < lists.size(); ++row)
      for (int64_t column : lists[row])
        width = std::max(width, std::abs(places[row] - places[column]));
    return width;
  }

  RowLists lists;
  StoredPattern<int32_t, int32_t> pattern;
  std::vector<Number> order;
  int64_t sets = -1;
};
} // namespace

/// Numbers the rows of `lists` anew, by chance.
static RowLists renumber(const RowLists &lists, uint64_t seed) {
  std::vector<int64_t> numbers(lists.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::mt19937_64 random(seed);
  std::shuffle(numbers.begin(), numbers.end(), random);
  RowLists renumbered(lists.size());
  for (size_t row = 0; row < lists.size(); ++row)
    for (int64_t column : lists[row])
      renumbered[numbers[row]].push_back(numbers[column]);
  return renumbered;
}

/// A full band of `width` elements on each side of the diagonal.
static RowLists makeBand(int64_t rows, int64_t width) {
  RowLists lists(rows);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = std::max<int64_t>(row - width, 0);
         column <= std::min(row + width, rows - 1); ++column)
      lists[row].push_back(column);
  return lists;
}

TEST(RowOrderTest, AShuffledBandIsOneAgain) {
  for (int64_t width : {1, 2, 5})
    for (uint64_t seed : {1, 2, 3}) {
      OrderCase<> given(renumber(makeBand(200, width), seed));
      ASSERT_EQ(given.find(), "");
      EXPECT_TRUE(given.isPermutation());
      EXPECT_EQ(given.getWidth(), width);
      EXPECT_EQ(given.sets, 1);
    }
}

TEST(RowOrderTest, AChainBeginsWithItsGreaterEnd) {
  OrderCase<> chain(makeBand(4, 1));
  ASSERT_EQ(chain.find(), "");
  // From row 0 on, reversed.
  EXPECT_EQ(chain.order, std::vector<int32_t>({3, 2, 1, 0}));
}

TEST(RowOrderTest, AnOrderBeginsAtAnEndAndNotInTheMiddle) {
  // 0 has as few neighbours as any, but is beside 5 in the middle of
  // 8 7 6 5 4 3 and, both next to 3, 1 and 2. Of these ends 8 has the fewest.
  OrderCase<> given({{5}, {2}, {}, {1, 2}, {3}, {4, 6}, {7}, {8}, {}});
  ASSERT_EQ(given.find(), "");
  EXPECT_EQ(given.order, std::vector<int32_t>({2, 1, 3, 4, 0, 5, 6, 7, 8}));
}

TEST(RowOrderTest, AnElementOnOneSideOfTheDiagonalIsEnough) {
  RowLists lists(50);
  for (int64_t row = 1; row < 50; ++row)
    lists[row].push_back(row - 1);
  OrderCase<> given(renumber(lists, 1));
  ASSERT_EQ(given.find(), "");
  EXPECT_EQ(given.getWidth(), 1);
}

TEST(RowOrderTest, AGridIsAboutAsWideAsItsShorterSide) {
  RowLists lists(8 * 40);
  for (int64_t row = 0; row < 8 * 40; ++row) {
    if (row % 8 > 0)
      lists[row].push_back(row - 1);
    if (row >= 8)
      lists[row].push_back(row - 8);
  }
  OrderCase<> given(renumber(lists, 1));
  ASSERT_EQ(given.find(), "");
  EXPECT_LE(given.getWidth(), 9);
}

TEST(RowOrderTest, SetsThatNothingConnectsStayTogether) {
  RowLists lists = makeBand(30, 1);
  // Cut into three chains; the last row and one without columns are alone.
  lists[10] = {11};
  lists[9] = {8};
  lists[20] = {21};
  lists[19] = {18};
  lists.push_back({30, 30});
  lists.push_back({});
  OrderCase<> given(renumber(lists, 1));
  ASSERT_EQ(given.find(), "");
  EXPECT_TRUE(given.isPermutation());
  EXPECT_EQ(given.sets, 5);
  EXPECT_EQ(given.getWidth(), 1);
}

TEST(RowOrderTest, TheLargestSetComesFirst) {
  // 0; 1 and 2; 3, 4 and 5; 6; 7 and 8.
  OrderCase<> given({{}, {2}, {}, {4}, {5}, {}, {6}, {8}, {}});
  ASSERT_EQ(given.find(), "");
  EXPECT_EQ(given.sets, 5);
  EXPECT_EQ(given.order, std::vector<int32_t>({5, 4, 3, 8, 7, 2, 1, 6, 0}));
}

TEST(RowOrderTest, NoRowsAndOneRow) {
  OrderCase<> none({});
  EXPECT_EQ(none.find(), "");
  EXPECT_EQ(none.sets, 0);
  OrderCase<> one({{}});
  EXPECT_EQ(one.find(), "");
  EXPECT_EQ(one.order, std::vector<int32_t>({0}));
}

TEST(RowOrderTest, NeitherTypesNorTheOrderOfColumnsMatter) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 100; ++trial) {
    RowLists lists(random() % 30);
    for (auto &list : lists)
      for (unsigned count = random() % 4; count > 0; --count)
        list.push_back(random() % lists.size());
    OrderCase<> given(lists);
    ASSERT_EQ(given.find(), "");
    ASSERT_TRUE(given.isPermutation());
    for (auto &list : lists) {
      std::shuffle(list.begin(), list.end(), random);
      if (!list.empty())
        list.push_back(list.front());
    }
    OrderCase<int64_t> wide(lists);
    ASSERT_EQ(wide.find(), "");
    ASSERT_EQ(wide.sets, given.sets);
    ASSERT_TRUE(
        std::equal(given.order.begin(), given.order.end(), wide.order.begin()));
  }
}

TEST(RowOrderTest, WhatBreaksALawIsTold) {
  OrderCase<> given({{0}, {2}});
  EXPECT_EQ(given.find(), "expected columns of row 1 below 2 but got 2");
  given.order.pop_back();
  EXPECT_EQ(given.find(), "expected room for 2 rows but got 1");
  OrderCase<> large(makeBand(1000, 1));
  MemoryLimit limit(countAllocatedBytes() + 40000);
  EXPECT_NE(large.find().find("bytes of memory but got none"),
            std::string::npos);
}

TEST(RowOrderTest, CHasTheSameOrder) {
  OrderCase<> given(renumber(makeBand(50, 2), 1));
  ASSERT_EQ(given.find(), "");
  std::vector<int32_t> order(50);
  RowPattern rows = given.pattern.view();
  EXPECT_EQ(spindle_find_row_order(50, 4, rows.positions.data,
                                   rows.columns.data, order.data()),
            1);
  EXPECT_EQ(order, given.order);
}

TEST(RowOrderTest, CIsToldOfAFault) {
  std::vector<int64_t> positions = {0, 1}, columns = {1}, order(1);
  FaultScope faults;
  EXPECT_EQ(spindle_find_row_order(1, 8, positions.data(), columns.data(),
                                   order.data()),
            -1);
  EXPECT_EQ(faults.getText(), "expected columns of row 0 below 1 but got 1");
  EXPECT_EQ(spindle_find_row_order(0, 8, positions.data(), nullptr, nullptr),
            0);
}
