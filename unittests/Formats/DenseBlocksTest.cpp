//===- DenseBlocksTest.cpp - dense operands in blocks ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredMatrices.h"
#include "gtest/gtest.h"

#include <limits>

using namespace spindle::execution;
using spindle::LoweringChoices;

namespace {
constexpr float kOutside = std::numeric_limits<float>::quiet_NaN();

/// A dense matrix in blocks of 2 x 2, with cells outside of it.
struct Blocks {
  Blocks(int64_t rows, int64_t columns)
      : rows(rows), columns(columns),
        stored{"",
               {},
               {},
               {},
               {},
               {(rows + 1) / 2, (columns + 1) / 2, 2, 2},
               std::vector<float>((rows + rows % 2) * (columns + columns % 2),
                                  kOutside)} {}

  int64_t rows, columns;
  Stored stored;

  float &at(int64_t row, int64_t column) {
    int64_t block = row / 2 * stored.shape[1] + column / 2;
    return stored.values[4 * block + 2 * (row % 2) + column % 2];
  }
  TensorView get(const std::string &name) {
    return view(stored, name, {rows, columns});
  }
  /// How many cells are outside, untouched.
  int64_t countOutside() const {
    return llvm::count_if(stored.values, [](float x) { return x != x; });
  }
};
} // namespace

static const char kTypes[] = R"mlir(
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!M = !sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 2 : dense, i mod 2 : dense of io, j mod 2 : dense of jo)>>
!V = !sparse.tensor<?xf32, #sparse.dense>
)mlir";

// C += A B, with B and C in blocks: they are looked up, and C's columns are
// axes.
static const char kProduct[] = R"mlir(
func.func @f(%A: !A {sparse.name = "A"}, %B: !M {sparse.name = "B"}, %C: !M {sparse.name = "C"}) {
  sparse.generic driver(%A) ins(%A, %B : !A, !M) outs(%C : !M) maps [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, k)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
}
)mlir";

TEST(DenseBlocksTest, AsOperandsThatAreLookedUp) {
  for (bool checks : {false, true}) {
    StoredMatrix matrix = storeMatrices().front();
    ASSERT_EQ(matrix.format, "#sparse.csr");
    Blocks b(kColumns, 3), c(kRows, 3);
    std::vector<float> expected(kRows * 3, 1);
    for (int64_t j = 0; j < kColumns; ++j)
      for (int64_t k = 0; k < 3; ++k)
        b.at(j, k) = float(j - 2 * k);
    for (int64_t i = 0; i < kRows; ++i)
      for (int64_t k = 0; k < 3; ++k)
        c.at(i, k) = 1;
    for (const Element &element : matrix.elements)
      for (int64_t k = 0; k < 3; ++k)
        expected[element.row * 3 + k] +=
            element.value * b.at(element.column, k);
    LoweringChoices choices;
    choices.checkMode = checks;
    std::string error = compileAndRun(
        std::string(kTypes) + kProduct, choices,
        {view(matrix, "A", {kRows, kColumns}), b.get("B"), c.get("C")});
    EXPECT_EQ(error, "");
    for (int64_t i = 0; i < kRows; ++i)
      for (int64_t k = 0; k < 3; ++k)
        EXPECT_EQ(c.at(i, k), expected[i * 3 + k]) << i << ", " << k;
    EXPECT_EQ(c.countOutside(), 24 - kRows * 3);
  }
}

// y[j] = the maximum of column j of X, whose rows and columns are two axes
// each.
static const char kMaxima[] = R"mlir(
func.func @f(%X: !M {sparse.name = "X"}, %y: !V {sparse.name = "y"}) {
  sparse.generic ins(%X : !M) outs(%y : !V) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] kinds [reduction, spatial] combine [max] {
  ^bb0(%x: f32):
    sparse.yield %x : f32
  }
  return
}
)mlir";

TEST(DenseBlocksTest, GiveTheExtentOfDimensions) {
  Blocks x(3, 5);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 5; ++j)
      x.at(i, j) = float((7 * i + 3 * j) % 11) - 20;
  std::vector<float> maxima(5, -100);
  std::string error = compileAndRun(std::string(kTypes) + kMaxima, {},
                                    {x.get("X"), view(maxima, "y", {5})});
  EXPECT_EQ(error, "");
  for (int64_t j = 0; j < 5; ++j)
    EXPECT_EQ(maxima[j], std::max({x.at(0, j), x.at(1, j), x.at(2, j)})) << j;
}
