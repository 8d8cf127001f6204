//===- AdvisorTest.cpp - which format suits a matrix ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Advisor/Advisor.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace spindle;
using namespace spindle::advisor;
using runtime::Array;
using runtime::PatternStatistics;

/// The columns of the elements of each row.
using Rows = std::vector<std::set<int32_t>>;

/// The statistics of a matrix of so many columns.
static PatternStatistics measure(const Rows &rows, int64_t columns) {
  std::vector<int32_t> positions = {0}, coordinates;
  for (const std::set<int32_t> &row : rows) {
    coordinates.insert(coordinates.end(), row.begin(), row.end());
    positions.push_back(int32_t(coordinates.size()));
  }
  runtime::Storage storage;
  storage.shape = {int64_t(rows.size()), columns};
  storage.positions = {Array(), *Array::fromValues(positions)};
  storage.coordinates = {Array(), *Array::fromValues(coordinates)};
  storage.lengths.resize(2);
  storage.values =
      *Array::fromValues(std::vector<float>(coordinates.size(), 1.0F));
  auto csr = runtime::parseFormat("(i, j) -> (i : dense, j : compressed)");
  return *runtime::measurePattern(storage, *csr, 16);
}

/// `count` rows of `length` elements anywhere.
static Rows scatter(int64_t count, int64_t columns, int64_t length) {
  std::mt19937 random(5);
  Rows rows(count);
  for (std::set<int32_t> &row : rows)
    while (int64_t(row.size()) < length)
      row.insert(int32_t(random() % columns));
  return rows;
}

/// Rows with elements on the same diagonals.
static Rows band(int64_t count, const std::vector<int32_t> &diagonals) {
  Rows rows(count);
  for (int32_t row = 0; row < count; ++row)
    for (int32_t diagonal : diagonals)
      if (row + diagonal >= 0 && row + diagonal < count)
        rows[row].insert(row + diagonal);
  return rows;
}

/// Full blocks of `size` x `size`, `length` in each row of blocks.
static Rows fillBlocks(int64_t count, int32_t size, int64_t length) {
  Rows blocks = scatter(count / size, count / size, length), rows(count);
  for (int64_t row = 0; row < count; ++row)
    for (int32_t block : blocks[row / size])
      for (int32_t column = 0; column < size; ++column)
        rows[row].insert(block * size + column);
  return rows;
}

/// Few rows and columns have most of the elements.
static Rows drawPowerLaw(int64_t count, int64_t elements) {
  std::mt19937 random(9);
  auto draw = [&] {
    double share = double(random() % 1000000 + 1) / 1e6;
    return int32_t(double(count - 1) * share * share * share * share);
  };
  Rows rows(count);
  for (int64_t element = 0; element < elements; ++element)
    rows[draw()].insert(draw());
  return rows;
}

/// Advice for products with `products` columns.
static Advice advise(const Rows &rows, int64_t columns, int64_t products) {
  Work work;
  work.products = products;
  return advisor::advise(measure(rows, columns), work);
}

/// The word before the numbers of what is chosen.
static std::string getFamily(const Advice &advice) {
  const std::string &format = advice.getChoice().format;
  return format.substr(0, format.find('('));
}

/// The estimate of `format`; null where it is not among them.
static const Estimate *find(const Advice &advice, const std::string &format) {
  for (const Estimate &estimate : advice.estimates)
    if (estimate.format == format)
      return &estimate;
  return nullptr;
}

TEST(AdvisorTest, BandsAreStoredByDiagonals) {
  Advice advice = advise(band(20000, {-200, -2, -1, 0, 1, 2, 200}), 20000, 1);
  std::string family = getFamily(advice);
  EXPECT_TRUE(family == "ldia" || family == "dia") << family;
  EXPECT_LT(advice.getChoice().relative, 0.9);
}

TEST(AdvisorTest, EqualRowsAreComputedSideBySide) {
  Advice advice = advise(scatter(20000, 20000, 6), 20000, 1);
  std::string family = getFamily(advice);
  EXPECT_TRUE(family == "sell" || family == "ell" || family == "rowlen")
      << family;
}

TEST(AdvisorTest, FullBlocksShareRowsOfADenseMatrix) {
  Advice advice = advise(fillBlocks(4096, 8, 8), 4096, 128);
  EXPECT_EQ(advice.getChoice().format, "bsr(8,8)");
  EXPECT_NEAR(advice.getChoice().padding, 0, 0.01);
}

TEST(AdvisorTest, WhatHasNoShapeStaysInRows) {
  for (int64_t products : {32, 128}) {
    Advice advice = advise(drawPowerLaw(20000, 200000), 20000, products);
    EXPECT_EQ(advice.getChoice().format, "csr");
    EXPECT_FALSE(advice.reason.empty());
  }
}

/// One long row would pad all others.
TEST(AdvisorTest, MostlyPaddedFormatsAreNotAmongThem) {
  Rows rows = scatter(2000, 2000, 4);
  for (int32_t column = 0; column < 1500; ++column)
    rows[77].insert(column);
  EXPECT_FALSE(find(advise(rows, 2000, 1), "ell"));
  EXPECT_TRUE(find(advise(scatter(2000, 2000, 4), 2000, 1), "ell"));
}

