//===- AxisOps.cpp - makers of axes and sites -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::axis;

#define GET_OP_CLASSES
#include "Spindle/Dialect/Axis/IR/AxisOps.cpp.inc"

/// Operand `index` of an operation that need not be verified; null where it has
/// fewer.
static Value getOperandIfAny(Operation *op, unsigned index) {
  return index < op->getNumOperands() ? op->getOperand(index) : Value();
}

/// Says that an axis is of no use without what its constructor `op` is given.
static void
addDependencies(Operation *op,
                const bufferization::RegisterDependenciesFn &addDependency) {
  for (Value operand : op->getOperands())
    addDependency(operand, op->getResult(0));
}

//===----------------------------------------------------------------------===//
// DenseFixedOp
//===----------------------------------------------------------------------===//

void DenseFixedOp::populateDependencies(
    bufferization::RegisterDependenciesFn addDependency) {
  addDependencies(*this, addDependency);
}

Value DenseFixedOp::getAxisParent(Value) { return getOperandIfAny(*this, 1); }

LogicalResult DenseFixedOp::verify() {
  AxisType type = getResult().getType();
  if (!type.isDense()) // (C1)
    return emitOpError("(C1) expected a dense_fixed axis but got ") << type;
  if (getParent()) // (C2)
    return verifyIsAxis(*this, getParent(), "(C2)", "the parent");
  return success();
}

//===----------------------------------------------------------------------===//
// SparseVariableOp
//===----------------------------------------------------------------------===//

Value SparseVariableOp::getAxisParent(Value) {
  return getOperandIfAny(*this, 1);
}

void SparseVariableOp::populateDependencies(
    bufferization::RegisterDependenciesFn addDependency) {
  addDependencies(*this, addDependency);
}

void SparseVariableOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPositionsMutable());
  effects.emplace_back(MemoryEffects::Read::get(), &getCoordinatesMutable());
}

LogicalResult SparseVariableOp::verify() {
  AxisType type = getResult().getType();
  if (type.getKind() != AxisKind::SparseVariable) // (C1)
    return emitOpError("(C1) expected a sparse_variable axis but got ") << type;
  Type pos = getPositions().getType().getElementType();
  if (pos != type.getPos()) // (C2)
    return emitOpError("(C2) expected positions of ")
           << type.getPos() << " but got " << pos;
  Type crd = getCoordinates().getType().getElementType();
  if (crd != type.getCrd()) // (C2)
    return emitOpError("(C2) expected coordinates of ")
           << type.getCrd() << " but got " << crd;
  return verifyIsAxis(*this, getParent(), "(C3)", "the parent");
}

//===----------------------------------------------------------------------===//
// PositionOfOp
//===----------------------------------------------------------------------===//

LogicalResult PositionOfOp::verify() {
  if (spindle::axis::getSiteAxis(getSite())) // (C1)
    return success();
  return emitOpError("(C1) expected a site made by a nest or a look-up");
}

//===----------------------------------------------------------------------===//
// LocateOp
//===----------------------------------------------------------------------===//

Value LocateOp::getSiteAxis(Value) { return getOperandIfAny(*this, 0); }

Value LocateOp::getSiteParent(Value) { return getOperandIfAny(*this, 2); }

/// (C5) Whether the strategy of a look-up can be used on its axis.
static LogicalResult verifyStrategy(LocateOp op) {
  AxisType type = op.getAxis().getType();
  LocateStrategy strategy = op.getStrategy().value_or(LocateStrategy::Linear);
  if (strategy == LocateStrategy::Direct && !type.isDense())
    return op.emitOpError("(C5) expected a dense_fixed axis for the strategy "
                          "'direct' but got ")
           << type;
  if (strategy == LocateStrategy::Binary && !type.getSorted())
    return op.emitOpError("(C5) expected a sorted axis for the strategy "
                          "'binary' but got ")
           << type;
  return success();
}

LogicalResult LocateOp::verify() {
  if (failed(verifyIsAxis(*this, getAxis(), "(C1)", "the axis")))
    return failure();
  Value parent = spindle::axis::getParent(getAxis());
  if (!parent != !getUnder()) // (C2)
    return emitOpError("(C2) expected ")
           << (parent ? "a place of the axis' parent after 'under'"
                      : "no 'under' for an axis without a parent");
  bool isSite = getUnder() && isa<SiteType>(getUnder().getType());
  if (isSite && spindle::axis::getSiteAxis(getUnder()) != parent) // (C3)
    return emitOpError("(C3) expected 'under' to be a site of the axis' "
                       "parent");
  if (!getAxis().getType().getUnique()) // (C4)
    return emitOpError("(C4) expected an axis with unique coordinates but got ")
           << getAxis().getType();
  if (getUnder() && getUnder().getType() != getPlace().getType()) // (C6)
    return emitOpError("(C6) expected a place of type ")
           << getUnder().getType() << " as 'under' is but got "
           << getPlace().getType();
  return verifyStrategy(*this); // (C5)
}

Speculation::Speculatability LocateOp::getSpeculatability() {
  return getAxis().getType().isDense() ? Speculation::Speculatable
                                       : Speculation::NotSpeculatable;
}
