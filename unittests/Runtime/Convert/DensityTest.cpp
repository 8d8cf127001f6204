//===- DensityTest.cpp - Elements counted by squares ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/Density.h"

#include "TensorOperands.h"

#include "Spindle/Runtime/Convert/Store.h"

using namespace spindle::runtime;

/// The squares of `matrix` in the format `text`, 2 at most in a row and column.
static Density countIn(const CooTensor &matrix, std::string_view text,
                       int64_t most = std::numeric_limits<int64_t>::max()) {
  Density density(matrix.shape, 2);
  Expected<Storage> storage = store(matrix, format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  if (storage) {
    auto error = addDensity(*storage, format(text), density, most);
    EXPECT_FALSE(error.has_value());
  }
  return density;
}

TEST(DensityTest, SquaresMayBeCutOff) {
  Density density({5, 3}, 2);
  EXPECT_EQ(density.side, 3);
  EXPECT_EQ(density.rows, 2);
  EXPECT_EQ(density.cols, 1);
  EXPECT_EQ(density.find(4, 2), 1);
}

TEST(DensityTest, PaddingIsNoElement) {
  CooTensor matrix =
      tensor<float>({4, 3}, {{0, 0, 2, 3}, {0, 2, 1, 1}}, {1, 2, 3, 4});
  for (std::string_view text : {formats::csr, formats::csc, formats::coo,
                                formats::panel, formats::ell, formats::bsr}) {
    Density density = countIn(matrix, text);
    EXPECT_EQ(density.elements, (std::vector<double>{1, 1, 2, 0})) << text;
    EXPECT_EQ(density.total, 4) << text;
    EXPECT_TRUE(density.isTotalExact) << text;
  }
}

/// A matrix whose rows have from 0 to 6 elements, more of them on the left.
static CooTensor makeUneven() {
  std::vector<int64_t> rows, cols;
  for (int64_t row = 0; row < 1000; ++row)
    for (int64_t n = 0; n < row % 7; ++n) {
      rows.push_back(row);
      cols.push_back(n * n * 20 + row % 20);
    }
  std::vector<float> values(rows.size(), 1);
  return tensor<float>({1000, 1000}, {rows, cols}, values);
}

TEST(DensityTest, SampleStandsForAllElements) {
  CooTensor matrix = makeUneven();
  for (std::string_view text : {formats::csr, formats::csc, formats::coo}) {
    Density exact = countIn(matrix, text);
    Density sample = countIn(matrix, text, 800);
    EXPECT_NE(sample.elements, exact.elements) << text;
    for (size_t square = 0; square < 4; ++square)
      EXPECT_NEAR(sample.elements[square], exact.elements[square],
                  0.25 * exact.total / 4)
          << text;
    // Where nothing pads, how many there are is known.
    EXPECT_EQ(sample.total, exact.total) << text;
    EXPECT_TRUE(sample.isTotalExact) << text;
    EXPECT_EQ(countIn(matrix, text, 800).elements, sample.elements) << text;
  }
}

/// All cells of 400 x 400.
static CooTensor makeFull() {
  std::vector<int64_t> rows, cols;
  for (int64_t cell = 0; cell < 400 * 400; ++cell) {
    rows.push_back(cell / 400);
    cols.push_back(cell % 400);
  }
  return tensor<float>({400, 400}, {rows, cols},
                       std::vector<float>(rows.size(), 1));
}

TEST(DensityTest, OneBlockOfARowIsAsLikelyAsAnother) {
  Density sample = countIn(makeFull(), formats::bsr, 1600);
  for (double elements : sample.elements)
    EXPECT_NEAR(elements, 40000, 16000);
}

TEST(DensityTest, TotalOfASampleIsAnEstimateWherePaddingIs) {
  Density sample =
      countIn(makeUneven(), "(i, j) -> (i : dense, j : fixed(6))", 800);
  EXPECT_FALSE(sample.isTotalExact);
  EXPECT_NEAR(sample.total, 2997, 300);
}

TEST(DensityTest, ArraysOfOtherShapesAreRefused) {
  CooTensor matrix = tensor<float>({2, 2}, {{0}, {1}}, {1});
  Expected<Storage> storage = store(matrix, format(formats::csr));
  storage->positions[1] = Array();
  Density density({2, 2}, 2);
  auto error = addDensity(*storage, format(formats::csr), density);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(density.total, 0);
}
