//===- VectorizeKinds.cpp - what differs between iterations ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeKinds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// Kinds of values
//===----------------------------------------------------------------------===//

// A value that loops carry is at first what it starts as, and becomes varying
// where what is yielded is of another kind: that is found after at most one
// pass per carried value.
LaneKinds::LaneKinds(scf::ForOp loop) : inside(loop.getRegion()) {
  kinds[loop.getInductionVar()] = LaneKind::Linear;
  for (Value carried : loop.getRegionIterArgs())
    kinds[carried] = LaneKind::Varying;
  do {
    changed = false;
    visit(*loop.getBody());
  } while (changed);
}

std::optional<LaneKind> LaneKinds::find(Value value) const {
  if (!inside.isAncestor(value.getParentRegion()))
    return LaneKind::Uniform;
  auto found = kinds.find(value);
  return found == kinds.end() ? std::nullopt
                              : std::optional<LaneKind>(found->second);
}

LaneKind LaneKinds::get(Value value) const {
  return find(value).value_or(LaneKind::Varying);
}

bool LaneKinds::areUniform(ValueRange values) const {
  return llvm::all_of(values, [&](Value value) { return isUniform(value); });
}

void LaneKinds::join(Value value, LaneKind kind) {
  auto [known, isNew] = kinds.try_emplace(value, kind);
  LaneKind joined = known->second == kind ? kind : LaneKind::Varying;
  changed |= isNew || joined != known->second;
  known->second = joined;
}

void LaneKinds::visit(Block &block) {
  for (Operation &op : block.without_terminator())
    llvm::TypeSwitch<Operation *>(&op)
        .Case<scf::ForOp, scf::IfOp>([&](auto op) { visit(op); })
        .Default([&](Operation *op) { visitPlain(op); });
}

void LaneKinds::visit(scf::ForOp inner) {
  bool together = areUniform(
      {inner.getLowerBound(), inner.getUpperBound(), inner.getStep()});
  join(inner.getInductionVar(),
       together ? LaneKind::Uniform : LaneKind::Varying);
  for (auto [carried, init] :
       llvm::zip_equal(inner.getRegionIterArgs(), inner.getInits()))
    join(carried, get(init));
  visit(*inner.getBody());
  for (auto [carried, yielded, result] :
       llvm::zip_equal(inner.getRegionIterArgs(), inner.getYieldedValues(),
                       inner.getResults())) {
    join(carried, get(yielded));
    join(result, together ? get(carried) : LaneKind::Varying);
  }
}

void LaneKinds::visit(scf::IfOp branch) {
  for (Region &region : branch->getRegions())
    if (!region.empty())
      visit(region.front());
  bool together = isUniform(branch.getCondition());
  for (OpResult result : branch.getResults())
    for (Region &region : branch->getRegions()) {
      Value yielded =
          region.front().getTerminator()->getOperand(result.getResultNumber());
      join(result, together ? get(yielded) : LaneKind::Varying);
    }
}

void LaneKinds::visitPlain(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visit(block);
  if (op->getNumResults() == 0)
    return;
  LaneKind kind = getResultKind(op);
  for (Value result : op->getResults())
    join(result, kind);
}

/// Whether numbers of `type` do not wrap round where they count iterations.
static bool countsIterations(Type type) {
  return type.isIndex() || type.isInteger(64);
}

/// Whether `map` gives one of its operands, `linear` by its number, and a sum
/// that does not depend on that.
static bool keepsSteps(AffineMap map, unsigned linear) {
  if (map.getNumResults() != 1)
    return false;
  MLIRContext *context = map.getContext();
  unsigned dims = map.getNumDims();
  bool isDim = linear < dims;
  AffineExpr operand = isDim ? getAffineDimExpr(linear, context)
                             : getAffineSymbolExpr(linear - dims, context);
  AffineExpr rest =
      simplifyAffineExpr(map.getResult(0) - operand, dims, map.getNumSymbols());
  return isDim ? !rest.isFunctionOfDim(linear)
               : !rest.isFunctionOfSymbol(linear - dims);
}

LaneKind LaneKinds::getResultKind(Operation *op) const {
  if (areUniform(op->getOperands()) && op->getNumRegions() == 0)
    return LaneKind::Uniform;
  SmallVector<unsigned> linear;
  for (OpOperand &operand : op->getOpOperands()) {
    LaneKind kind = get(operand.get());
    if (kind == LaneKind::Varying)
      return LaneKind::Varying;
    if (kind == LaneKind::Linear)
      linear.push_back(operand.getOperandNumber());
  }
  if (linear.size() != 1 || op->getNumResults() != 1 ||
      !countsIterations(op->getResult(0).getType()))
    return LaneKind::Varying;
  auto apply = dyn_cast<affine::AffineApplyOp>(op);
  bool isLinear = isa<arith::AddIOp, arith::IndexCastOp>(op) ||
                  (isa<arith::SubIOp>(op) && linear.front() == 0) ||
                  (apply && keepsSteps(apply.getAffineMap(), linear.front()));
  return isLinear ? LaneKind::Linear : LaneKind::Varying;
}

//===----------------------------------------------------------------------===//
// Kinds of accesses
//===----------------------------------------------------------------------===//

/// Whether the elements of `memory` that follow one another in the last
/// dimension are a vector in memory: i1 is a byte there, and a bit in a vector.
static bool isDenseInLast(MemRefType memory) {
  SmallVector<int64_t> strides;
  int64_t offset;
  Type element = memory.getElementType();
  bool hasBytes = element.isIndex() || (element.isIntOrFloat() &&
                                        element.getIntOrFloatBitWidth() >= 8);
  return hasBytes && succeeded(memory.getStridesAndOffset(strides, offset)) &&
         !strides.empty() && strides.back() == 1;
}

AccessKind spindle::loops::getAccessKind(const LaneKinds &kinds, Value memory,
                                         ValueRange indices) {
  if (kinds.areUniform(indices))
    return AccessKind::Same;
  if (kinds.areUniform(indices.drop_back()) &&
      kinds.get(indices.back()) == LaneKind::Linear &&
      isDenseInLast(cast<MemRefType>(memory.getType())))
    return AccessKind::Contiguous;
  return AccessKind::Scattered;
}