TEST(AdvisorTest, UncertainGainsAreNotTaken) {
  std::vector<Rows> matrices = {scatter(3000, 3000, 3), scatter(500, 500, 40),
                                drawPowerLaw(5000, 30000),
                                band(3000, {-1, 0, 1}), fillBlocks(960, 4, 6)};
  for (const Rows &rows : matrices)
    for (int64_t products : {1, 32, 128, 500}) {
      Advice advice = advise(rows, int64_t(rows.size()), products);
      const Estimate &choice = advice.getChoice();
      EXPECT_TRUE(choice.format == "csr" || choice.isSurelyFaster())
          << choice.format;
      EXPECT_TRUE(
          std::is_sorted(advice.estimates.begin(), advice.estimates.end(),
                         [](const Estimate &left, const Estimate &right) {
                           return left.relative < right.relative;
                         }));
      ASSERT_TRUE(find(advice, "csr"));
      EXPECT_EQ(find(advice, "csr")->relative, 1);
      EXPECT_EQ(find(advice, "csr")->padding, 0);
    }
}

TEST(AdvisorTest, WorkThatNothingWasMeasuredOf) {
  Work work;
  work.refusal = "nobody knows";
  Advice advice = advisor::advise(measure(band(2000, {-1, 0, 1}), 2000), work);
  ASSERT_EQ(advice.estimates.size(), 1U);
  EXPECT_EQ(advice.getChoice().format, "csr");
  EXPECT_EQ(advice.reason, "nobody knows");
}

/// What the caches of all hold is taken from no further, and the time is
/// shared.
TEST(AdvisorTest, SeveralWorkersShareARunAndHaveCachesOfTheirOwn) {
  PatternStatistics matrix = measure(band(2000, {-1, 0, 1}), 2000);
  Work one, four;
  one.cacheBytes = four.cacheBytes = 64 << 10;
  four.workers = 4;
  Advice alone = advisor::advise(matrix, one),
         shared = advisor::advise(matrix, four);
  one.cacheBytes *= 4;
  Advice large = advisor::advise(matrix, one);
  EXPECT_GT(find(alone, "csr")->counts[Streamed], 0);
  EXPECT_EQ(find(shared, "csr")->counts[Streamed], 0);
  for (const Estimate &estimate : shared.estimates)
    EXPECT_DOUBLE_EQ(4 * estimate.seconds,
                     find(large, estimate.format)->seconds)
        << estimate.format;
}

TEST(AdvisorTest, MatricesWithoutRowsOrElements) {
  for (int64_t products : {1, 32}) {
    EXPECT_EQ(advise({}, 0, products).getChoice().format, "csr");
    EXPECT_EQ(advise(Rows(100), 50, products).getChoice().format, "csr");
    EXPECT_EQ(advise(Rows(1, {0}), 1, products).getChoice().format, "csr");
  }
}

/// Bytes are those of the arrays: of positions, coordinates, bits and values.
TEST(AdvisorTest, BytesOfTheArrays) {
  Advice advice = advise(fillBlocks(64, 4, 2), 64, 1);
  double elements = 64 * 8, blocks = 16 * 2;
  EXPECT_EQ(find(advice, "csr")->bytes, 4 * 65 + 8 * elements);
  EXPECT_EQ(find(advice, "bsr(4,4)")->bytes,
            4 * 17 + 4 * blocks + (1 + 4) * 16 * blocks);
  EXPECT_EQ(find(advice, "ell")->bytes, 4 * 64 + 8 * elements);
}

TEST(AdvisorTest, SizesComeFromTheDescriptor) {
  Advice advice = advise(fillBlocks(4096, 8, 8), 4096, 128);
  // 4096 rows, 64 elements in each, of 4 bytes; positions, coordinates.
  const Estimate *csr = find(advice, "csr");
  ASSERT_TRUE(csr);
  EXPECT_EQ(csr->bytes, 4.0 * (2 * 4096 * 64 + 4097));
  // A bit for each cell besides, and indices of blocks.
  const Estimate *bsr = find(advice, "bsr(8,8)");
  ASSERT_TRUE(bsr);
  EXPECT_NEAR(bsr->bytes, 5.0 * 4096 * 64 + 4.0 * (513 + 512 * 8), 1);
}

TEST(AdvisorTest, FormatsWithoutANameAreRanked) {
  auto read = [](std::string_view text) { return *runtime::parseFormat(text); };
  // Blocks of rows of one column, and blocks with lengths of rows.
  std::vector<runtime::Format> others = {
      read("(i, j) -> (i : dense, j floordiv 8 : compressed, j mod 8 : dense)"),
      read("(i, j) -> (i : dense, j : compressed(crd = i64))"),
      read("(i, j) -> (i : dense, j : fixed(100))"),
      read("(i, j) where r = rank(j in i) -> (i : dense, r : variable, "
           "j : singleton)")};
  Work work;
  work.products = 128;
  PatternStatistics matrix = measure(fillBlocks(4096, 8, 8), 4096);
  Advice advice = advisor::advise(matrix, work, others);
  Advice without = advisor::advise(matrix, work);
  EXPECT_EQ(advice.getChoice().format, without.getChoice().format);
  const Estimate *wide = find(advice, describe(others[1]));
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->bytes, find(advice, "csr")->bytes + 4.0 * 4096 * 64);
  const Estimate *padded = find(advice, describe(others[2]));
  ASSERT_TRUE(padded);
  EXPECT_NEAR(padded->padding, 0.36, 1e-9);
  // Statistics that were not made are no guess.
  EXPECT_FALSE(find(advice, describe(others[3])));
}
