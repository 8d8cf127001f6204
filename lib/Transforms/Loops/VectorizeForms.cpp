//===- VectorizeForms.cpp - vectors and single lanes ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeForms.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

/// An i1 is a byte in memory, which no gather of a processor knows; lanes load
/// elements each on its own.
static bool hasGathers(MemRefType memory, Gathers gathers) {
  SmallVector<int64_t> strides;
  int64_t offset;
  Type element = memory.getElementType();
  unsigned least = gathers == Gathers::OfLanes ? 1 : 32;
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= least &&
         succeeded(memory.getStridesAndOffset(strides, offset)) &&
         !strides.empty() && strides.back() == 1;
}

bool ValueForms::isSingle(Value memory, ValueRange indices) const {
  return gathers == Gathers::Single || !kinds.areUniform(indices.drop_back()) ||
         !hasGathers(cast<MemRefType>(memory.getType()), gathers);
}

ValueForms::ValueForms(scf::ForOp loop, const LaneKinds &kinds, Gathers gathers,
                       memref::StoreOp kept)
    : kinds(kinds), gathers(gathers), kept(kept) {
  loop.getBody()->walk([&](Operation *op) { visit(op); });
}

/// What is needed whatever its results are used for.
void ValueForms::visit(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    needVector(store.getValueToStore());
    if (store != kept &&
        getAccessKind(kinds, store.getMemRef(), store.getIndices()) ==
            AccessKind::Scattered)
      needAddress(store.getMemRef(), store.getIndices());
  } else if (auto update = dyn_cast<iter::AtomicUpdateOp>(op)) {
    needVector(update.getValue());
    if (getAccessKind(kinds, update.getMemref(), update.getIndices()) ==
        AccessKind::Scattered)
      for (Value index : update.getIndices())
        if (!kinds.isUniform(index))
          needVector(index);
  } else if (auto prefetch = dyn_cast<memref::PrefetchOp>(op)) {
    if (!kinds.areUniform(prefetch.getIndices()))
      llvm::for_each(prefetch.getIndices(),
                     [&](Value index) { needLanes(index); });
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, carried] :
         llvm::zip_equal(loop.getInits(), loop.getRegionIterArgs()))
      if (kinds.isVarying(carried))
        needVector(init);
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (!kinds.isUniform(branch.getCondition()))
      needVector(branch.getCondition());
  } else if (auto yield = dyn_cast<scf::YieldOp>(op)) {
    auto loop = dyn_cast<scf::ForOp>(yield->getParentOp());
    for (auto [number, value] : llvm::enumerate(yield.getResults()))
      if (loop ? kinds.isVarying(loop.getRegionIterArg(number))
               : kinds.isVarying(yield->getParentOp()->getResult(number)))
        needVector(value);
  }
}

void ValueForms::needVector(Value value) {
  if (!vectors.insert(value) || !kinds.isVarying(value))
    return;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0)
    return;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (getAccessKind(kinds, load.getMemRef(), load.getIndices()) ==
        AccessKind::Scattered)
      needAddress(load.getMemRef(), load.getIndices());
    return;
  }
  for (Value operand : op->getOperands())
    needVector(operand);
}

void ValueForms::needLanes(Value value) {
  usesLanes = true;
  if (!kinds.isVarying(value) || !lanes.insert(value).second)
    return;
  Operation *op = value.getDefiningOp();
  // What loops carry, and what branches give, are vectors.
  if (!op || op->getNumRegions() != 0)
    return needVector(value);
  bool isLoad = isa<memref::LoadOp>(op);
  for (Value operand :
       isLoad ? op->getOperands().drop_front() : ValueRange(op->getOperands()))
    needLanes(operand);
}

void ValueForms::needAddress(Value memory, ValueRange indices) {
  if (!isSingle(memory, indices))
    return needVector(indices.back());
  ++singleAccesses;
  llvm::for_each(indices, [&](Value index) { needLanes(index); });
}
