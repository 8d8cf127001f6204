//===- LookUps.cpp - look-ups as searches ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queries.h"

#include "Cell.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using arith::CmpIPredicate;
using spindle::axis::AxisType;
using spindle::axis::LocateOp;
using spindle::axis::LocateStrategy;
using spindle::axis::SingletonOp;
using spindle::axis::SparseFixedOp;
using spindle::axis::SparseVariableOp;

/// A position and whether it is there.
using Located = std::pair<Value, Value>;

//===----------------------------------------------------------------------===//
// Fibres without coordinates
//===----------------------------------------------------------------------===//

/// There where the coordinate is below the length, and not before the start.
static Located locateDirect(QueryBuilder &builder, LocateOp op) {
  Value length = buildLength(builder, op.getAxis(), op.getUnder(),
                             op.getCutAt(), op.getSkewAt());
  Value begin = buildBegin(builder, op.getAxis(), op.getUnder());
  Value place = add(builder, begin, op.getCoordinate());
  // As unsigned numbers, negative ones are out of range too.
  Value found =
      compare(builder, CmpIPredicate::ult, op.getCoordinate(), length);
  if (axis::hasSkew(op.getAxis())) {
    Value start = buildStart(builder, op.getAxis(), op.getUnder(),
                             op.getCutAt(), op.getSkewAt());
    Value after =
        compare(builder, CmpIPredicate::sge, op.getCoordinate(), start);
    found = arith::AndIOp::create(builder, found, after);
  }
  if (op.getFrom()) {
    Value onwards = arith::MaxSIOp::create(builder, place, op.getFrom());
    place =
        arith::MinSIOp::create(builder, onwards, add(builder, begin, length));
  }
  return {place, found};
}

//===----------------------------------------------------------------------===//
// Fibres with coordinates
//===----------------------------------------------------------------------===//

namespace {
/// A fibre's coordinates. Its slots are what the array is indexed by: the
/// positions of a variable axis, the offsets of a fixed one.
struct StoredFibre {
  StoredFibre(QueryBuilder &builder, LocateOp op);

  Value begin, length, coordinates;
  /// The indices of the array before that of the slot.
  SmallVector<Value> outer;
  /// The position of slot 0.
  Value origin;

  Value getEnd(QueryBuilder &builder) const {
    return add(builder, begin, length);
  }
  Value getCoordinate(QueryBuilder &builder, Value place) const {
    SmallVector<Value> indices(outer);
    indices.push_back(place);
    return loadIndex(builder, coordinates, indices);
  }
};
} // namespace

StoredFibre::StoredFibre(QueryBuilder &builder, LocateOp op) {
  Value axis = op.getAxis();
  begin = origin = constant(builder, 0);
  length =
      buildLength(builder, axis, op.getUnder(), op.getCutAt(), op.getSkewAt());
  if (auto sparse = axis.getDefiningOp<SparseVariableOp>()) {
    coordinates = sparse.getCoordinates();
    begin = buildBegin(builder, axis, op.getUnder());
    return;
  }
  coordinates = axis.getDefiningOp<SparseFixedOp>().getCoordinates();
  origin = buildBegin(builder, axis, op.getUnder());
  // A fixed axis opens the last dimension: those before are its parent's.
  if (!axis::isRoot(axis))
    outer = Cell::at(axis::getOnlyParent(axis), op.getUnder().front())
                .getIndices(builder);
}

/// Whether `coordinate` is what the fibre has in slot `place`; nothing is read
/// where `isThere` is false.
static Value buildIsAt(QueryBuilder &builder, const StoredFibre &fibre,
                       Value isThere, Value place, Value coordinate) {
  auto branch = scf::IfOp::create(
      builder, isThere,
      [&](OpBuilder &b, Location loc) {
        QueryBuilder then(loc, b);
        Value here = fibre.getCoordinate(then, place);
        scf::YieldOp::create(
            then, compare(then, CmpIPredicate::eq, here, coordinate));
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, isThere);
      });
  return branch.getResult(0);
}

static Located locateBinary(QueryBuilder &builder, LocateOp op) {
  StoredFibre fibre(builder, op);
  auto isReached = [&](QueryBuilder &inside, Value place) {
    return compare(inside, CmpIPredicate::sle,
                   fibre.getCoordinate(inside, place), op.getCoordinate());
  };
  Value place =
      buildBinarySearch(builder, fibre.begin, fibre.length, isReached);
  Value isThere =
      compare(builder, CmpIPredicate::sgt, fibre.length, constant(builder, 0));
  Value found = buildIsAt(builder, fibre, isThere, place, op.getCoordinate());
  return {add(builder, fibre.origin, place), found};
}

/// The one slot that has the coordinate, in any order.
static Located locateLinear(QueryBuilder &builder, LocateOp op) {
  StoredFibre fibre(builder, op);
  auto isOther = [&](QueryBuilder &inside, Value place) {
    return compare(inside, CmpIPredicate::ne,
                   fibre.getCoordinate(inside, place), op.getCoordinate());
  };
  Value end = fibre.getEnd(builder);
  Value place = buildLinearSearch(builder, fibre.begin, end, isOther);
  Value found = compare(builder, CmpIPredicate::slt, place, end);
  return {add(builder, fibre.origin, place), found};
}

/// The first position from `from` on whose coordinate is not smaller.
static Located locateOnwards(QueryBuilder &builder, LocateOp op) {
  StoredFibre fibre(builder, op);
  auto isBelow = [&](QueryBuilder &inside, Value place) {
    return compare(inside, CmpIPredicate::slt,
                   fibre.getCoordinate(inside, place), op.getCoordinate());
  };
  Value from = subtract(builder, op.getFrom(), fibre.origin);
  Value end = fibre.getEnd(builder);
  Value place = buildGallop(builder, from, end, isBelow);
  Value isThere = compare(builder, CmpIPredicate::slt, place, end);
  Value found = buildIsAt(builder, fibre, isThere, place, op.getCoordinate());
  return {add(builder, fibre.origin, place), found};
}

/// The one position of a singleton's fibre.
static Located locateSingleton(QueryBuilder &builder, LocateOp op) {
  Value place = buildBegin(builder, op.getAxis(), op.getUnder());
  Value here = buildCoordinate(builder, op.getAxis(), place, op.getUnder());
  return {place, compare(builder, CmpIPredicate::eq, here, op.getCoordinate())};
}

Located spindle::buildLocate(QueryBuilder &builder, LocateOp op) {
  AxisType type = op.getAxis().getType();
  if (!type.hasCoordinates())
    return locateDirect(builder, op);
  if (op.getAxis().getDefiningOp<SingletonOp>())
    return locateSingleton(builder, op);
  auto usual =
      type.getSorted() ? LocateStrategy::Binary : LocateStrategy::Linear;
  switch (op.getStrategy().value_or(usual)) {
  case LocateStrategy::Binary:
    return locateBinary(builder, op);
  case LocateStrategy::Carry:
    return locateOnwards(builder, op);
  case LocateStrategy::Linear:
  case LocateStrategy::Direct:
    return locateLinear(builder, op);
  }
  llvm_unreachable("a look-up has one of these strategies");
}
