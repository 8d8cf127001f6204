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
/// dimension or may have any.
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
/// coordinate opens an `scf.if`, inside which the rest of the search runs, and
/// one that may have it more than once, or may have any, an `scf.while`, whose
/// turns run the rest until that finds the element.
struct ElementSearch {
  Location loc;
  const Layout &layout;
  /// Per level: its coordinate, null where it is no dimension or may have any,
  /// and its site, null where no nest knows one.
  Values coordinates, sites;
  const NumbersOfSites &known;
  function_ref<Values(OpBuilder &, ArrayRef<Value>)> access;
  function_ref<Values(OpBuilder &)> missing;
  /// Per level searched so far, its numbers.
  SmallVector<SiteNumbers> places = {};
  /// Whether what the search gives ends with whether it found the element, an
  /// i1.
  bool tells = false;

  Values run(OpBuilder &builder);

private:
  Values getUnder(int64_t level) const {
    return llvm::map_to_vector(layout.parents[level], [&](int64_t parent) {
      return places[parent].position;
    });
  }
  Value getCoordinateAbove(int64_t level, Value axis) const;
  Value search(OpBuilder &builder, int64_t level);
  Values branch(OpBuilder &builder, Value found,
                function_ref<Values(OpBuilder &)> next);
  Values tryAll(OpBuilder &builder, int64_t level);
  Values tryOne(OpBuilder &builder, int64_t level, Value position);
  Values finish(OpBuilder &builder);
  Values giveUp(OpBuilder &builder);
  Values tell(OpBuilder &builder, Values values, bool found) const;
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
  return tell(builder, access(builder, indices), true);
}

/// The element is missing.
Values ElementSearch::giveUp(OpBuilder &builder) {
  return tell(builder, missing(builder), false);
}

Values ElementSearch::tell(OpBuilder &builder, Values values,
                           bool found) const {
  if (tells)
    values.push_back(
        arith::ConstantIntOp::create(builder, loc, found, /*width=*/1));
  return values;
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

/// Goes on by `next` inside a branch that is taken where `found`.
Values ElementSearch::branch(OpBuilder &builder, Value found,
                             function_ref<Values(OpBuilder &)> next) {
  auto branch = scf::IfOp::create(
      builder, loc, found,
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, next(inside));
      },
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, giveUp(inside));
      });
  return llvm::to_vector_of<Value>(branch.getResults());
}

//===----------------------------------------------------------------------===//
// Coordinates that come more than once
//===----------------------------------------------------------------------===//

namespace {
/// The positions of a fibre that have a coordinate, or all where it is null. A
/// sorted one has them next to each other.
struct Candidates {
  Location loc;
  Value axis, coordinate;
  Values under;
  bool isSorted;

  /// Whether all that are looked at have the coordinate.
  bool areNextToEachOther() const { return isSorted || !coordinate; }
  /// Of all that may have it.
  Value first = {}, end = {};

  void find(OpBuilder &builder, Value cutAt);
  Value isHere(OpBuilder &builder, Value position) const;
  Value isNext(OpBuilder &builder, Value position, Value isFound) const;
};
} // namespace

void Candidates::find(OpBuilder &builder, Value cutAt) {
  Type index = builder.getIndexType();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  first = axis::PositionOp::create(builder, loc, index, axis, zero, under);
  Value length = axis::LengthOp::create(builder, loc, index, axis, under, cutAt,
                                        /*skewAt=*/Value());
  end = arith::AddIOp::create(builder, loc, first, length);
  auto carry = axis::LocateStrategyAttr::get(builder.getContext(),
                                             axis::LocateStrategy::Carry);
  if (isSorted && coordinate)
    first = axis::LocateOp::create(builder, loc, index, builder.getI1Type(),
                                   axis, coordinate, under, cutAt, first,
                                   /*skewAt=*/Value(), carry)
                .getPlace();
}

/// Whether `position` has the coordinate.
Value Candidates::isHere(OpBuilder &builder, Value position) const {
  Value here = axis::CoordinateOp::create(builder, loc, builder.getIndexType(),
                                          axis, position, under);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, here,
                               coordinate);
}

