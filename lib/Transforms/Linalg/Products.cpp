//===- Products.cpp - sums of products of integers ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::linalg_transforms;

/// The constant that `op` adds to its other operand, `value`; none where it
/// does anything else.
static std::optional<llvm::APInt> getAddend(Operation *op, Value &value) {
  if (!isa_and_present<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  value = op->getOperand(0);
  std::optional<llvm::APInt> number = getConstant(op->getOperand(1));
  if (number && isa<arith::SubIOp>(op))
    return -*number;
  if (!number && isa<arith::AddIOp>(op)) {
    value = op->getOperand(1);
    number = getConstant(op->getOperand(0));
  }
  return number;
}

static std::optional<Factor> matchFactor(Value value) {
  llvm::APInt added(value.getType().getIntOrFloatBitWidth(), 0);
  Value rest;
  while (auto addend = getAddend(value.getDefiningOp(), rest)) {
    added += *addend;
    value = rest;
  }
  Operation *extension = value.getDefiningOp();
  if (!isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(extension))
    return std::nullopt;
  auto element = dyn_cast<BlockArgument>(extension->getOperand(0));
  if (!element)
    return std::nullopt;
  auto op = cast<linalg::LinalgOp>(element.getOwner()->getParentOp());
  return Factor{element.getArgNumber(), isa<arith::ExtUIOp>(extension), added,
                op.getDpsInputs()[element.getArgNumber()]};
}

std::optional<Product>
spindle::linalg_transforms::matchProduct(linalg::LinalgOp op) {
  Value added = getAdded(op);
  auto product = added ? added.getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  if (!product || !product->hasOneUse() || op.getNumDpsInputs() != 2)
    return std::nullopt;
  std::optional<Factor> lhs = matchFactor(product.getLhs());
  std::optional<Factor> rhs = matchFactor(product.getRhs());
  if (!lhs || !rhs || lhs->input == rhs->input ||
      op.getIndexingMapsArray().back().getNumResults() !=
          op.getNumParallelLoops() ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return std::nullopt;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return std::nullopt;
  return Product{op, {*lhs, *rhs}, sizes};
}

AffineMap spindle::linalg_transforms::getMap(const Product &product,
                                             const Factor &factor) {
  linalg::LinalgOp op = product.op;
  return op.getIndexingMapsArray()[factor.input];
}

int64_t
spindle::linalg_transforms::countUses(const Product &product,
                                      const Factor &factor,
                                      std::optional<utils::IteratorType> kind) {
  linalg::LinalgOp op = product.op;
  AffineMap map = getMap(product, factor);
  int64_t count = 1;
  for (auto [dim, size] : llvm::enumerate(product.sizes))
    if (!map.isFunctionOfDim(dim) &&
        (!kind || op.getIteratorTypesArray()[dim] == *kind))
      count *= size;
  return count;
}
