//===- FormatsTest.cpp - one program in every format ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredMatrices.h"
#include "TestContext/Thorough.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace spindle::execution;
using spindle::LoweringChoices;

namespace {
constexpr int64_t kWidth = 3;
constexpr float kUntouched = 99;

/// The operands that are not the matrix, and what the program makes of them.
struct Operands {
  explicit Operands(const StoredMatrix &matrix);

  std::vector<float> b, product, least, squares, sampled, dense;
};
} // namespace

Operands::Operands(const StoredMatrix &matrix)
    : b(kColumns * kWidth), product(kRows * kWidth, kUntouched),
      least(kRows, kUntouched), squares(matrix.values.size(), kUntouched),
      sampled(matrix.values.size()), dense(kRows * kColumns, kUntouched) {
  for (size_t place = 0; place < b.size(); ++place)
    b[place] = float(int64_t(place * 5 % 7) - 2);
}

/// The sum of products of row `row` of C and row `column` of B.
static float multiply(const Operands &operands, int64_t row, int64_t column) {
  float sum = 0;
  for (int64_t k = 0; k < kWidth; ++k)
    sum += operands.b[row * kWidth + k] * operands.b[column * kWidth + k];
  return sum;
}

/// What the program is to make of `matrix`, cell by cell.
static Operands getExpected(const StoredMatrix &matrix) {
  Operands expected(matrix);
  expected.product.assign(kRows * kWidth, 0);
  expected.least.assign(kRows, INFINITY);
  if (matrix.hasLookUps)
    expected.dense.assign(kRows * kColumns, 0);
  for (const Element &element : matrix.elements) {
    for (int64_t k = 0; k < kWidth; ++k)
      expected.product[element.row * kWidth + k] +=
          element.value * expected.b[element.column * kWidth + k];
    float &least = expected.least[element.row];
    least = std::min(least, element.value);
    expected.squares[element.address] = element.value * element.value;
    expected.sampled[element.address] =
        element.value * multiply(expected, element.row, element.column);
    if (matrix.hasLookUps)
      expected.dense[element.row * kColumns + element.column] = element.value;
  }
  return expected;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

// C = A B; the least element of each row, which padding must not be; A's
// squares and a sampled product on A's structure.
static const char kDriven[] = R"mlir(
!M = !sparse.tensor<?x?xf32, #sparse.dense>
!V = !sparse.tensor<?xf32, #sparse.dense>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij_k = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A: !A {sparse.name = "A", sparse.dims = ["I", "J"]}, %B: !M {sparse.name = "B", sparse.dims = ["J", "K"]}, %C: !M {sparse.name = "C", sparse.dims = ["I", "K"]}, %m: !V {sparse.name = "m", sparse.dims = ["I"]}, %S: !A {sparse.name = "S", sparse.structure_of = "A"}, %T: !A {sparse.name = "T", sparse.structure_of = "A"}, %D: !M {sparse.name = "D", sparse.dims = ["I", "J"]}) {
  %c_i, %c_k, %cv = sparse.unpack %C : !M -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed>, !sparse.buffer<?x?xf32>
  %m_i, %mv = sparse.unpack %m : !V -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 0x7F800000 : f32
  sparse.fill %cv, %zero : !sparse.buffer<?x?xf32>
  sparse.fill %mv, %most : !sparse.buffer<?xf32>
  sparse.generic "product" driver(%A) ins(%A, %B : !A, !M) outs(%C : !M) maps [#ij_k, #jk, #ik] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  sparse.generic "least" driver(%A) ins(%A : !A) outs(%m : !V) maps [#ij, #i] kinds [spatial, reduction] combine [min] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  sparse.generic "squares" driver(%A) ins(%A : !A) outs(%S : !A) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    %t = arith.mulf %a, %a : f32
    sparse.yield %t : f32
  }
  sparse.generic "sampled" driver(%A) ins(%A, %B, %B : !A, !M, !M) outs(%T : !A) maps [#ij_k, #ik, #jk, #ij_k] kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%a: f32, %x: f32, %y: f32):
    %xy = arith.mulf %x, %y : f32
    %t = arith.mulf %a, %xy : f32
    sparse.yield %t : f32
  }
)mlir";

// D = A, read by coordinates.
static const char kLookedUp[] = R"mlir(
  sparse.generic "dense" ins(%A : !A) outs(%D : !M) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
)mlir";

static std::string getText(const StoredMatrix &matrix, const char *sizes) {
  return std::string("!A = !sparse.tensor<") + sizes + "xf32, " +
         matrix.format + ">\n" + kDriven +
         (matrix.hasLookUps ? kLookedUp : "") + "  return\n}\n";
}

static bool isSame(const std::vector<float> &left,
                   const std::vector<float> &right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

/// Runs the program on `matrix`, of a type of these `sizes`.
static void check(StoredMatrix matrix, const char *sizes,
                  const LoweringChoices &choices) {
  Operands operands(matrix), expected = getExpected(matrix);
  std::string error =
      compileAndRun(getText(matrix, sizes), choices,
                    {view(matrix, "A", {kRows, kColumns}),
                     view(operands.b, "B", {kColumns, kWidth}),
                     view(operands.product, "C", {kRows, kWidth}),
                     view(operands.least, "m", {kRows}),
                     view(operands.squares, "S", matrix.shape),
                     view(operands.sampled, "T", matrix.shape),
                     view(operands.dense, "D", {kRows, kColumns})});
  EXPECT_EQ(error, "") << matrix.format;
  EXPECT_TRUE(isSame(operands.product, expected.product)) << matrix.format;
  EXPECT_TRUE(isSame(operands.least, expected.least)) << matrix.format;
  EXPECT_TRUE(isSame(operands.squares, expected.squares)) << matrix.format;
  EXPECT_TRUE(isSame(operands.sampled, expected.sampled)) << matrix.format;
  EXPECT_TRUE(isSame(operands.dense, expected.dense)) << matrix.format;
}

TEST(FormatsTest, OfUnknownSizes) {
  for (const StoredMatrix &matrix : spindle::chooseTried(storeMatrices()))
    check(matrix, "?x?", {});
}

TEST(FormatsTest, OfKnownSizesWithoutPadding) {
  LoweringChoices choices;
  choices.strict = true;
  for (const StoredMatrix &matrix : spindle::chooseTried(storeMatrices()))
    check(matrix, "5x7", choices);
}

TEST(FormatsTest, WithChecks) {
  LoweringChoices choices;
  choices.checkMode = true;
  for (const StoredMatrix &matrix : spindle::chooseTried(storeMatrices()))
    check(matrix, "?x7", choices);
}
