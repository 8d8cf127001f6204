//===- SiteNumbers.cpp - sites as positions -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SiteNumbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// Known numbers
//===----------------------------------------------------------------------===//

SmallVector<Value> NumbersOfSites::getPositions(ValueRange sites) const {
  return llvm::map_to_vector(sites,
                             [&](Value site) { return get(site).position; });
}

Value spindle::findSiteAbove(Value axis, ValueRange under) {
  if (!axis)
    return {};
  // The ancestors of a cut or skewed axis are a chain.
  SmallVector<Value> sites = llvm::to_vector(under);
  while (sites.size() == 1) {
    if (axis::getSiteAxis(sites.front()) == axis)
      return sites.front();
    sites = axis::getSiteParents(sites.front());
  }
  return {};
}

Value spindle::getCutSite(Value axis, ValueRange under) {
  return findSiteAbove(axis::getCutBy(axis), under);
}

Value spindle::getSkewSite(Value axis, ValueRange under) {
  return findSiteAbove(axis::getSkewAlong(axis), under);
}

Value NumbersOfSites::getCutAt(Value axis, ValueRange under) const {
  Value site = getCutSite(axis, under);
  return site ? get(site).coordinate : Value();
}

Value NumbersOfSites::getSkewAt(Value axis, ValueRange under) const {
  Value site = getSkewSite(axis, under);
  return site ? get(site).coordinate : Value();
}

//===----------------------------------------------------------------------===//
// New numbers
//===----------------------------------------------------------------------===//

static Value buildPosition(OpBuilder &builder, Location loc, Value axis,
                           Value offset, ValueRange under) {
  return axis::PositionOp::create(builder, loc, builder.getIndexType(), axis,
                                  offset, under);
}

static Value buildBegin(OpBuilder &builder, Location loc, Value axis,
                        ValueRange under) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return buildPosition(builder, loc, axis, zero, under);
}

static Value buildCoordinate(OpBuilder &builder, Location loc, Value axis,
                             Value position, ValueRange under) {
  if (!axis::getAxisType(axis).isDimension())
    return arith::ConstantIndexOp::create(builder, loc, 0);
  return axis::CoordinateOp::create(builder, loc, builder.getIndexType(), axis,
                                    position, under);
}

SiteNumbers spindle::getNumbersAtOffset(OpBuilder &builder, Location loc,
                                        Value axis, Value offset,
                                        ValueRange under) {
  Value position = buildPosition(builder, loc, axis, offset, under);
  if (axis::getAxisType(axis).isDense())
    return {position, offset, offset};
  return {position, offset,
          buildCoordinate(builder, loc, axis, position, under)};
}

SiteNumbers spindle::getNumbersAtPosition(OpBuilder &builder, Location loc,
                                          Value axis, Value position,
                                          ValueRange under, Value coordinate) {
  if (!coordinate)
    coordinate = buildCoordinate(builder, loc, axis, position, under);
  if (!axis::getAxisType(axis).isFixed())
    return {position, {}, coordinate};
  if (axis::getAxisType(axis).isDense())
    return {position, coordinate, coordinate};
  Value begin = buildBegin(builder, loc, axis, under);
  Value offset = arith::SubIOp::create(builder, loc, position, begin);
  return {position, offset, coordinate};
}

SiteNumbers spindle::getOnlyNumbers(OpBuilder &builder, Location loc,
                                    Value axis, ValueRange under) {
  Value position = buildBegin(builder, loc, axis, under);
  return getNumbersAtPosition(builder, loc, axis, position, under);
}
