//===- LoopProperties.cpp - which loops a schedule means ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/LoopProperties.h"

#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Analysis/MostIterations.h"
#include "Spindle/Analysis/UniqueNumbers.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
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
  if (auto update = dyn_cast<iter::AtomicUpdateOp>(op))
    return update.getIndices();
  return {};
}

/// The variable of `loop`, if it has one.
static std::optional<Value> getVariable(Operation *loop) {
  auto like = dyn_cast<LoopLikeOpInterface>(loop);
  return like ? like.getSingleInductionVar() : std::nullopt;
}

/// The factor of `variable` in the sum that `index` is; 0 where it is not in
/// it.
static int64_t getFactor(Value variable, Value index) {
  auto sum = iter::getLinearIndex(index);
  if (sum)
    for (const auto &term : sum->terms)
      if (term.value == variable)
        return term.factor;
  return 0;
}

/// Whether `index` is a coordinate at a position that `variable` tells, of
/// those that come once: the row that stands at a position of a slice.
static bool namesRow(Value variable, Value index) {
  Operation *op = index.getDefiningOp();
  auto query = dyn_cast_or_null<axis::CoordinateOp>(op);
  auto load = dyn_cast_or_null<memref::LoadOp>(op);
  if (load && load->hasAttr(iter::IterDialect::kUniqueAttr))
    return llvm::is_contained(load.getIndices(), variable);
  if (!isa_and_present<arith::IndexCastOp, axis::PositionOp>(op) &&
      !(query && iter::hasUniqueCoordinates(query.getAxis())))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand == variable || namesRow(variable, operand);
  });
}

bool spindle::isStrided(Operation *loop) {
  std::optional<Value> variable = getVariable(loop);
  return variable &&
         loop->walk([&](Operation *op) {
               ValueRange indices = getIndices(op);
               bool found = !indices.empty() &&
                            llvm::any_of(indices.drop_back(), [&](Value index) {
                              return getFactor(*variable, index) != 0 ||
                                     namesRow(*variable, index);
                            });
               return found ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted();
}

bool spindle::hasFewIterations(Operation *loop) {
  auto plain = dyn_cast<scf::ForOp>(loop);
  std::optional<int64_t> most;
  if (plain)
    most = loops::getMostIterations(plain);
  return most && *most <= 32;
}

bool spindle::isUnitStride(Operation *loop) {
  std::optional<Value> variable = getVariable(loop);
  if (!variable)
    return false;
  // Tiles step by their size, and their points one by one.
  auto plain = dyn_cast<scf::ForOp>(loop);
  bool stepsByOne = plain && matchPattern(plain.getStep(), m_One());
  bool last = false;
  WalkResult result = loop->walk([&](Operation *op) {
    ValueRange indices = getIndices(op);
    if (indices.empty())
      return WalkResult::advance();
    if (llvm::any_of(indices.drop_back(), [&](Value index) {
          return getFactor(*variable, index) != 0 || namesRow(*variable, index);
        }))
      return WalkResult::interrupt();
    last |= indices.back() == *variable ||
            (stepsByOne && getFactor(*variable, indices.back()) == 1);
    return WalkResult::advance();
  });
  return last && !result.wasInterrupted();
}
