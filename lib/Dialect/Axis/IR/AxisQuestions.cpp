//===- AxisQuestions.cpp - questions to axes ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle::axis;

/// (C2) `under` is given just when the axis has a parent.
template <typename QuestionOp>
static LogicalResult verifyFibreQuestion(QuestionOp op) {
  if (failed(verifyIsAxis(op, op.getAxis(), "(C1)", "the axis")))
    return failure();
  bool hasParent = bool(getParent(op.getAxis()));
  if (hasParent == bool(op.getUnder()))
    return success();
  return op.emitOpError("(C2) expected ")
         << (hasParent ? "a position of the axis' parent after 'under'"
                       : "no 'under' for an axis without a parent");
}

/// A question may be asked where the program does not ask it if the answer
/// needs no stored array: a position that does not exist would be read.
static Speculation::Speculatability ifDense(AxisType type) {
  return type.isDense() ? Speculation::Speculatable
                        : Speculation::NotSpeculatable;
}

LogicalResult ExtentOp::verify() {
  return verifyIsAxis(*this, getAxis(), "(C1)", "the axis");
}

Speculation::Speculatability ExtentOp::getSpeculatability() {
  return Speculation::Speculatable;
}

OpFoldResult ExtentOp::fold(FoldAdaptor) {
  if (auto dense = getAxis().getDefiningOp<DenseFixedOp>())
    return dense.getExtent();
  if (auto sparse = getAxis().getDefiningOp<SparseVariableOp>())
    return sparse.getExtent();
  return {};
}

LogicalResult SizeOp::verify() {
  return verifyIsAxis(*this, getAxis(), "(C1)", "the axis");
}

Speculation::Speculatability SizeOp::getSpeculatability() {
  // The whole array is there, whatever the program asks.
  return Speculation::Speculatable;
}

LogicalResult LengthOp::verify() { return verifyFibreQuestion(*this); }

Speculation::Speculatability LengthOp::getSpeculatability() {
  return ifDense(getAxis().getType());
}

LogicalResult PositionOp::verify() { return verifyFibreQuestion(*this); }

Speculation::Speculatability PositionOp::getSpeculatability() {
  return ifDense(getAxis().getType());
}

OpFoldResult PositionOp::fold(FoldAdaptor) {
  // In the one fibre of a dense root, positions are offsets.
  bool denseRoot = getAxis().getType().isDense() && !getUnder();
  return denseRoot ? OpFoldResult(getOffset()) : OpFoldResult();
}

LogicalResult CoordinateOp::verify() { return verifyFibreQuestion(*this); }

Speculation::Speculatability CoordinateOp::getSpeculatability() {
  return ifDense(getAxis().getType());
}

OpFoldResult CoordinateOp::fold(FoldAdaptor) {
  // In the one fibre of a dense root, positions are coordinates.
  bool denseRoot = getAxis().getType().isDense() && !getUnder();
  return denseRoot ? OpFoldResult(getPosition()) : OpFoldResult();
}

LogicalResult ParentOp::verify() {
  if (failed(verifyIsAxis(*this, getAxis(), "(C1)", "the axis")))
    return failure();
  if (!spindle::axis::getParent(getAxis())) // (C2)
    return emitOpError("(C2) expected an axis with a parent");
  return success();
}

Speculation::Speculatability ParentOp::getSpeculatability() {
  // A division by a width of zero traps.
  return Speculation::NotSpeculatable;
}

LogicalResult OccupiedOp::verify() { return verifyFibreQuestion(*this); }

Speculation::Speculatability OccupiedOp::getSpeculatability() {
  return ifDense(getAxis().getType());
}
