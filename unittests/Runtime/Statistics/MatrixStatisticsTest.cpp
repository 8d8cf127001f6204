//===- MatrixStatisticsTest.cpp - what a stored matrix looks like ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Statistics/MatrixStatistics.h"

#include "TensorOperands.h"

#include "Spindle/Runtime/Convert/Store.h"

#include <cmath>

using namespace spindle::runtime;

/// The statistics of `entries` in the format of `text`, which has rows.
static MatrixStatistics measure(const CooTensor &entries,
                                std::string_view text) {
  Expected<Storage> storage = store(entries, format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  auto statistics = measureMatrix(*storage, format(text));
  EXPECT_TRUE(statistics) << text;
  return statistics.value_or(MatrixStatistics());
}

/// A small matrix: rows of 2, 0, 1 and 3 elements, from columns 1 to 3, 0 to 0
/// and 1 to 4.
///
///   .  1  .  2  .
///   .  .  .  .  .
///   3  .  .  .  .
///   .  4  5  .  6
static CooTensor statisticsSample() {
  return tensor<float>({4, 5}, {{0, 0, 2, 3, 3, 3}, {1, 3, 0, 1, 2, 4}},
                       {1, 2, 3, 4, 5, 6});
}

TEST(MatrixStatisticsTest, RowsOfEachFormatThatHasThem) {
  for (const char *text :
       {formats::csr, formats::dcsr, formats::coo, formats::ell}) {
    MatrixStatistics got = measure(statisticsSample(), text);
    EXPECT_EQ(got.rows, 4) << text;
    EXPECT_EQ(got.columns, 5) << text;
    EXPECT_EQ(got.elements, 6) << text;
    EXPECT_EQ(got.emptyRows, 1) << text;
    EXPECT_EQ(got.meanLength, 1.5) << text;
    EXPECT_DOUBLE_EQ(got.lengthDeviation, std::sqrt(14 / 4.0 - 2.25)) << text;
    EXPECT_EQ(got.largestLength, 3) << text;
    EXPECT_EQ(got.longShare, 0) << text;
    EXPECT_DOUBLE_EQ(got.meanSpan, (3 + 1 + 4) / 3.0) << text;
    EXPECT_DOUBLE_EQ(got.meanRun, 6 / 5.0) << text;
  }
}

/// The columns of the matrix are the rows of the storage: 1, 2, 1, 1 and 1
/// elements, in column 1 from row 0 to row 3.
TEST(MatrixStatisticsTest, RowsOfCscAreColumns) {
  MatrixStatistics got = measure(statisticsSample(), formats::csc);
  EXPECT_EQ(got.rows, 5);
  EXPECT_EQ(got.columns, 4);
  EXPECT_EQ(got.elements, 6);
  EXPECT_EQ(got.emptyRows, 0);
  EXPECT_EQ(got.largestLength, 2);
  EXPECT_DOUBLE_EQ(got.meanSpan, (1 + 4 + 1 + 1 + 1) / 5.0);
  EXPECT_EQ(got.meanRun, 1);
}

/// Blocks of 2 x 2: (0, 0), (0, 1), (1, 0), (1, 1) and (1, 2), of which each
/// row has 4 and 6 elements.
TEST(MatrixStatisticsTest, EachCellOfABlockCounts) {
  for (const char *text : {formats::bsr, formats::dbsr, formats::blockedEll}) {
    MatrixStatistics got = measure(statisticsSample(), text);
    EXPECT_EQ(got.rows, 4) << text;
    EXPECT_EQ(got.columns, 5) << text;
    EXPECT_EQ(got.elements, 2 * 4 + 2 * 6) << text;
    EXPECT_EQ(got.emptyRows, 0) << text;
    EXPECT_EQ(got.largestLength, 6) << text;
    EXPECT_EQ(got.meanLength, 5) << text;
    EXPECT_EQ(got.lengthDeviation, 1) << text;
    EXPECT_EQ(got.meanSpan, 5) << text;
  }
}

/// The last row of blocks has one row of the three.
TEST(MatrixStatisticsTest, BlocksCutAtTheBorder) {
  auto entries = tensor<float>({3, 4}, {{2}, {3}}, {1});
  MatrixStatistics got = measure(entries, formats::bsr);
  EXPECT_EQ(got.elements, 2);
  EXPECT_EQ(got.emptyRows, 2);
  EXPECT_EQ(got.largestLength, 2);
}

TEST(MatrixStatisticsTest, DenseRowsAreAllColumns) {
  for (const char *text : {formats::dense, formats::bitmap}) {
    MatrixStatistics got = measure(statisticsSample(), text);
    EXPECT_EQ(got.elements, 20) << text;
    EXPECT_EQ(got.emptyRows, 0) << text;
    EXPECT_EQ(got.lengthDeviation, 0) << text;
    EXPECT_EQ(got.meanSpan, 5) << text;
  }
}

TEST(MatrixStatisticsTest, RaggedRowsBeginAtTheFirstColumn) {
  auto entries =
      tensor<float>({3, 4}, {{0, 2, 2, 2}, {0, 0, 1, 2}}, {1, 2, 3, 4});
  MatrixStatistics got = measure(entries, formats::ragged);
  EXPECT_EQ(got.elements, 4);
  EXPECT_EQ(got.emptyRows, 1);
  EXPECT_EQ(got.meanSpan, 2);
}

/// 40 rows of one element and a full one of 40: the mean is 80 / 41, and half
/// of the elements are in a row of more than 8 times that.
TEST(MatrixStatisticsTest, RowsOfOneElementEach) {
  CooTensor one = tensor<float>({3, 4}, {{0, 1, 2}, {1, 3, 0}}, {1, 2, 3});
  MatrixStatistics got = measure(one, "(i, j) -> (i : dense, j : singleton)");
  EXPECT_EQ(got.rows, 3);
  EXPECT_EQ(got.elements, 3);
  EXPECT_EQ(got.emptyRows, 0);
  EXPECT_EQ(got.largestLength, 1);
}

TEST(MatrixStatisticsTest, ShareOfLongRows) {
  Indices rows, columns;
  for (int64_t i = 0; i < 40; ++i) {
    rows.insert(rows.end(), {i, 40});
    columns.insert(columns.end(), {i, i});
  }
  auto entries =
      tensor<float>({41, 40}, {rows, columns}, std::vector<float>(80, 1));
  for (const char *text : {formats::csr, formats::dcsr, formats::coo}) {
    MatrixStatistics got = measure(entries, text);
    EXPECT_EQ(got.elements, 80) << text;
    EXPECT_EQ(got.largestLength, 40) << text;
    EXPECT_EQ(got.longShare, 0.5) << text;
  }
}

/// Of more rows some are looked at, one after the other at equal distances:
/// here every third, all of which span 2 columns, and the others 1.
TEST(MatrixStatisticsTest, SomeOfManyRowsAreLookedAt) {
  constexpr int64_t count = 10000;
  Indices rows, columns;
  for (int64_t i = 0; i < count; ++i) {
    rows.push_back(i);
    columns.push_back(0);
    if (i % 3 != 0)
      continue;
    rows.push_back(i);
    columns.push_back(1);
  }
  std::vector<float> values(rows.size(), 1);
  auto entries = tensor<float>({count, 2}, {rows, columns}, values);
  EXPECT_EQ(measure(entries, formats::csr).meanSpan, 2);
}

TEST(MatrixStatisticsTest, EmptyMatrices) {
  for (auto [rows, columns] : {std::pair<int64_t, int64_t>{0, 0}, {3, 4}}) {
    auto entries = tensor<float>({rows, columns}, {{}, {}}, {});
    for (const char *text : {formats::csr, formats::dcsr, formats::coo}) {
      MatrixStatistics got = measure(entries, text);
      EXPECT_EQ(got.elements, 0) << text;
      EXPECT_EQ(got.emptyRows, rows) << text;
      EXPECT_EQ(got.meanLength, 0) << text;
      EXPECT_EQ(got.longShare, 0) << text;
      EXPECT_EQ(got.meanSpan, 0) << text;
    }
  }
}

TEST(MatrixStatisticsTest, WideIndices) {
  constexpr char wide[] = "(i, j) -> (i : dense, j : compressed(pos = i64, crd "
                          "= i64))";
  EXPECT_DOUBLE_EQ(measure(statisticsSample(), wide).meanSpan, 8 / 3.0);
}

TEST(MatrixStatisticsTest, NoneWithoutRows) {
  Expected<Storage> panel = store(statisticsSample(), format(formats::panel));
  ASSERT_TRUE(bool(panel));
  EXPECT_FALSE(measureMatrix(*panel, format(formats::panel)));
  constexpr char vector[] = "(i) -> (i : compressed)";
  Expected<Storage> list =
      store(tensor<float>({3}, {{1}}, {1}), format(vector));
  ASSERT_TRUE(bool(list));
  EXPECT_FALSE(measureMatrix(*list, format(vector)));
}

/// By its elements a matrix is as it is in csr, whatever order they come in.
TEST(MatrixStatisticsTest, ElementsOfAnyFormat) {
  MatrixStatistics expected = measure(statisticsSample(), formats::csr);
  for (const char *text : {formats::csr, formats::csc, formats::panel}) {
    Expected<Storage> storage = store(statisticsSample(), format(text));
    ASSERT_TRUE(bool(storage));
    Expected<CooTensor> entries = load(*storage, format(text));
    ASSERT_TRUE(bool(entries));
    auto got = measureEntries(*entries);
    ASSERT_TRUE(got) << text;
    EXPECT_EQ(got->rows, expected.rows);
    EXPECT_EQ(got->columns, expected.columns);
    EXPECT_EQ(got->elements, expected.elements);
    EXPECT_EQ(got->emptyRows, expected.emptyRows);
    EXPECT_EQ(got->largestLength, expected.largestLength);
    EXPECT_DOUBLE_EQ(got->meanLength, expected.meanLength);
    EXPECT_DOUBLE_EQ(got->lengthDeviation, expected.lengthDeviation);
    EXPECT_DOUBLE_EQ(got->longShare, expected.longShare);
    EXPECT_DOUBLE_EQ(got->meanSpan, expected.meanSpan) << text;
    EXPECT_DOUBLE_EQ(got->meanRun, expected.meanRun) << text;
  }
}

TEST(MatrixStatisticsTest, ElementsOfEmptyMatricesAndOfNone) {
  auto empty = measureEntries(tensor<float>({3, 4}, {{}, {}}, {}));
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->emptyRows, 3);
  EXPECT_EQ(empty->meanRun, 0);
  EXPECT_EQ(empty->meanSpan, 0);
  EXPECT_FALSE(measureEntries(tensor<float>({3}, {{1}}, {1})));
}
