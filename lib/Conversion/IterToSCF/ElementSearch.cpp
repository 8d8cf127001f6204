//===- ElementSearch.cpp - from coordinates to positions ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSearch.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::sparse::Layout;

/// For each axis of `layout` its coordinate; null on those that are no
/// dimension.
static SmallVector<Value> spread(const Layout &layout, ValueRange coordinates) {
  SmallVector<Value> spread;
  for (Value axis : layout.axes) {
    bool isDimension = axis::getAxisType(axis).isDimension();
    spread.push_back(isDimension ? coordinates.front() : Value());
    coordinates = coordinates.drop_front(isDimension ? 1 : 0);
  }
  return spread;
}

bool spindle::isOffsetByLookUp(Value axis) {
  return axis::getAxisType(axis).isDense() && !axis::mayLackCells(axis);
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

namespace {
using Values = SmallVector<Value>;

/// A search for one element, level by level. Each level that may lack the
/// coordinate opens an `scf.if`, inside which the rest of the search runs.
struct ElementSearch {
  Location loc;
  const Layout &layout;
  /// Per level: its coordinate, null where it is no dimension, and its site,
  /// null where no nest knows one.
  Values coordinates, sites;
  const NumbersOfSites &known;
  function_ref<Values(OpBuilder &, ArrayRef<Value>)> access;
  function_ref<Values(OpBuilder &)> missing;
  /// Per level searched so far, its numbers.
  SmallVector<SiteNumbers> places = {};

  Values run(OpBuilder &builder);

private:
  Values getUnder(int64_t level) const {
    return llvm::map_to_vector(layout.parents[level], [&](int64_t parent) {
      return places[parent].position;
    });
  }
  Value getCoordinateAbove(int64_t level, Value axis) const;
  Value search(OpBuilder &builder, int64_t level);
  Values branch(OpBuilder &builder, Value found);
  Values finish(OpBuilder &builder);
};
} // namespace

/// The coordinate on `axis`, an ancestor of the level's axis that a cut or a
/// skew depends on; null where that is.
Value ElementSearch::getCoordinateAbove(int64_t level, Value axis) const {
  if (!axis)
    return {};
  do
    level = layout.getOnlyParent(level);
  while (level >= 0 && layout.axes[level] != axis);
  return level < 0 ? Value() : places[level].coordinate;
}

/// All levels have numbers: index the storage by them.
Values ElementSearch::finish(OpBuilder &builder) {
  Values indices;
  for (int64_t level : layout.dims)
    indices.push_back(places[level].getIndex());
  return access(builder, indices);
}

/// Notes the numbers of a level that may lack the element; gives whether it has
/// it, an i1.
Value ElementSearch::search(OpBuilder &builder, int64_t level) {
  Value axis = layout.axes[level];
  Values under = getUnder(level);
  if (axis::getAxisType(axis).getKind() == AxisKind::Occupancy) {
    places.push_back(getOnlyNumbers(builder, loc, axis, under));
    return axis::OccupiedOp::create(builder, loc, builder.getI1Type(), axis,
                                    places.back().position, under, Value(),
                                    Value());
  }
  auto op = axis::LocateOp::create(
      builder, loc, builder.getIndexType(), builder.getI1Type(), axis,
      coordinates[level], under,
      getCoordinateAbove(level, axis::getCutBy(axis)), Value(),
      getCoordinateAbove(level, axis::getSkewAlong(axis)), nullptr);
  places.push_back(getNumbersAtPosition(builder, loc, axis, op.getPlace(),
                                        under, coordinates[level]));
  return op.getFound();
}

/// Goes on inside a branch that is taken where `found`.
Values ElementSearch::branch(OpBuilder &builder, Value found) {
  auto branch = scf::IfOp::create(
      builder, loc, found,
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, run(inside));
      },
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, missing(inside));
      });
  return llvm::to_vector_of<Value>(branch.getResults());
}

Values ElementSearch::run(OpBuilder &builder) {
  for (int64_t level = places.size(), end = layout.axes.size(); level < end;
       level = places.size()) {
    Value axis = layout.axes[level];
    if (Value site = sites[level]; site && known.contains(site))
      places.push_back(known.get(site));
    else if (axis::getAxisType(axis).getKind() == AxisKind::Product)
      places.push_back(getOnlyNumbers(builder, loc, axis, getUnder(level)));
    else if (isOffsetByLookUp(axis))
      places.push_back(getNumbersAtOffset(builder, loc, axis,
                                          coordinates[level], getUnder(level)));
    else
      return branch(builder, search(builder, level));
  }
  return finish(builder);
}

Values spindle::searchElement(
    OpBuilder &builder, Operation *op, const Layout &layout,
    ValueRange coordinates, const NumbersOfSites &places,
    function_ref<Values(OpBuilder &, ArrayRef<Value>)> access,
    function_ref<Values(OpBuilder &)> missing) {
  ElementSearch search{op->getLoc(),
                       layout,
                       spread(layout, coordinates),
                       sparse::findNestSites(op, layout, coordinates),
                       places,
                       access,
                       missing};
  return search.run(builder);
}
