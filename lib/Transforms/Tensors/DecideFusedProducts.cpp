//===- DecideFusedProducts.cpp - products rounded with their sums ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Tensors/Passes.h"

#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Support/FusedProducts.h"
#include "mlir/IR/TypeUtilities.h"

namespace spindle {
#define GEN_PASS_DEF_DECIDEFUSEDPRODUCTSPASS
#include "Spindle/Transforms/Tensors/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// Returns whether processors that fuse do so for numbers of `type`.
static bool isFusedType(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF32() || element.isF64();
}

/// Returns whether value number `index` of a body is added up by `combine`, the
/// kinds of its values.
static bool isSummed(unsigned index, ArrayAttr combine) {
  unsigned end = 0;
  for (Attribute attribute : combine) {
    auto kind = cast<iter::CombineKindAttr>(attribute).getValue();
    end += getNumCombined(kind);
    if (index < end)
      return kind == iter::CombineKind::Add;
  }
  return false;
}

/// Returns whether `use` is a term of a sum that its owner makes when it is
/// lowered.
static bool isAccumulated(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto accumulate = dyn_cast<sparse::AccumulateOp>(op))
    return accumulate.getKind() == iter::CombineKind::Add &&
           llvm::is_contained(accumulate.getValues(), use.get());
  if (auto nest = dyn_cast<iter::NestOp>(op->getParentOp());
      nest && isa<iter::YieldOp>(op))
    return isSummed(use.getOperandNumber(), nest.getCombine());
  if (auto generic = dyn_cast<sparse::GenericOp>(op->getParentOp());
      generic && isa<sparse::YieldOp>(op))
    return isSummed(use.getOperandNumber(), generic.getCombine());
  return false;
}

/// Returns the product that `value` is if nothing else uses it; null otherwise.
static arith::MulFOp getOnlyProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() && isFusedType(product.getType())
             ? product
             : arith::MulFOp();
}

/// Decides for `op`, a sum or difference. Of two products the right one is
/// fused: a sum that grows stands on the left. A product that is fused becomes
/// the right operand, which it is known by where a schedule puts another
/// product for the left one.
static void decide(Operation *op) {
  if (arith::MulFOp product = getOnlyProduct(op->getOperand(1))) {
    setFused(product, true);
    setFused(op, true);
    return;
  }
  arith::MulFOp product = getOnlyProduct(op->getOperand(0));
  if (!product || isa<arith::SubFOp>(op))
    return;
  op->setOperands({op->getOperand(1), op->getOperand(0)});
  setFused(product, true);
  setFused(op, true);
}

namespace {
struct DecideFusedProductsPass
    : spindle::impl::DecideFusedProductsPassBase<DecideFusedProductsPass> {
  void runOnOperation() override {
    SmallVector<arith::MulFOp> products;
    SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (auto product = dyn_cast<arith::MulFOp>(op))
        products.push_back(product);
      else if (isa<arith::AddFOp, arith::SubFOp>(op))
        sums.push_back(op);
    });
    for (Operation *op : sums)
      setFused(op, false);
    for (arith::MulFOp product : products)
      setFused(product,
               getOnlyProduct(product) && isAccumulated(*product->use_begin()));
    for (Operation *op : sums)
      decide(op);
  }
};
} // namespace
