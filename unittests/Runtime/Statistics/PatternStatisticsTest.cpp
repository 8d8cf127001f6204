//===- PatternStatisticsTest.cpp - where the elements of a matrix are -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Statistics/PatternStatistics.h"

#include "TensorOperands.h"

#include "Spindle/Runtime/Convert/Store.h"

#include <cmath>
#include <numeric>
#include <random>
#include <set>

using namespace spindle::runtime;

/// The coordinates of a matrix' elements, in row-major order.
using Places = std::set<std::pair<int64_t, int64_t>>;

/// A matrix of `shape` with ones at `places`.
static CooTensor at(const Indices &shape, const Places &places) {
  std::vector<Indices> coordinates(2);
  for (auto [row, column] : places) {
    coordinates[0].push_back(row);
    coordinates[1].push_back(column);
  }
  return tensor<float>(shape, coordinates,
                       std::vector<float>(places.size(), 1.0F));
}

/// The statistics of `entries` in csr.
static PatternStatistics measure(const CooTensor &entries, int64_t lanes,
                                 std::string_view text = formats::csr) {
  Expected<Storage> storage = store(entries, format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  auto statistics = measurePattern(*storage, format(text), lanes);
  EXPECT_TRUE(statistics) << text;
  return statistics.value_or(PatternStatistics());
}

/// `count` elements anywhere in a matrix of `rows` x `columns`.
static Places draw(int64_t rows, int64_t columns, int64_t count,
                   unsigned seed) {
  std::mt19937 random(seed);
  Places places;
  for (int64_t element = 0; element < count; ++element)
    places.emplace(int64_t(random() % rows), int64_t(random() % columns));
  return places;
}

/// How many different numbers `get` gives the elements.
template <typename Get>
static double countDifferent(const Places &places, Get &&get) {
  std::set<std::pair<int64_t, int64_t>> numbers;
  for (auto [row, column] : places)
    numbers.insert(get(row, column));
  return double(numbers.size());
}

/// Rows of 2, 0, 1 and 3 elements.
///
///   .  1  .  1  .
///   .  .  .  .  .
///   1  .  .  .  .
///   .  1  1  .  1
TEST(PatternStatisticsTest, AllOfASmallMatrixIsCounted) {
  CooTensor sample =
      at({4, 5}, {{0, 1}, {0, 3}, {2, 0}, {3, 1}, {3, 2}, {3, 4}});
  PatternStatistics got = measure(sample, 2);
  EXPECT_EQ(got.rows, 4);
  EXPECT_EQ(got.columns, 5);
  EXPECT_EQ(got.elements, 6);
  EXPECT_EQ(got.emptyRows, 1);
  EXPECT_EQ(got.largestLength, 3);
  EXPECT_EQ(got.meanLength, 1.5);
  EXPECT_DOUBLE_EQ(got.lengthDeviation, std::sqrt(14 / 4.0 - 2.25));
  int64_t rows[] = {1, 1, 1, 0}, elements[] = {1, 2, 3, 0};
  for (int bucket = 0; bucket < 4; ++bucket) {
    EXPECT_EQ(got.buckets[bucket].rows, rows[bucket]) << bucket;
    EXPECT_EQ(got.buckets[bucket].elements, elements[bucket]) << bucket;
  }
  EXPECT_EQ(got.halfVectors, 6);
  EXPECT_EQ(got.lengthChanges, 4);
  EXPECT_EQ(got.sampled, 6);
  EXPECT_EQ(got.countBlocks(2, 2), 5);
  EXPECT_EQ(got.countBlocks(3, 3), 4);
  EXPECT_EQ(got.countBlocks(5, 7), 0);
  EXPECT_EQ(got.countCells(64), 2 * 3 + 2 * 1);
  EXPECT_EQ(got.countCells(1024), 2 * 3 + 2 * 1);
  EXPECT_EQ(got.countCells(17), 0);
  EXPECT_EQ(got.lengthGroups, 3);
  EXPECT_EQ(got.localDiagonals, 2 + 3);
  EXPECT_EQ(got.endingDiagonals, 0);
  EXPECT_EQ(got.diagonals, 4);
  EXPECT_TRUE(got.sawAllDiagonals);
  EXPECT_DOUBLE_EQ(got.meanSpan, (3 + 1 + 4) / 3.0);
}

/// Of three diagonals, in blocks of two rows, one ends above the first block,
/// and one behind the last.
TEST(PatternStatisticsTest, DiagonalsThatEndOutside) {
  Places places;
  for (int64_t row = 0; row < 6; ++row)
    for (int64_t column : {row - 1, row, row + 1})
      if (column >= 0 && column < 6)
        places.emplace(row, column);
  PatternStatistics got = measure(at({6, 6}, places), 2);
  EXPECT_EQ(got.localDiagonals, 9);
  EXPECT_EQ(got.endingDiagonals, 6);
}

/// Rows are in half vectors of 4: those of 1 to 4 elements are alike.
TEST(PatternStatisticsTest, ChangesOfLengthsAndOfVectors) {
  Places places;
  int64_t lengths[] = {1, 4, 5, 5, 0, 8};
  for (int64_t row = 0; row < 6; ++row)
    for (int64_t column = 0; column < lengths[row]; ++column)
      places.emplace(row, column);
  PatternStatistics got = measure(at({6, 9}, places), 8);
  EXPECT_EQ(got.halfVectors, 1 + 1 + 2 + 2 + 0 + 2);
  EXPECT_EQ(got.lengthChanges, 5);
  EXPECT_EQ(got.vectorChanges, 4);
}

/// What is counted in one pass is what the definitions say.
TEST(PatternStatisticsTest, CountsAreThoseOfTheDefinitions) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    int64_t rows = 1 + seed * 13 % 90, columns = 1 + seed * 29 % 120;
    Places places = draw(rows, columns, 25 * seed, seed);
    PatternStatistics got = measure(at({rows, columns}, places), 4);
    for (auto [height, width] : {std::pair<int64_t, int64_t>(2, 2),
                                 {3, 3},
                                 {4, 4},
                                 {8, 8},
                                 {16, 16},
                                 {1, 64}})
      EXPECT_EQ(got.countBlocks(height, width),
                countDifferent(
                    places,
                    [height = height, width = width](int64_t i, int64_t j) {
                      return std::pair(i / height, j / width);
                    }))
          << seed << ": " << height << " x " << width;
    EXPECT_EQ(got.localDiagonals,
              countDifferent(
                  places,
                  [](int64_t i, int64_t j) { return std::pair(i / 4, j - i); }))
        << seed;
    EXPECT_EQ(double(got.diagonals),
              countDifferent(places,
                             [](int64_t i, int64_t j) {
                               return std::pair(int64_t(0), j - i);
                             }))
        << seed;
  }
}

