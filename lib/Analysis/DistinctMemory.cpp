//===- DistinctMemory.cpp - memory that does not overlap ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/DistinctMemory.h"

#include "Spindle/Analysis/ConstantMemory.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace spindle::sparse;

/// What `memory` is the same as, or a view of; null where it is neither.
static Value getSource(Value memory) {
  auto result = dyn_cast<OpResult>(memory);
  if (!result)
    return {};
  if (auto distinct = dyn_cast<memref::DistinctObjectsOp>(result.getOwner()))
    return distinct.getOperand(result.getResultNumber());
  if (auto view = dyn_cast<ViewLikeOpInterface>(result.getOwner()))
    return view.getViewSource();
  return {};
}

Value spindle::sparse::getRootMemory(Value memory) {
  while (Value source = getSource(memory))
    memory = source;
  return memory;
}

static bool isAllocation(Value root) {
  auto effects = root.getDefiningOp<MemoryEffectOpInterface>();
  return effects && effects.getEffectOnValue<MemoryEffects::Allocate>(root);
}

bool spindle::sparse::isArgument(Value memory) {
  auto arg = dyn_cast<BlockArgument>(memory);
  return arg && arg.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(arg.getOwner()->getParentOp());
}

Value spindle::sparse::skipStatements(Value memory) {
  while (auto distinct = memory.getDefiningOp<memref::DistinctObjectsOp>())
    memory = distinct.getOperand(cast<OpResult>(memory).getResultNumber());
  return memory;
}

/// Notes the pairs that `op` speaks of all of: what is said of a view need not
/// hold for the rest of what it is a view of. `named` has what the results of
/// statements before are names of, and gets those of this one.
static void notePairs(memref::DistinctObjectsOp op,
                      llvm::DenseMap<Value, Value> &named,
                      DenseSet<std::pair<Value, Value>> &pairs) {
  SmallVector<Value> roots;
  for (auto [operand, result] :
       llvm::zip_equal(op.getOperands(), op.getResults())) {
    auto known = named.find(operand);
    Value memory =
        known == named.end() ? skipStatements(operand) : known->second;
    named[result] = memory;
    if (!getSource(memory))
      roots.push_back(memory);
  }
  for (Value first : roots)
    for (Value second : roots)
      if (first != second)
        pairs.insert({first, second});
}

DistinctMemory::DistinctMemory(Operation *function) {
  llvm::DenseMap<Value, Value> named;
  // What a branch says holds where it is taken.
  for (Region &region : function->getRegions())
    if (!region.empty())
      for (auto op : region.front().getOps<memref::DistinctObjectsOp>())
        notePairs(op, named, pairs);
}

bool DistinctMemory::areDistinct(Value first, Value second) const {
  Value one = getRootMemory(first), other = getRootMemory(second);
  if (one == other)
    return false;
  // Nothing writes to a constant.
  StringAttr constant = spindle::getConstantSymbol(one),
             otherConstant = spindle::getConstantSymbol(other);
  if (constant || otherConstant)
    return constant != otherConstant;
  bool oneIsOwn = isAllocation(one), otherIsOwn = isAllocation(other);
  return (oneIsOwn && (otherIsOwn || isArgument(other))) ||
         (otherIsOwn && isArgument(one)) || pairs.contains({one, other});
}
