//===- LoopPairs.cpp - loops of two nests that are alike ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPairs.h"

#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Transforms/Positions/FuseLoops.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

/// Whether `op` gives the same in another place, where memory holds the same.
static bool isRepeatable(Operation *op) {
  if (op->getNumRegions() != 0 ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<axis::AxisType>))
    return false;
  return isMemoryEffectFree(op) || isa<sparse::LoadOp>(op);
}

bool LoopPairs::areEqual(Value value, Value other) const {
  if (map.lookupOrDefault(value) == other)
    return true;
  auto one = dyn_cast<OpResult>(value), second = dyn_cast<OpResult>(other);
  if (!one || !second || one.getResultNumber() != second.getResultNumber() ||
      !isRepeatable(one.getOwner()) || !isRepeatable(second.getOwner()))
    return false;
  return OperationEquivalence::isEquivalentTo(
      one.getOwner(), second.getOwner(),
      [&](Value lhs, Value rhs) { return success(areEqual(lhs, rhs)); },
      /*markEquivalent=*/nullptr,
      OperationEquivalence::IgnoreLocations |
          OperationEquivalence::IgnoreDiscardableAttrs);
}

std::optional<LoopPairs> LoopPairs::find(scf::ForOp nest, Operation *op) {
  SmallVector<scf::ForOp> around;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    around.insert(around.begin(), loop);
  LoopPairs pairs(nest);
  for (scf::ForOp loop = nest; loop; loop = getOnlyLoop(loop)) {
    auto *partner = llvm::find_if(around, [&](scf::ForOp other) {
      return pairs.areEqual(loop.getLowerBound(), other.getLowerBound()) &&
             pairs.areEqual(loop.getUpperBound(), other.getUpperBound()) &&
             pairs.areEqual(loop.getStep(), other.getStep()) &&
             loop.getUnsignedCmp() == other.getUnsignedCmp();
    });
    if (partner == around.end())
      return std::nullopt;
    pairs.map.map(loop.getInductionVar(), partner->getInductionVar());
    around.erase(partner);
    ++pairs.partners;
  }
  return pairs;
}

Value LoopPairs::make(OpBuilder &builder, Value value) {
  Operation *op = value.getDefiningOp();
  if (map.contains(value) || !op || !nest->isProperAncestor(op))
    return map.lookupOrDefault(value);
  for (Value operand : op->getOperands())
    (void)make(builder, operand);
  builder.clone(*op, map);
  return map.lookup(value);
}

sparse::StoreOp spindle::iter::findOnlyStore(scf::ForOp nest,
                                             std::string &refusal) {
  sparse::StoreOp store;
  Block *innermost = nest.getBody();
  for (scf::ForOp loop = nest; loop; loop = getOnlyLoop(loop)) {
    refusal = checkNothingCarried(loop);
    if (!refusal.empty())
      return {};
    innermost = loop.getBody();
  }
  WalkResult walked = nest.getBody()->walk([&](Operation *op) {
    auto other = dyn_cast<sparse::StoreOp>(op);
    bool isStore = other && !store && other->getBlock() == innermost;
    if (isStore)
      store = other;
    return isStore || isa<scf::ForOp, scf::YieldOp>(op) || isRepeatable(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  refusal = "it does more than store an element in each iteration";
  return walked.wasInterrupted() ? sparse::StoreOp() : store;
}

/// Adds to `makers` the operations in `nest` that `value` is made by.
static void addMakers(scf::ForOp nest, Value value,
                      llvm::SetVector<Operation *> &makers) {
  Operation *op = value.getDefiningOp();
  if (!op || !nest->isProperAncestor(op) || makers.contains(op))
    return;
  for (Value operand : op->getOperands())
    addMakers(nest, operand, makers);
  makers.insert(op);
}

SmallVector<Operation *> spindle::iter::findMakers(scf::ForOp nest,
                                                   Value value) {
  llvm::SetVector<Operation *> makers;
  addMakers(nest, value, makers);
  return makers.takeVector();
}

bool spindle::iter::callsFunction(Operation *op) {
  return isa_and_present<math::MathDialect>(op->getDialect());
}