TEST(PatternStatisticsTest, WidePositionsAndCoordinates) {
  CooTensor entries = at({30, 40}, draw(30, 40, 200, 1));
  PatternStatistics narrow = measure(entries, 8);
  PatternStatistics wide =
      measure(entries, 8,
              "(i, j) -> (i : dense, j : compressed(pos = i64, crd "
              "= i64))");
  EXPECT_EQ(narrow.localDiagonals, wide.localDiagonals);
  EXPECT_EQ(narrow.countBlocks(4, 4), wide.countBlocks(4, 4));
  EXPECT_EQ(narrow.halfVectors, wide.halfVectors);
}

/// A sample of a large matrix tells about as much as all of it, and the same
/// each time. Bands of 9 in blocks of 4 x 4 begin and end anywhere.
TEST(PatternStatisticsTest, ASampleTellsAboutAll) {
  constexpr int64_t rows = 20000;
  std::mt19937 random(7);
  Places places;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t length = 4 + int64_t(random() % 5);
    for (int64_t at = 0; at < length; ++at)
      places.emplace(row, std::min(row + 2 * at, rows - 1));
  }
  CooTensor entries = at({rows, rows}, places);
  PatternStatistics got = measure(entries, 16);
  EXPECT_LT(got.sampled, got.elements / 8);
  EXPECT_GT(got.sampled, 1000);
  double blocks = countDifferent(
      places, [](int64_t i, int64_t j) { return std::pair(i / 4, j / 4); });
  EXPECT_NEAR(got.countBlocks(4, 4) / blocks, 1, 0.1);
  double local = countDifferent(
      places, [](int64_t i, int64_t j) { return std::pair(i / 16, j - i); });
  EXPECT_NEAR(got.localDiagonals / local, 1, 0.1);
  // Eight diagonals, and what the last rows leave of them: counted all.
  EXPECT_TRUE(got.sawAllDiagonals);
  EXPECT_EQ(double(got.diagonals),
            countDifferent(places, [](int64_t i, int64_t j) {
              return std::pair(int64_t(0), j - i);
            }));
  PatternStatistics again = measure(entries, 16);
  EXPECT_EQ(got.countBlocks(8, 8), again.countBlocks(8, 8));
  EXPECT_EQ(got.countCells(1024), again.countCells(1024));
}

