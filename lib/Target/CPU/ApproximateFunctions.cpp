//===- ApproximateFunctions.cpp - functions of vectors as polynomials -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace spindle {
#define GEN_PASS_DEF_APPROXIMATEFUNCTIONSPASS
#include "Spindle/Target/CPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// Whether upstream's polynomial for the operation `name` is right to a few
/// units in the last place, and fast: those for angles, for one, are not
/// right.
static bool isAccurate(StringRef name) {
  return llvm::is_contained({"math.erfc", "math.exp", "math.expm1", "math.log",
                             "math.log1p", "math.log2", "math.tanh"},
                            name);
}

/// Whether the polynomial of `op` is wrong by more units with rounded products.
static bool isExactByFusedProducts(Operation *op) {
  return isa<math::ErfcOp, math::TanhOp>(op);
}

/// Whether `op` is of vectors of f32 and may be approximated.
static bool isApproximated(Operation *op) {
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!flagged || !isa<math::MathDialect>(op->getDialect()) ||
      !bitEnumContainsAll(flagged.getFastMathFlagsAttr().getValue(),
                          arith::FastMathFlags::afn))
    return false;
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  return type && type.getElementType().isF32();
}

//===----------------------------------------------------------------------===//
// The error function
//===----------------------------------------------------------------------===//

namespace {
/// erf(x) is x P(x^2) / Q(x^2), with two polynomials that were fitted to the
/// least relative error up to 3.8, some 1e-8; from there on it is 1 to a few
/// units. All coefficients are above 0, so that roundings do not grow, and are
/// scaled so that those of the coefficients do least. There are a quarter as
/// many operations as in upstream's, which computes four pieces.
struct ErfAsRatio : OpRewritePattern<math::ErfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    static constexpr float kEnd = 3.8f;
    static constexpr float kAbove[] = {1.8773992f,   0.3098763f,
                                       0.08703393f,  0.0060145194f,
                                       0.000476691f, 3.5789747e-06f};
    static constexpr float kBelow[] = {1.6638018f,    0.8292207f,
                                       0.18716185f,   0.024402928f,
                                       0.0018885268f, 6.5244145e-05f};
    if (!isApproximated(op))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value x = clamp(builder, op.getOperand(), kEnd);
    Value square = arith::MulFOp::create(builder, x, x);
    Value above = arith::MulFOp::create(
        builder, x, buildPolynomial(builder, square, kAbove));
    Value below = buildPolynomial(builder, square, kBelow);
    rewriter.replaceOp(
        op, clamp(builder, arith::DivFOp::create(builder, above, below), 1));
    return success();
  }

private:
  static Value spread(ImplicitLocOpBuilder &builder, Type type, float value) {
    Attribute element = builder.getF32FloatAttr(value);
    return arith::ConstantOp::create(
        builder, DenseElementsAttr::get(cast<VectorType>(type), element));
  }

  /// `value`, or `most` or -`most` where that is nearer to 0; what is no number
  /// stays. Processors have an instruction for each of these comparisons.
  static Value clamp(ImplicitLocOpBuilder &builder, Value value, float most) {
    using arith::CmpFPredicate;
    for (auto [bound, isBeyond] : {std::pair(most, CmpFPredicate::OGT),
                                   std::pair(-most, CmpFPredicate::OLT)}) {
      Value end = spread(builder, value.getType(), bound);
      Value is = arith::CmpFOp::create(builder, isBeyond, value, end);
      value = arith::SelectOp::create(builder, is, end, value);
    }
    return value;
  }

  static Value buildPolynomial(ImplicitLocOpBuilder &builder, Value x,
                               ArrayRef<float> coefficients) {
    Value sum = spread(builder, x.getType(), coefficients.back());
    for (float coefficient : llvm::reverse(coefficients.drop_back()))
      sum = math::FmaOp::create(builder, sum, x,
                                spread(builder, x.getType(), coefficient));
    return sum;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Processors that lack instructions
//===----------------------------------------------------------------------===//

/// Makes a product and a sum of `op`, each rounded.
static void separate(math::FmaOp op) {
  OpBuilder builder(op);
  Value product =
      arith::MulFOp::create(builder, op.getLoc(), op.getA(), op.getB());
  op.replaceAllUsesWith(
      arith::AddFOp::create(builder, op.getLoc(), product, op.getC())
          .getResult());
  op->erase();
}

/// Makes an integer of each number, which is the next one below it or above it;
/// from 2^23 on, numbers are integers.
static void roundByInteger(math::FloorOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  auto type = cast<VectorType>(op.getType());
  Value number = op.getOperand();
  auto makeConstant = [&](float value) -> Value {
    Attribute element = builder.getF32FloatAttr(value);
    return arith::ConstantOp::create(builder,
                                     DenseElementsAttr::get(type, element));
  };
  Value integer = arith::FPToSIOp::create(
      builder, type.clone(builder.getI32Type()), number);
  Value near = arith::SIToFPOp::create(builder, type, integer);
  Value below = arith::SubFOp::create(builder, near, makeConstant(1.0f));
  Value isAbove =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::OGT, near, number);
  Value rounded = arith::SelectOp::create(builder, isAbove, below, near);
  Value isSmall = arith::CmpFOp::create(
      builder, arith::CmpFPredicate::OLT,
      math::AbsFOp::create(builder, number).getResult(), makeConstant(0x1p23f));
  op.replaceAllUsesWith(
      arith::SelectOp::create(builder, isSmall, rounded, number).getResult());
  op->erase();
}

/// The operations on vectors in `root` for which a plain processor has
/// functions of the library alone.
static llvm::SetVector<Operation *> findUncommon(Operation *root) {
  llvm::SetVector<Operation *> found;
  root->walk([&](Operation *op) {
    if (isa<math::FmaOp, math::FloorOp>(op) &&
        isa<VectorType>(op->getResult(0).getType()))
      found.insert(op);
  });
  return found;
}

namespace {
struct ApproximateFunctionsPass
    : spindle::impl::ApproximateFunctionsPassBase<ApproximateFunctionsPass> {
  using ApproximateFunctionsPassBase::ApproximateFunctionsPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation()->walk([&](Operation *op) {
      if (isApproximated(op))
        functions.push_back(op);
    });
    if (functions.empty())
      return markAllAnalysesPreserved();
    RewritePatternSet patterns(&getContext());
    populateMathPolynomialApproximationPatterns(patterns, isAccurate);
    patterns.add<ErfAsRatio>(&getContext());
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps);
    FrozenRewritePatternSet frozen(std::move(patterns));
    // Those that are exact only with fused products go first, and keep them.
    auto rest = llvm::partition(functions, isExactByFusedProducts);
    size_t kept = std::distance(functions.begin(), rest);
    ArrayRef<Operation *> all(functions);
    (void)applyOpPatternsGreedily(all.take_front(kept), frozen, config);
    llvm::SetVector<Operation *> before = findUncommon(getOperation());
    (void)applyOpPatternsGreedily(all.drop_front(kept), frozen, config);
    if (fused)
      return;
    for (Operation *op : findUncommon(getOperation())) {
      if (before.contains(op))
        continue;
      if (auto fma = dyn_cast<math::FmaOp>(op))
        separate(fma);
      else
        roundByInteger(cast<math::FloorOp>(op));
    }
  }
};
} // namespace
