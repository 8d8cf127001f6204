//===- FuseMultiplyAdd.cpp - products and sums rounded once ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_FUSEMULTIPLYADDPASS
#include "Spindle/Target/CPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// The product that `value` is, if nothing else uses it; null otherwise.
static arith::MulFOp getOnlyProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() ? product : arith::MulFOp();
}

namespace {
/// The sum or difference of something and a product.
struct ProductSum {
  arith::MulFOp product;
  Value addend;
  /// Whether the product is taken away.
  bool minus;
};
} // namespace

/// What `op` is a sum of; without a product where nothing is to be fused. Of
/// two products the right one is taken: a sum that grows stands on the left.
static ProductSum findProduct(Operation *op) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  bool minus = isa<arith::SubFOp>(op);
  if (arith::MulFOp product = getOnlyProduct(rhs))
    return {product, lhs, minus};
  return {minus ? arith::MulFOp() : getOnlyProduct(lhs), rhs, false};
}

/// Replaces `op`, a sum with a product. What is left is found by the line of
/// the product: that of the sum has loads and stores besides.
static void fuse(Operation *op, const ProductSum &sum) {
  OpBuilder builder(op);
  arith::MulFOp product = sum.product;
  Location loc = product.getLoc();
  Value factor = product.getLhs();
  if (sum.minus)
    factor = arith::NegFOp::create(builder, loc, factor);
  Value fused =
      math::FmaOp::create(builder, loc, factor, product.getRhs(), sum.addend);
  op->getResult(0).replaceAllUsesWith(fused);
  op->erase();
  product.erase();
}

/// Whether processors that fuse do so for the type of `op`.
static bool isFusedType(Operation *op) {
  if (!isa<arith::AddFOp, arith::SubFOp>(op))
    return false;
  Type element = getElementTypeOrSelf(op->getResult(0));
  return element.isF32() || element.isF64();
}

namespace {
struct FuseMultiplyAddPass
    : spindle::impl::FuseMultiplyAddPassBase<FuseMultiplyAddPass> {
  void runOnOperation() override {
    SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (isFusedType(op))
        sums.push_back(op);
    });
    for (Operation *op : sums)
      if (ProductSum sum = findProduct(op); sum.product)
        fuse(op, sum);
  }
};
} // namespace
