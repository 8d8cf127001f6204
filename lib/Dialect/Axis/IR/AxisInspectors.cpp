//===- AxisInspectors.cpp - orders found in a pattern ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
using namespace spindle::axis;

/// Whether `rows` is an axis whose positions are the numbers of rows.
static bool areRows(Value rows) {
  return rows && isRoot(rows) && isMadeByAxisOp(rows) && !mayLackCells(rows) &&
         getAxisType(rows).getKind() == AxisKind::DenseFixed;
}

bool spindle::axis::isPatternOfRows(Value axis) {
  AxisType type = getAxisType(axis);
  return type.getKind() == AxisKind::SparseVariable &&
         type.getPos().getIntOrFloatBitWidth() >= 32 &&
         type.getCrd().getIntOrFloatBitWidth() >= 32 &&
         areRows(getOnlyParent(axis));
}

/// (C1), (C2) `axis` is the pattern of rows.
static LogicalResult verifyPattern(Operation *op, Value axis) {
  if (failed(verifyIsAxis(op, axis, "(C1)", "the axis")))
    return failure();
  // What 'sparse.unpack' makes is not known here.
  if (!isMadeByAxisOp(axis) || isPatternOfRows(axis))
    return success();
  return op->emitOpError("(C2) expected a sparse_variable axis of integers of "
                         "32 or 64 bits under a dense_fixed root but got ")
         << axis.getType();
}

/// (C1) to (C3) `op` looks at patterns of rows and fills memory without a
/// layout.
static LogicalResult verifyInspector(InspectorOpInterface op) {
  for (Value axis : op.getInspected())
    if (failed(verifyPattern(op, axis)))
      return failure();
  Type filled = op.getFilled().front().getType();
  if (cast<MemRefType>(filled).getLayout().isIdentity())
    return success();
  return op->emitOpError("(C3) expected memory without a layout but got ")
         << filled;
}

//===----------------------------------------------------------------------===//
// WavefrontsOp
//===----------------------------------------------------------------------===//

SmallVector<Value> WavefrontsOp::getInspected() { return {getAxis()}; }

SmallVector<OpFoldResult> WavefrontsOp::getNumbers() {
  return {Builder(getContext()).getIndexAttr(getBackwards())};
}

SmallVector<Value> WavefrontsOp::getFilled() {
  return {getStarts(), getOrder(), getRows()};
}

LogicalResult WavefrontsOp::verify() { return verifyInspector(*this); }

//===----------------------------------------------------------------------===//
// TileFusionOp
//===----------------------------------------------------------------------===//

SmallVector<Value> TileFusionOp::getInspected() {
  SmallVector<Value> axes = {getAxis()};
  if (getOf())
    axes.push_back(getOf());
  return axes;
}

SmallVector<OpFoldResult> TileFusionOp::getNumbers() {
  SmallVector<OpFoldResult> numbers = {getRows(), getTile(), getWorkers(),
                                       getCache()};
  llvm::append_range(numbers, getBytes());
  return numbers;
}

SmallVector<Value> TileFusionOp::getFilled() {
  return {getStarts(), getFusedStarts(),  getFused(),  getRestStarts(),
          getRest(),   getEscapeStarts(), getEscapes()};
}

LogicalResult TileFusionOp::verify() {
  if (failed(verifyInspector(*this)))
    return failure();
  if (getBytes().size() == 6)
    return success();
  return emitOpError("(C4) expected six numbers of bytes but got ")
         << getBytes().size();
}
