//===- AxisConstructorRules.cpp - rules of constructors of axes -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Axis/IR/Layout.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle::axis;

//===----------------------------------------------------------------------===//
// Rules that several share
//===----------------------------------------------------------------------===//

/// (C1) The kind of the result.
static LogicalResult verifyKind(Operation *op, AxisKind kind) {
  auto type = cast<AxisType>(op->getResult(0).getType());
  if (type.getKind() == kind)
    return success();
  return op->emitOpError("(C1) expected ")
         << (kind == AxisKind::Occupancy ? "an " : "a ")
         << stringifyAxisKind(kind) << " axis but got " << type;
}

/// Whether `parent`, if there is one, is made by an axis or sparse operation.
static LogicalResult verifyParent(Operation *op, Value parent, StringRef rule) {
  return parent ? verifyIsAxis(op, parent, rule, "the parent") : success();
}

/// (C2) The element type of the array that the text calls `what`.
static LogicalResult verifyElements(Operation *op, Value array, Type expected,
                                    StringRef what) {
  Type type = cast<MemRefType>(array.getType()).getElementType();
  if (type == expected)
    return success();
  return op->emitOpError("(C2) expected ")
         << what << " of " << expected << " but got " << type;
}

/// Whether `array`, which the text calls `what`, has the shape of `layout`.
static LogicalResult verifyShape(Operation *op, Value array,
                                 FailureOr<Layout> layout, StringRef rule,
                                 StringRef what) {
  if (failed(layout))
    return op->emitOpError(rule) << " expected axes that values can lie on";
  auto type = cast<MemRefType>(array.getType());
  SmallVector<int64_t> expected = layout->getShape();
  if (type.getShape() == ArrayRef<int64_t>(expected))
    return success();
  return op->emitOpError(rule)
         << " expected " << what << " of the shape of "
         << MemRefType::get(expected, type.getElementType()) << " but got "
         << type;
}

/// Whether `number`, if constant, is one of `bits` bits with a sign, or index.
static LogicalResult verifyConstant(Operation *op, Value number, unsigned bits,
                                    StringRef rule, StringRef what) {
  APInt value;
  if (!number || !matchPattern(number, m_ConstantInt(&value)))
    return success();
  if (value.isNegative())
    return op->emitOpError(rule)
           << " expected " << what << " of at least 0 but got "
           << value.getSExtValue();
  if (value.getActiveBits() < bits)
    return success();
  return op->emitOpError(rule)
         << " expected " << what << " below 2^" << bits - 1 << ", which fits i"
         << bits << ", but got " << value.getSExtValue();
}

/// A constant extent is not negative and its coordinates fit `crd` (null: no
/// such array).
static LogicalResult verifyExtent(Operation *op, Value extent, Value from,
                                  Type crd, StringRef rule) {
  if (failed(verifyConstant(op, extent, 64, rule, "an extent")))
    return failure();
  APInt size, first(64, 0);
  if (!crd || !matchPattern(extent, m_ConstantInt(&size)) || size.isZero() ||
      (from && !matchPattern(from, m_ConstantInt(&first))))
    return success();
  APInt last = first + size - 1;
  unsigned bits = crd.getIntOrFloatBitWidth();
  if (first.isSignedIntN(bits) && last.isSignedIntN(bits))
    return success();
  return op->emitOpError(rule)
         << " expected coordinates that fit " << crd << " but got "
         << first.getSExtValue() << " to " << last.getSExtValue();
}

/// A variable axis has a parent and positions, or a count.
static LogicalResult verifyRootOrChild(Operation *op, Value parent,
                                       Value positions, Value count) {
  bool fits = parent ? positions && !count : count && !positions;
  if (fits)
    return success();
  return op->emitOpError("(C4) expected a parent with positions, or a count");
}

//===----------------------------------------------------------------------===//
// Fixed axes
//===----------------------------------------------------------------------===//

/// Whether `axis` is `parent` or one of its ancestors, each of the axes between
/// with one parent.
static bool isAbove(Value axis, Value parent) {
  llvm::SmallPtrSet<Value, 8> seen;
  for (; parent && seen.insert(parent).second; parent = getOnlyParent(parent))
    if (parent == axis)
      return true;
  return false;
}