/// Whether to look at `position`, after what was looked at before it.
Value Candidates::isNext(OpBuilder &builder, Value position,
                         Value isFound) const {
  Value isOpen = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       position, end);
  Value no = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/1);
  isOpen = arith::SelectOp::create(builder, loc, isFound, no, isOpen);
  if (!isSorted || !coordinate)
    return isOpen;
  auto branch = scf::IfOp::create(
      builder, loc, isOpen,
      [&](OpBuilder &then, Location) {
        scf::YieldOp::create(then, loc, isHere(then, position));
      },
      [&](OpBuilder &otherwise, Location) {
        scf::YieldOp::create(otherwise, loc, no);
      });
  return branch.getResult(0);
}

/// Goes on below `position` of a level, which has the coordinate.
Values ElementSearch::tryOne(OpBuilder &builder, int64_t level,
                             Value position) {
  places.push_back(getNumbersAtPosition(builder, loc, layout.axes[level],
                                        position, getUnder(level),
                                        coordinates[level]));
  return run(builder);
}

/// Goes on below each position of a level that has the coordinate, or below all
/// where it may have any, one after the other, until the element is found.
Values ElementSearch::tryAll(OpBuilder &builder, int64_t level) {
  Value axis = layout.axes[level];
  Candidates candidates{loc, axis, coordinates[level], getUnder(level),
                        axis::getAxisType(axis).getSorted()};
  candidates.find(builder, getCoordinateAbove(level, axis::getCutBy(axis)));
  bool wasAsked = tells;
  tells = true;
  Values start = {candidates.first};
  llvm::append_range(start, giveUp(builder));
  auto test = [&](OpBuilder &inside, Location, ValueRange state) {
    Value isNext = candidates.isNext(inside, state.front(), state.back());
    scf::ConditionOp::create(inside, loc, isNext, state);
  };
  auto turn = [&](OpBuilder &inside, Location, ValueRange state) {
    Value position = state.front();
    Value one = arith::ConstantIndexOp::create(inside, loc, 1);
    Values next = {arith::AddIOp::create(inside, loc, position, one)};
    if (candidates.areNextToEachOther())
      llvm::append_range(next, tryOne(inside, level, position));
    else
      llvm::append_range(next,
                         branch(inside, candidates.isHere(inside, position),
                                [&](OpBuilder &then) {
                                  return tryOne(then, level, position);
                                }));
    scf::YieldOp::create(inside, loc, next);
  };
  auto loop = scf::WhileOp::create(builder, loc, ValueRange(start).getTypes(),
                                   start, test, turn);
  tells = wasAsked;
  ResultRange results = loop.getResults().drop_front();
  return llvm::to_vector_of<Value>(tells ? results : results.drop_back());
}

/// Whether a fibre of `axis` has one position, which has what is asked for.
static bool hasOnlyPosition(AxisType axis, bool isAsked) {
  return axis.getKind() == AxisKind::Product ||
         (axis.getKind() == AxisKind::Singleton && !isAsked);
}

Values ElementSearch::run(OpBuilder &builder) {
  for (int64_t level = places.size(), end = layout.axes.size(); level < end;
       level = places.size()) {
    Value axis = layout.axes[level];
    AxisType type = axis::getAxisType(axis);
    bool isAsked = bool(coordinates[level]);
    if (Value site = sites[level]; site && known.contains(site))
      places.push_back(known.get(site));
    else if (hasOnlyPosition(type, isAsked))
      places.push_back(getOnlyNumbers(builder, loc, axis, getUnder(level)));
    else if (isAsked && isOffsetByLookUp(axis))
      places.push_back(getNumbersAtOffset(builder, loc, axis,
                                          coordinates[level], getUnder(level)));
    else if (type.isDimension() && (!isAsked || !type.hasUniqueFibres()))
      return tryAll(builder, level);
    else
      return branch(builder, search(builder, level),
                    [&](OpBuilder &inside) { return run(inside); });
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
