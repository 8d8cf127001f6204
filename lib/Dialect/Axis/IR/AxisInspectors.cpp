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

//===----------------------------------------------------------------------===//
// WavefrontsOp
//===----------------------------------------------------------------------===//

Value WavefrontsOp::getInspected() { return getAxis(); }

SmallVector<int64_t> WavefrontsOp::getNumbers() { return {getBackwards()}; }

SmallVector<Value> WavefrontsOp::getFilled() {
  return {getStarts(), getOrder(), getRows()};
}

LogicalResult WavefrontsOp::verify() {
  if (failed(verifyPattern(*this, getAxis())))
    return failure();
  if (cast<MemRefType>(getStarts().getType()).getLayout().isIdentity()) // (C3)
    return success();
  return emitOpError("(C3) expected memory without a layout but got ")
         << getStarts().getType();
}