/// (C3), (C4) What the cut of a fixed axis is by; `rule` is the number of the
/// latter.
template <typename FixedOp>
static LogicalResult verifyCut(FixedOp op, StringRef rule) {
  if (op.getLengths() && op.getCut()) // (C3)
    return op.emitOpError("(C3) expected 'lengths' or 'cut' but got both");
  if ((op.getLengths() || op.getCut()) && !op.getParent()) // (C3)
    return op.emitOpError("(C3) expected a parent for 'lengths' and 'cut'");
  Value by = op.getBy() ? op.getBy() : op.getParent();
  if (op.getCut() && !cast<AxisType>(by.getType()).isDimension()) // (C4)
    return op.emitOpError(rule)
           << " expected a cut by an axis with coordinates but got "
           << by.getType();
  if (!op.getBy())
    return success();
  if (!op.getCut()) // (C4)
    return op.emitOpError(rule) << " expected a 'cut' for 'by'";
  if (isAbove(op.getBy(), op.getParent()))
    return success();
  return op.emitOpError(rule) << " expected 'by' to name the parent or one of "
                                 "its ancestors";
}

/// (C3), (C7) What the skew of a dense_fixed axis is along.
static LogicalResult verifySkew(DenseFixedOp op) {
  if (bool(op.getSkew()) != bool(op.getAlong())) // (C7)
    return op.emitOpError("(C7) expected 'skew' and 'along' together");
  if (!op.getSkew())
    return success();
  if (op.getLengths()) // (C3)
    return op.emitOpError("(C3) expected 'lengths' or 'skew' but got both");
  if (!op.getParent()) // (C3)
    return op.emitOpError("(C3) expected a parent for 'skew'");
  auto type = cast<AxisType>(op.getAlong().getType());
  if (!type.isDimension()) // (C7)
    return op.emitOpError("(C7) expected a skew along an axis with coordinates "
                          "but got ")
           << type;
  if (isAbove(op.getAlong(), op.getParent()))
    return success();
  return op.emitOpError("(C7) expected 'along' to name the parent or one of "
                        "its ancestors");
}

LogicalResult DenseFixedOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0})))
    return failure();
  if (failed(verifyKind(*this, AxisKind::DenseFixed)))
    return failure();
  if (failed(verifyParent(*this, getParent(), "(C2)")))
    return failure();
  if (failed(verifyCut(*this, "(C4)")) || failed(verifySkew(*this)))
    return failure();
  if (getLengths() && failed(verifyShape(*this, getLengths(),
                                         getParentsLayout(getParent(), {-1}),
                                         "(C5)", "lengths")))
    return failure();
  return verifyExtent(*this, getExtent(), {}, {}, "(C6)");
}

LogicalResult SparseFixedOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0, 2, 5})))
    return failure();
  AxisType type = getResult().getType();
  if (failed(verifyKind(*this, AxisKind::SparseFixed)) ||
      failed(verifyElements(*this, getCoordinates(), type.getCrd(),
                            "coordinates")))
    return failure();
  if (failed(verifyParent(*this, getParent(), "(C3)")))
    return failure();
  if (getLengths() && !getParent()) // (C4)
    return emitOpError("(C4) expected a parent for 'lengths'");
  if ((getCut() || getBy()) && failed(verifyCut(*this, "(C6)")))
    return failure();
  if (failed(verifyShape(*this, getCoordinates(), getAxisLayout(getResult()),
                         "(C4)", "coordinates")))
    return failure();
  if (getLengths() && failed(verifyShape(*this, getLengths(),
                                         getParentsLayout(getParent(), {-1}),
                                         "(C4)", "lengths")))
    return failure();
  return verifyExtent(*this, getExtent(), getFrom(), type.getCrd(), "(C5)");
}

//===----------------------------------------------------------------------===//
// Variable axes
//===----------------------------------------------------------------------===//

/// Whether a constant count fits the type of positions.
static LogicalResult verifyCount(Operation *op, Value count, Type pos) {
  return verifyConstant(op, count, pos.getIntOrFloatBitWidth(), "(C5)",
                        "a count");
}

LogicalResult DenseVariableOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0})))
    return failure();
  AxisType type = getResult().getType();
  if (failed(verifyKind(*this, AxisKind::DenseVariable)))
    return failure();
  if (getPositions() &&
      failed(verifyElements(*this, getPositions(), type.getPos(), "positions")))
    return failure();
  if (failed(verifyParent(*this, getParent(), "(C3)")))
    return failure();
  if (failed(
          verifyRootOrChild(*this, getParent(), getPositions(), getCount())) ||
      failed(verifyExtent(*this, getExtent(), {}, {}, "(C5)")))
    return failure();
  return verifyCount(*this, getCount(), type.getPos());
}

