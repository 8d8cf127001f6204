//===- AxisLocate.cpp - look-ups of sites ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
using namespace spindle::axis;

/// What is done with sites may be done early where each is an argument of a
/// nest, or made of such: the site of a look-up need not be one.
static Speculation::Speculatability ifOfNests(ValueRange sites) {
  auto isOfNest = [](Value site) {
    auto join = site.getDefiningOp<JoinOp>();
    return isa<BlockArgument>(site) ||
           (join && join.getSpeculatability() == Speculation::Speculatable);
  };
  return llvm::all_of(sites, isOfNest) ? Speculation::Speculatable
                                       : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// PositionOfOp
//===----------------------------------------------------------------------===//

Speculation::Speculatability PositionOfOp::getSpeculatability() {
  return ifOfNests(getSite());
}

LogicalResult PositionOfOp::verify() {
  if (spindle::axis::getSiteAxis(getSite())) // (C1)
    return success();
  return emitOpError("(C1) expected a site made by a nest or a look-up");
}

//===----------------------------------------------------------------------===//
// LocateOp
//===----------------------------------------------------------------------===//

/// The sites after `under` of an operation that need not be verified.
static SmallVector<Value> getUnderIfAny(LocateOp op) {
  ArrayRef<int32_t> sizes = op.getProperties().operandSegmentSizes;
  int64_t sum = 0;
  for (int32_t size : sizes) {
    if (size < 0)
      return {};
    sum += size;
  }
  if (sum != op->getNumOperands() || sizes[0] != 1 || sizes[1] != 1)
    return {};
  return llvm::to_vector_of<Value>(op->getOperands().slice(2, sizes[2]));
}

Value LocateOp::getSiteAxis(Value) {
  Operation *op = *this;
  return op->getNumOperands() > 0 ? op->getOperand(0) : Value();
}

SmallVector<Value> LocateOp::getSiteParents(Value) {
  return getUnderIfAny(*this);
}

/// (C5) Whether the strategy of a look-up can be used on its axis.
static LogicalResult verifyStrategy(LocateOp op) {
  AxisType type = op.getAxis().getType();
  LocateStrategy strategy = op.getStrategy().value_or(LocateStrategy::Linear);
  bool carries = strategy == LocateStrategy::Carry;
  if (strategy == LocateStrategy::Direct && type.hasCoordinates())
    return op.emitOpError("(C5) expected an axis without an array of "
                          "coordinates for the strategy 'direct' but got ")
           << type;
  if ((carries || strategy == LocateStrategy::Binary) && !type.getSorted())
    return op.emitOpError("(C5) expected a sorted axis for the strategy '")
           << stringifyLocateStrategy(strategy) << "' but got " << type;
  if (carries != bool(op.getFrom()))
    return op.emitOpError("(C5) expected 'from' just with the strategy "
                          "'carry'");
  return success();
}

/// (C2), (C3), (C6) What a look-up lies under.
static LogicalResult verifyUnder(LocateOp op) {
  size_t count = spindle::axis::getParents(op.getAxis()).size();
  if (op.getUnder().size() != count) // (C2)
    return op.emitOpError(
               "(C2) expected a site or an index after 'under' per parent of "
               "the axis, ")
           << count << ", but got " << op.getUnder().size();
  Type type = op.getPlace().getType();
  for (Value under : op.getUnder())
    if (under.getType() != type) // (C6)
      return op.emitOpError("(C6) expected a result of type ")
             << under.getType() << " as 'under' is but got " << type;
  if (!isa<SiteType>(type))
    return success();
  if (op.getCutAt() || op.getSkewAt() || op.getFrom()) // (C6)
    return op.emitOpError(
        "(C6) expected positions with 'cut at', 'skew at' and "
        "'from'");
  return verifyUnderSites(op, op.getAxis(), op.getUnder(), "(C3)");
}

LogicalResult LocateOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {0, 1})) ||
      failed(verifyIsAxis(*this, getAxis(), "(C1)", "the axis")) ||
      failed(verifyUnder(*this)))
    return failure();
  AxisType type = getAxis().getType();
  if (!type.isDimension()) // (C7)
    return emitOpError("(C7) expected an axis with coordinates but got ")
           << type;
  if (!type.hasUniqueFibres() && !getFrom()) // (C4)
    return emitOpError("(C4) expected an axis with unique coordinates, or "
                       "'by carry', but got ")
           << type;
  if (getCutAt() && !hasCut(getAxis())) // (C8)
    return emitOpError("(C8) expected an axis with a cut for 'cut at'");
  if (getSkewAt() && !hasSkew(getAxis())) // (C8)
    return emitOpError("(C8) expected an axis with a skew for 'skew at'");
  return verifyStrategy(*this); // (C5)
}

Speculation::Speculatability LocateOp::getSpeculatability() {
  return getAxis().getType().isDense() && !mayLackCells(getAxis())
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// JoinOp
//===----------------------------------------------------------------------===//

Value JoinOp::getSiteAxis(Value) {
  Operation *op = *this;
  return op->getNumOperands() > 0 ? op->getOperand(0) : Value();
}

SmallVector<Value> JoinOp::getSiteParents(Value) {
  OperandRange operands = getOperation()->getOperands();
  if (operands.size() < 2)
    return {};
  auto sites = llvm::to_vector_of<Value>(operands.drop_front());
  size_t parents = spindle::axis::getParents(operands.front()).size();
  // A site below several has none in common with others; in a program that is
  // not verified it may lie under itself.
  auto join = sites.front().getDefiningOp<JoinOp>();
  bool isBelowSeveral = join && join->getNumOperands() > 2;
  if (sites.size() < 2 || parents != sites.size() + 1 || isBelowSeveral)
    return sites;
  // The site that they have in common comes first, as in the axis' parents.
  SmallVector<Value> above = spindle::axis::getSiteParents(sites.front());
  if (above.size() == 1)
    sites.insert(sites.begin(), above.front());
  return sites;
}

/// The factors or parents that the constructor of `axis`, which need not be
/// verified, names: its parents but the one that several have in common.
static SmallVector<Value> getNamedParents(Value axis) {
  SmallVector<Value> parents = spindle::axis::getParents(axis);
  if (llvm::is_contained(getParentLinks(axis), 0))
    parents.erase(parents.begin());
  return parents;
}

Speculation::Speculatability JoinOp::getSpeculatability() {
  return ifOfNests(getSites());
}

LogicalResult JoinOp::verify() {
  Operation *constructor = getAxis().getDefiningOp();
  if (!isa_and_nonnull<ProductOp, SingletonOp>(constructor)) // (C1)
    return emitOpError("(C1) expected a product or singleton made by an axis "
                       "operation but got ")
           << getAxis().getType();
  SmallVector<Value> parents = getNamedParents(getAxis());
  if (getSites().size() != parents.size()) // (C2)
    return emitOpError("(C2) expected ")
           << parents.size() << " sites but got " << getSites().size();
  for (auto [number, site] : llvm::enumerate(getSites()))
    if (spindle::axis::getSiteAxis(site) != parents[number]) // (C2)
      return emitOpError("(C2) expected site ")
             << number << " to lie on parent " << number << " of the axis";
  for (Value site : getSites())
    if (spindle::axis::getSiteParents(site) !=
        spindle::axis::getSiteParents(getSites().front())) // (C3)
      return emitOpError("(C3) expected sites that lie under the same site");
  return success();
}