/// Elements anywhere have more diagonals and blocks than are worth counting.
TEST(PatternStatisticsTest, WhatIsMostlyEmptyIsGivenUp) {
  PatternStatistics got =
      measure(at({5000, 5000}, draw(5000, 5000, 30000, 3)), 16);
  EXPECT_FALSE(got.sawAllDiagonals);
  EXPECT_EQ(got.diagonals, 0);
  EXPECT_EQ(got.localDiagonals, 0);
  EXPECT_EQ(got.countBlocks(3, 3), 0);
  EXPECT_EQ(got.countBlocks(8, 8), 0);
  EXPECT_GT(got.countBlocks(2, 2), 0);
  EXPECT_GT(got.countBlocks(16, 16), 0);
}

/// Rows of three elements in columns 0, 4, 8: each column comes again three
/// elements later; but for the last row, with a column of its own, and for the
/// first of each group of 48.
TEST(PatternStatisticsTest, HowSoonColumnsComeAgain) {
  Places places;
  for (int64_t row = 0; row < 96; ++row)
    for (int64_t column : {0, 4, 8})
      places.emplace(row, row == 95 ? column + 1 : column);
  PatternStatistics got = measure(at({96, 10}, places), 16);
  ASSERT_EQ(got.sampled, 288);
  EXPECT_EQ(got.reuses[2], 288 - 3 - 3 - 3);
  EXPECT_EQ(std::accumulate(got.reuses.begin(), got.reuses.end(), int64_t(0)),
            got.reuses[2]);
  double cold = 9 / 288.0;
  EXPECT_DOUBLE_EQ(got.getMissShare(0), 1);
  EXPECT_DOUBLE_EQ(got.getMissShare(2), 1);
  // Between two and four elements back, the share falls.
  EXPECT_NEAR(got.getMissShare(2 + (1 + cold) / 2), (1 + cold) / 2, 1e-9);
  EXPECT_DOUBLE_EQ(got.getMissShare(100), cold);
}

/// A cache that holds a part of the columns, which come in any order, does not
/// have the others; the first of a group of rows are taken for such.
TEST(PatternStatisticsTest, MissesOfColumnsInAnyOrder) {
  PatternStatistics got = measure(at({960, 256}, draw(960, 256, 30000, 7)), 16);
  for (double share : {0.25, 0.5})
    EXPECT_NEAR(got.getMissShare(256 * share), 1 - share, 0.08) << share;
  EXPECT_LT(got.getMissShare(256 * 0.75), 0.4);
}

TEST(PatternStatisticsTest, MatricesWithoutRowsColumnsOrElements) {
  for (const Indices &shape :
       std::vector<Indices>{{0, 0}, {0, 5}, {5, 0}, {3, 4}}) {
    PatternStatistics got = measure(at(shape, {}), 16);
    EXPECT_EQ(got.rows, shape[0]);
    EXPECT_EQ(got.elements, 0);
    EXPECT_EQ(got.emptyRows, shape[0]);
    EXPECT_EQ(got.meanSpan, 0);
    EXPECT_EQ(got.getMissShare(1), 1);
    EXPECT_EQ(got.countBlocks(4, 4), 0);
    EXPECT_EQ(got.countCells(64), 0);
  }
}

TEST(PatternStatisticsTest, OnlyRowsOneAfterTheOther) {
  CooTensor entries = at({4, 4}, {{0, 0}, {1, 2}, {3, 3}});
  for (const char *text : {formats::csc, formats::dcsr, formats::coo,
                           formats::dense, formats::ell, formats::bsr}) {
    Expected<Storage> storage = store(entries, format(text));
    ASSERT_TRUE(bool(storage)) << text;
    EXPECT_FALSE(measurePattern(*storage, format(text), 16)) << text;
  }
}