LogicalResult SparseVariableOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0, 5})))
    return failure();
  AxisType type = getResult().getType();
  if (failed(verifyKind(*this, AxisKind::SparseVariable)))
    return failure();
  if (getPositions() &&
      failed(verifyElements(*this, getPositions(), type.getPos(), "positions")))
    return failure();
  if (failed(verifyElements(*this, getCoordinates(), type.getCrd(),
                            "coordinates")))
    return failure();
  if (failed(verifyParent(*this, getParent(), "(C3)")))
    return failure();
  if (failed(
          verifyRootOrChild(*this, getParent(), getPositions(), getCount())) ||
      failed(
          verifyExtent(*this, getExtent(), getFrom(), type.getCrd(), "(C5)")))
    return failure();
  return verifyCount(*this, getCount(), type.getPos());
}

//===----------------------------------------------------------------------===//
// Axes of one cell per fibre
//===----------------------------------------------------------------------===//

/// (C3) Each of `axes` is made by an axis or sparse operation.
static LogicalResult verifyAreAxes(Operation *op, ValueRange axes,
                                   StringRef rule, StringRef what) {
  for (Value axis : axes)
    if (failed(verifyIsAxis(op, axis, rule, what)))
      return failure();
  return success();
}

/// Whether each of `axes` is a root, or each has the same only parent.
static bool haveOneParent(ValueRange axes) {
  auto isAlike = [&](Value axis) {
    return isRoot(axis) == isRoot(axes.front()) &&
           getOnlyParent(axis) == getOnlyParent(axes.front());
  };
  return llvm::all_of(axes, isAlike) &&
         (isRoot(axes.front()) || getOnlyParent(axes.front()));
}

LogicalResult SingletonOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0, 3})))
    return failure();
  AxisType type = getResult().getType();
  if (failed(verifyKind(*this, AxisKind::Singleton)) ||
      failed(verifyElements(*this, getCoordinates(), type.getCrd(),
                            "coordinates")))
    return failure();
  if (getParents().empty()) // (C3)
    return emitOpError("(C3) expected at least one parent");
  if (failed(verifyAreAxes(*this, getParents(), "(C3)", "each parent")))
    return failure();
  if (getParents().size() > 1 && !haveOneParent(getParents())) // (C4)
    return emitOpError("(C4) expected several parents to be roots, or to have "
                       "one only parent in common");
  FailureOr<Layout> layout = getParentsLayout(getAxisParents(getResult()),
                                              getAxisParentLinks(getResult()));
  if (failed(
          verifyShape(*this, getCoordinates(), layout, "(C5)", "coordinates")))
    return failure();
  return verifyExtent(*this, getExtent(), getFrom(), type.getCrd(), "(C6)");
}

LogicalResult ProductOp::verify() {
  AxisType type = getResult().getType();
  if (failed(verifyKind(*this, AxisKind::Product)) ||
      failed(verifyElements(*this, getOffsets(), type.getPos(), "offsets")))
    return failure();
  Value factors[] = {getFirst(), getSecond()};
  if (failed(verifyAreAxes(*this, factors, "(C3)", "each factor")))
    return failure();
  auto isVariable = [](Value axis) {
    return cast<AxisType>(axis.getType()).isVariable();
  };
  if (llvm::all_of(factors, isVariable) && haveOneParent(factors) &&
      !isRoot(getFirst())) // (C3)
    return success();
  return emitOpError("(C3) expected two variable factors with one only parent "
                     "in common");
}

LogicalResult OccupancyOp::verify() {
  if (failed(verifyKind(*this, AxisKind::Occupancy)))
    return failure();
  if (getAxes().empty()) // (C2)
    return emitOpError("(C2) expected at least one axis");
  if (failed(verifyAreAxes(*this, getAxes(), "(C2)", "each axis")))
    return failure();
  for (auto [index, axis] : llvm::enumerate(getAxes()))
    if (spindle::axis::getParents(axis).size() > 1) // (C2)
      return emitOpError("(C2) axis ")
             << index << ": expected an axis with at most one parent but got "
             << axis.getType();
  ParentLists parents = getParentLists(OccupancyOp::getParents());
  if (failed(verifyParents(*this, getAxes(), parents, "(C3)")))
    return failure();
  int64_t fault = 0;
  return verifyShape(*this, getBits(), computeLayout(getAxes(), parents, fault),
                     "(C4)", "bits");
}
