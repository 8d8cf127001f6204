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
  llvm::append_range(axes, getFurther());
  return axes;
}

SmallVector<OpFoldResult> TileFusionOp::getNumbers() {
  SmallVector<OpFoldResult> numbers = {getRows(), getTile(), getWorkers(),
                                       getCache()};
  llvm::append_range(numbers, getBytes());
  Builder builder(getContext());
  for (size_t consumer = 0; consumer < getNumConsumers(); ++consumer)
    numbers.push_back(builder.getIndexAttr(readsItself(consumer)));
  llvm::append_range(numbers, getFurtherBytes());
  return numbers;
}

SmallVector<Value> TileFusionOp::getFilled() {
  SmallVector<Value> filled = {
      getStarts(), getFusedStarts(),  getFused(),  getRestStarts(),
      getRest(),   getEscapeStarts(), getEscapes()};
  llvm::append_range(filled, getFurtherFilled());
  return filled;
}

SmallVector<std::string> TileFusionOp::getFilledNames() {
  SmallVector<std::string> names = {
      "starts", "fused_starts",  "fused",  "rest_starts",
      "rest",   "escape_starts", "escapes"};
  for (size_t further = 2; further <= getNumConsumers(); ++further)
    for (StringRef name : {"fused_starts", "fused", "rest_starts", "rest"})
      names.push_back((name + Twine(further)).str());
  return names;
}

Value TileFusionOp::getPatternOf(size_t consumer) {
  return consumer == 0 ? getAxis() : getFurther()[consumer - 1];
}

Value TileFusionOp::getFusedStartsOf(size_t consumer) {
  return consumer == 0 ? getFusedStarts()
                       : getFurtherFilled()[4 * consumer - 4];
}

Value TileFusionOp::getFusedOf(size_t consumer) {
  return consumer == 0 ? getFused() : getFurtherFilled()[4 * consumer - 3];
}

Value TileFusionOp::getRestStartsOf(size_t consumer) {
  return consumer == 0 ? getRestStarts() : getFurtherFilled()[4 * consumer - 2];
}

Value TileFusionOp::getRestOf(size_t consumer) {
  return consumer == 0 ? getRest() : getFurtherFilled()[4 * consumer - 1];
}

Value TileFusionOp::getRestsOf(size_t consumer) {
  if (consumer == 0)
    return getRests();
  return getFurtherCounts()[2 * consumer - 2];
}

LogicalResult TileFusionOp::verify() {
  if (failed(verifyInspector(*this)))
    return failure();
  if (getBytes().size() != 6)
    return emitOpError("(C4) expected six numbers of bytes but got ")
           << getBytes().size();
  size_t further = getFurther().size();
  struct Part {
    size_t each, got;
    StringRef name;
  };
  for (const Part &part :
       {Part{3, getFurtherBytes().size(), "numbers of bytes"},
        Part{4, getFurtherFilled().size(), "arrays"},
        Part{2, getFurtherCounts().size(), "results"}})
    if (part.got != part.each * further)
      return emitOpError("(C5) expected ")
             << part.each * further << " " << part.name << " of " << further
             << " further loops but got " << part.got;
  for (Value array : getFurtherFilled())
    if (array.getType() != getStarts().getType())
      return emitOpError("(C5) expected arrays of further loops of type ")
             << getStarts().getType() << " but got " << array.getType();
  if (getItself() && getItself()->size() != getNumConsumers())
    return emitOpError("(C6) expected 'itself' of ")
           << getNumConsumers() << " loops but got one of "
           << getItself()->size();
  return success();
}
