//===- LoopMatcher.cpp - which loops a schedule means ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopMatcher.h"

#include "Spindle/Dialect/Iter/Transforms/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace spindle;

/// Whether `test` holds of a loop in `loop`.
template <typename Test> static bool anyInside(Operation *loop, Test test) {
  return loop
      ->walk([&](LoopLikeOpInterface inner) {
        return inner != loop && test(inner.getOperation())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool spindle::isInnermost(Operation *loop) {
  return !anyInside(loop, [](Operation *) { return true; });
}

bool spindle::holdsReduction(Operation *loop) {
  return anyInside(loop, [](Operation *inner) {
    iter::LoopAttr label = iter::getLabel(inner);
    return label && label.getKind() == iter::DimKind::Reduction;
  });
}

bool spindle::isDenseInside(Operation *loop) {
  return !anyInside(loop, [](Operation *inner) {
    iter::LoopAttr label = iter::getLabel(inner);
    return label && label.getAxis() != axis::AxisKind::DenseFixed;
  });
}

/// The indices of an access to memory or to a buffer by positions; none where
/// `op` is no access.
static ValueRange getIndices(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getIndices();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getIndices();
  if (auto load = dyn_cast<sparse::LoadOp>(op))
    return load.getIndices();
  if (auto store = dyn_cast<sparse::StoreOp>(op))
    return store.getIndices();
  if (auto accumulate = dyn_cast<sparse::AccumulateOp>(op))
    return accumulate.getIndices();
  return {};
}

bool spindle::isUnitStride(Operation *loop) {
  auto like = dyn_cast<LoopLikeOpInterface>(loop);
  std::optional<Value> variable;
  if (like)
    variable = like.getSingleInductionVar();
  if (!variable)
    return false;
  bool last = false;
  WalkResult result = loop->walk([&](Operation *op) {
    ValueRange indices = getIndices(op);
    if (indices.empty())
      return WalkResult::advance();
    if (llvm::is_contained(indices.drop_back(), *variable))
      return WalkResult::interrupt();
    last |= indices.back() == *variable;
    return WalkResult::advance();
  });
  return last && !result.wasInterrupted();
}
