//===- SkippedIterations.cpp - work that sparsity spares ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Propagation/SkippedIterations.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Sweep.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include <numeric>

using namespace mlir;
using namespace spindle;

/// The argument of a body that `value` is, or is converted from; null for none.
static BlockArgument getConverted(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<CastOpInterface>(op) || op->getNumOperands() != 1)
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

/// The product that `op` adds to its result; null for none.
static Operation *findProduct(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return nullptr;
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return nullptr;
  BlockArgument total = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  for (unsigned side = 0; side < 2; ++side) {
    Operation *product = sum->getOperand(1 - side).getDefiningOp();
    if (sum->getOperand(side) == total &&
        isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
      return product;
  }
  return nullptr;
}

bool spindle::isSumOfProducts(Operation *op) {
  auto sum = dyn_cast<linalg::LinalgOp>(op);
  return sum && findProduct(sum);
}

namespace {
/// When an iteration is needed.
struct NeededIterations {
  Sweep sweep;
  Conditions conditions;
  unsigned condition = 1;

  /// That an element of `value` at `map` is needed.
  unsigned getNeed(Value value, AffineMap map, const Mask *unneeded) {
    if (!unneeded || unneeded->isNone() || !tesa::hasMask(value.getType()))
      return conditions.getTrue();
    sweep.inputs.push_back({~*unneeded, map});
    return conditions.getInput(sweep.inputs.size() - 1);
  }
};
} // namespace

/// Iterations of `op` that are needed.
static int64_t countNeeded(linalg::LinalgOp op,
                           llvm::function_ref<const Mask *(Value)> unneeded) {
  NeededIterations needed;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  needed.sweep.sizes.assign(sizes.begin(), sizes.end());
  // What writes to memory is needed.
  unsigned any = op->getNumResults() ? needed.conditions.getFalse()
                                     : needed.conditions.getTrue();
  for (OpResult result : op->getResults()) {
    AffineMap map = op.getIndexingMapMatchingResult(result);
    any = needed.conditions.getOr(
        any, needed.getNeed(result, map, unneeded(result)));
  }
  needed.condition = any;
  if (Operation *product = findProduct(op))
    for (Value side : product->getOperands()) {
      BlockArgument arg = getConverted(side);
      if (!arg || arg.getOwner() != op.getBlock())
        continue;
      OpOperand *operand = op.getMatchingOpOperand(arg);
      Value factor = operand->get();
      needed.condition = needed.conditions.getAnd(
          needed.condition,
          needed.getNeed(factor, op.getMatchingIndexingMap(operand),
                         unneeded(factor)));
    }
  // A sweep goes over the longest dimension innermost: there, neighbours are.
  SmallVector<unsigned> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(sizes[a], a) < std::pair(sizes[b], b);
  });
  MaskSizes space;
  SmallVector<AffineExpr> exprs;
  for (unsigned dim : order) {
    space.push_back(sizes[dim]);
    exprs.push_back(getAffineDimExpr(dim, op->getContext()));
  }
  AffineMap each = AffineMap::get(sizes.size(), 0, exprs, op->getContext());
  return findElements(std::move(needed.sweep), needed.conditions,
                      needed.condition, each, space)
      .count();
}

std::optional<IterationCounts>
spindle::countIterations(Operation *op,
                         llvm::function_ref<const Mask *(Value)> unneeded) {
  IterationCounts counts;
  if (auto body = dyn_cast<linalg::LinalgOp>(op)) {
    if (body.hasDynamicShape())
      return std::nullopt;
    counts.all = 1;
    for (int64_t size : body.getStaticLoopRanges())
      counts.all *= size;
    counts.skipped = counts.all - countNeeded(body, unneeded);
    return counts;
  }
  for (OpResult result : op->getResults()) {
    auto tensor = dyn_cast<RankedTensorType>(result.getType());
    if (!tensor || !tensor.hasStaticShape())
      return std::nullopt;
    counts.all += tensor.getNumElements();
    if (const Mask *mask = unneeded(result))
      counts.skipped += mask->count();
  }
  return counts;
}
