//===- FuseMultiplyAdd.cpp - products and sums rounded once ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Passes.h"

#include "Spindle/Support/FusedProducts.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_FUSEMULTIPLYADDPASS
#include "Spindle/Target/CPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

namespace {
/// The sum or difference of something and a product.
struct ProductSum {
  arith::MulFOp product;
  Value addend;
  /// Whether the product is taken away.
  bool minus;
};
} // namespace

/// Returns the operands of `op`, a sum or difference that is to be fused. The
/// product is on the right, but for a sum of it and a constant.
static ProductSum findProduct(Operation *op) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  bool minus = isa<arith::SubFOp>(op);
  if (arith::MulFOp product = getFusedProduct(rhs))
    return {product, lhs, minus};
  return {minus ? arith::MulFOp() : getFusedProduct(lhs), rhs, false};
}

/// Replaces `op`, a sum with a product. The result is found by the line of the
/// product: that of the sum has loads and stores besides. Another sum may use
/// the product too, where a schedule took two products for one.
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
  if (product->use_empty())
    product.erase();
}

namespace {
struct FuseMultiplyAddPass
    : spindle::impl::FuseMultiplyAddPassBase<FuseMultiplyAddPass> {
  using FuseMultiplyAddPassBase::FuseMultiplyAddPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (!isa<arith::MulFOp>(op) && isFused(op))
        sums.push_back(op);
    });
    if (fused)
      for (Operation *op : sums)
        if (ProductSum sum = findProduct(op); sum.product)
          fuse(op, sum);
    // A code generator would choose what else to fuse by what stands beside.
    getOperation()->walk([](Operation *op) {
      if (isFused(op))
        setFused(op, false);
    });
  }
};
} // namespace
