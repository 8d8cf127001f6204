//===- ApproximateFunctions.cpp - functions of f32 as polynomials ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Passes.h"

#include "BitArithmetic.h"
#include "ElementaryFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Approximation.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_APPROXIMATEFUNCTIONSPASS
#include "Spindle/Target/CPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// Whether `op` is a function that has a definition by arithmetic on f32.
static bool isApproximated(Operation *op) {
  if (!isa<math::ErfOp, math::ErfcOp, math::ExpOp, math::ExpM1Op, math::LogOp,
           math::Log1pOp, math::Log2Op, math::TanhOp>(op))
    return false;
  Type element = getElementTypeOrSelf(op->getResult(0));
  return element.isF32() || element.isF16() || element.isBF16();
}

/// Builds the complementary error function by upstream's polynomials, which are
/// exact only with products that are rounded with their sums.
static Value buildErfc(Value x, ImplicitLocOpBuilder &b) {
  Value one = arith::ConstantOp::create(b, b.getOneAttr(x.getType()));
  auto op = math::ErfcOp::create(b, x);
  // What replaces the operation is found by a use of it.
  auto use = arith::MulFOp::create(b, op, one);
  PatternRewriter rewriter(b.getContext());
  rewriter.setInsertionPoint(op);
  LogicalResult result = math::ErfcPolynomialApproximation(b.getContext())
                             .matchAndRewrite(op, rewriter);
  assert(succeeded(result) && "erfc of f32 has a polynomial");
  (void)result;
  Value made = use.getLhs();
  use.erase();
  return made;
}

/// Replaces `op` by arithmetic. A function of a narrower type is that of f32,
/// rounded.
static void approximate(Operation *op, bool fused) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Value x = op->getOperand(0);
  Type type = x.getType(), wide = withElement(type, b.getF32Type());
  if (type != wide)
    x = arith::ExtFOp::create(b, wide, x);
  Value result = isa<math::ErfcOp>(op) ? buildErfc(x, b)
                                       : buildElementary(op, x, b, fused);
  if (type != wide)
    result = arith::TruncFOp::create(b, type, result);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
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
    for (Operation *op : functions)
      ::approximate(op, fused);
  }
};
} // namespace
