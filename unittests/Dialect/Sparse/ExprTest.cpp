//===- ExprTest.cpp - expressions of formats and affine ones --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptors have expressions of their own, attributes those of MLIR. Both
// have to fold alike, or a format would be another one after the way there.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Descriptors.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace spindle;
using format::Expr;

namespace {

/// The same expression on both sides.
struct Both {
  AffineExpr affine;
  Expr own;
  /// How it was made.
  std::string text;
};

class ExprTest : public ::testing::Test {
protected:
  int64_t below(int64_t bound) { return random() % bound; }

  Both constant(int64_t value) {
    return {getAffineConstantExpr(value, &context), Expr::constant(value),
            std::to_string(value)};
  }

  Both leaf() {
    int64_t number = below(2);
    switch (below(4)) {
    case 0:
      return {getAffineSymbolExpr(number, &context), Expr::symbol(number),
              "s" + std::to_string(number)};
    case 1:
      return constant(below(13) - 6);
    default:
      return {getAffineDimExpr(number, &context), Expr::dim(number),
              "d" + std::to_string(number)};
    }
  }

  Both draw(int64_t depth) {
    if (depth == 0 || below(5) == 0)
      return leaf();
    Both left = draw(depth - 1), right = draw(depth - 1);
    Both divisor = constant(1 + below(6)), factor = constant(below(7) - 3);
    switch (below(5)) {
    case 0:
      return {left.affine.floorDiv(divisor.affine),
              left.own.floorDiv(divisor.own),
              "(" + left.text + ") / " + divisor.text};
    case 1:
      return {left.affine % divisor.affine, left.own % divisor.own,
              "(" + left.text + ") % " + divisor.text};
    case 2:
      return {left.affine * factor.affine, left.own * factor.own,
              "(" + left.text + ") * " + factor.text};
    case 3:
      return {left.affine - right.affine, left.own - right.own,
              "(" + left.text + ") - (" + right.text + ")"};
    default:
      return {left.affine + right.affine, left.own + right.own,
              "(" + left.text + ") + (" + right.text + ")"};
    }
  }

  std::string print(const Expr &expr) {
    return printExpr(expr, [](const Expr &name) {
      return (name.is(format::ExprKind::Dim) ? "d" : "s") +
             std::to_string(name.number());
    });
  }

  MLIRContext context;
  std::mt19937_64 random{7};
};

TEST_F(ExprTest, FoldAlike) {
  for (int64_t run = 0; run < 40000 && !HasFailure(); ++run) {
    Both both = draw(1 + below(4));
    std::string affine;
    llvm::raw_string_ostream(affine) << both.affine;
    EXPECT_TRUE(sparse::getExpr(both.affine) == both.own)
        << both.text << " is " << affine << " but " << print(both.own);
    EXPECT_EQ(sparse::getExpr(&context, both.own), both.affine)
        << both.text << " is " << affine << " but " << print(both.own);
  }
}

} // namespace
