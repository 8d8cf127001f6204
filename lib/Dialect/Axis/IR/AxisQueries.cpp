//===- AxisQueries.cpp - queries of axes ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle::axis;

/// (C1), (C2) `under` has one position per parent of an axis that is known.
template <typename QueryOp> static LogicalResult verifyFibreQuery(QueryOp op) {
  if (failed(verifyIsAxis(op, op.getAxis(), "(C1)", "the axis")))
    return failure();
  size_t count = getParents(op.getAxis()).size();
  if (count == op.getUnder().size())
    return success();
  return op.emitOpError("(C2) expected a position after 'under' per parent of "
                        "the axis, ")
         << count << ", but got " << op.getUnder().size();
}

/// (C3) `cut at` is for an axis with a cut, `skew at` for one with a skew.
template <typename QueryOp> static LogicalResult verifyKnown(QueryOp op) {
  if (op.getCutAt() && !hasCut(op.getAxis()))
    return op.emitOpError("(C3) expected an axis with a cut for 'cut at'");
  if (op.getSkewAt() && !hasSkew(op.getAxis()))
    return op.emitOpError("(C3) expected an axis with a skew for 'skew at'");
  return success();
}

/// A query may be asked where the program does not ask it if the result
/// needs no stored array: a position that does not exist would be read.
static Speculation::Speculatability ifStoresNothing(Value axis) {
  return cast<AxisType>(axis.getType()).isDense() && !mayLackCells(axis)
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

/// `number` as a result that is known.
static OpFoldResult getNumber(Operation *op, int64_t number) {
  return IntegerAttr::get(IndexType::get(op->getContext()), number);
}

LogicalResult ExtentOp::verify() {
  return verifyIsAxis(*this, getAxis(), "(C1)", "the axis");
}

Speculation::Speculatability ExtentOp::getSpeculatability() {
  return Speculation::Speculatable;
}

OpFoldResult ExtentOp::fold(FoldAdaptor) {
  if (!getAxis().getType().isDimension())
    return getNumber(*this, 1);
  return TypeSwitch<Operation *, OpFoldResult>(getAxis().getDefiningOp())
      .Case<DenseFixedOp, DenseVariableOp, SparseFixedOp, SparseVariableOp,
            SingletonOp>([](auto constructor) -> OpFoldResult {
        return constructor.getExtent();
      })
      .Default(OpFoldResult());
}

LogicalResult SizeOp::verify() {
  return verifyIsAxis(*this, getAxis(), "(C1)", "the axis");
}

Speculation::Speculatability SizeOp::getSpeculatability() {
  // The whole array is there, whatever the program asks.
  return Speculation::Speculatable;
}

OpFoldResult SizeOp::fold(FoldAdaptor) {
  // The cells of a root are those of its one fibre.
  return isRoot(getAxis()) ? OpFoldResult(getCellsPerFibre(getAxis()))
                           : OpFoldResult();
}

LogicalResult LengthOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0})) ||
      failed(verifyFibreQuery(*this)))
    return failure();
  return verifyKnown(*this);
}

Speculation::Speculatability LengthOp::getSpeculatability() {
  return ifStoresNothing(getAxis());
}

OpFoldResult LengthOp::fold(FoldAdaptor) {
  if (mayLackCells(getAxis()))
    return {};
  if (getAxis().getType().isThin())
    return getNumber(*this, 1);
  return getCellsPerFibre(getAxis());
}

LogicalResult StartOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0})) ||
      failed(verifyFibreQuery(*this)))
    return failure();
  return verifyKnown(*this);
}

Speculation::Speculatability StartOp::getSpeculatability() {
  return ifStoresNothing(getAxis());
}

OpFoldResult StartOp::fold(FoldAdaptor) {
  // The first cell exists, but where the fibre's position decides.
  Operation *constructor = getAxis().getDefiningOp();
  bool isKnown = constructor && isa<AxisDialect>(constructor->getDialect()) &&
                 !hasSkew(getAxis());
  return isKnown ? getNumber(*this, 0) : OpFoldResult();
}

LogicalResult PositionOp::verify() { return verifyFibreQuery(*this); }

Speculation::Speculatability PositionOp::getSpeculatability() {
  return ifStoresNothing(getAxis());
}

OpFoldResult PositionOp::fold(FoldAdaptor) {
  // In the one fibre of a root, positions are offsets.
  bool isFibre = getUnder().empty() && isMadeByAxisOp(getAxis());
  return isFibre ? OpFoldResult(getOffset()) : OpFoldResult();
}

LogicalResult CoordinateOp::verify() { return verifyFibreQuery(*this); }

Speculation::Speculatability CoordinateOp::getSpeculatability() {
  return ifStoresNothing(getAxis());
}

OpFoldResult CoordinateOp::fold(FoldAdaptor) {
  if (!getAxis().getType().isDimension())
    return getNumber(*this, 0);
  // In the one fibre of a dense root, positions are coordinates.
  bool denseRoot = getAxis().getType().isDense() && getUnder().empty();
  return denseRoot ? OpFoldResult(getPosition()) : OpFoldResult();
}

LogicalResult ParentOp::verify() {
  if (failed(verifyIsAxis(*this, getAxis(), "(C1)", "the axis")))
    return failure();
  if (!getOnlyParent(getAxis())) // (C2)
    return emitOpError("(C2) expected an axis with one parent");
  return success();
}

Speculation::Speculatability ParentOp::getSpeculatability() {
  // A division by a width of zero traps.
  return Speculation::NotSpeculatable;
}

OpFoldResult ParentOp::fold(FoldAdaptor) {
  // A singleton has its only parent's positions.
  bool isSingleton = getAxis().getType().getKind() == AxisKind::Singleton;
  return isSingleton ? OpFoldResult(getPosition()) : OpFoldResult();
}

LogicalResult OccupiedOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0, 1})) ||
      failed(verifyFibreQuery(*this)))
    return failure();
  return verifyKnown(*this);
}

Speculation::Speculatability OccupiedOp::getSpeculatability() {
  return ifStoresNothing(getAxis());
}
