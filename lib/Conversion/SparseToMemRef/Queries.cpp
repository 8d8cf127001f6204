//===- Queries.cpp - queries as arithmetic and loads ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queries.h"

#include "Cell.h"
#include "Spindle/Analysis/UniqueNumbers.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using arith::CmpIPredicate;
using spindle::axis::AxisType;
using spindle::axis::DenseFixedOp;
using spindle::axis::DenseVariableOp;
using spindle::axis::Layout;
using spindle::axis::OccupancyOp;
using spindle::axis::PositionOp;
using spindle::axis::ProductOp;
using spindle::axis::SingletonOp;
using spindle::axis::SparseFixedOp;
using spindle::axis::SparseVariableOp;

//===----------------------------------------------------------------------===//
// The whole axis
//===----------------------------------------------------------------------===//

Value spindle::buildExtent(QueryBuilder &builder, Value axis) {
  return TypeSwitch<Operation *, Value>(axis.getDefiningOp())
      .Case<DenseFixedOp, DenseVariableOp, SparseFixedOp, SparseVariableOp,
            SingletonOp>(
          [](auto constructor) { return constructor.getExtent(); })
      .Default([&](Operation *) { return constant(builder, 1); });
}

Value spindle::buildWidth(QueryBuilder &builder, Value axis) {
  int64_t width = axis::getAxisType(axis).getWidth();
  if (!ShapedType::isDynamic(width))
    return constant(builder, width);
  if (auto sparse = axis.getDefiningOp<SparseFixedOp>())
    return sparse.getWidth();
  return axis.getDefiningOp<DenseFixedOp>().getExtent();
}

/// The array that delimits the fibres of a variable axis; null for a root.
static Value getPositions(Value axis) {
  if (auto sparse = axis.getDefiningOp<SparseVariableOp>())
    return sparse.getPositions();
  return axis.getDefiningOp<DenseVariableOp>().getPositions();
}

/// The number of positions of a variable axis that is a root.
static Value getCount(Value axis) {
  if (auto sparse = axis.getDefiningOp<SparseVariableOp>())
    return sparse.getCount();
  return axis.getDefiningOp<DenseVariableOp>().getCount();
}

Value spindle::buildDimSize(QueryBuilder &builder, Value axis) {
  return axis::getAxisType(axis).isFixed() ? buildWidth(builder, axis)
                                           : buildSize(builder, axis);
}

/// The number of cells of a thin axis that is no product: those of the layout
/// of its parents.
static Value buildThinSize(QueryBuilder &builder, Value axis) {
  // The verifier has seen to the layout.
  Layout layout = *axis::getAxisLayout(axis);
  Value size = buildDimSize(builder, layout.getAxis(0));
  for (int64_t dim = 1; dim < layout.getRank(); ++dim)
    size = multiply(builder, size, buildDimSize(builder, layout.getAxis(dim)));
  return size;
}

Value spindle::buildSize(QueryBuilder &builder, Value axis) {
  AxisType type = axis::getAxisType(axis);
  Value parent = axis::getOnlyParent(axis);
  if (auto product = axis.getDefiningOp<ProductOp>())
    return loadIndex(builder, product.getOffsets(),
                     buildSize(builder, axis::getParents(axis).front()));
  if (type.isThin())
    return parent ? buildSize(builder, parent) : buildThinSize(builder, axis);
  if (type.isVariable())
    return parent ? loadIndex(builder, getPositions(axis),
                              buildSize(builder, parent))
                  : getCount(axis);
  Value width = buildWidth(builder, axis);
  return parent ? multiply(builder, buildSize(builder, parent), width) : width;
}

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

/// The entry of `lengths` for the fibre under `under`.
static Value loadLength(QueryBuilder &builder, Value lengths, Value axis,
                        ValueRange under) {
  Cell cell = Cell::at(axis::getOnlyParent(axis), under.front());
  return loadIndex(builder, lengths, cell.getIndices(builder));
}

/// The coordinate on `above`, an ancestor of `axis`, of its fibre under
/// position `under`.
static Value findCoordinateAbove(QueryBuilder &builder, Value axis, Value above,
                                 Value under) {
  Value place = under;
  for (Value ancestor = axis::getOnlyParent(axis); ancestor != above;
       ancestor = axis::getOnlyParent(ancestor))
    place = buildParent(builder, ancestor, place);
  return buildCoordinate(builder, above, place, {});
}

/// How many coordinates of the dimension that cuts `axis`, of blocks of
/// `extent`, come before the fibre.
static Value buildBefore(QueryBuilder &builder, Value axis, Value extent,
                         ValueRange under, Value cutAt) {
  if (!cutAt)
    cutAt =
        findCoordinateAbove(builder, axis, axis::getCutBy(axis), under.front());
  return multiply(builder, extent, cutAt);
}

/// What the cut at `cut` leaves of a fibre: the size of the dimension less the
/// blocks before, at least nothing and at most all.
static Value buildCutLength(QueryBuilder &builder, Value axis, Value cut,
                            Value before) {
  Value left = subtract(builder, cut, before);
  Value atMost =
      arith::MinSIOp::create(builder, left, buildWidth(builder, axis));
  return arith::MaxSIOp::create(builder, atMost, constant(builder, 0));
}

namespace {
/// A fibre of an axis with a skew.
struct SkewedFibre {
  SkewedFibre(QueryBuilder &builder, DenseFixedOp axis, ValueRange under,
              Value cutAt, Value skewAt);

  /// The offsets of the first cell that exists, and after the last.
  Value buildStart(QueryBuilder &builder);
  Value buildLength(QueryBuilder &builder);

  /// How many cells a cut leaves.
  Value buildCells(QueryBuilder &builder);

  DenseFixedOp axis;
  /// How many coordinates come before the fibre; null without a cut.
  Value before;
  /// The sum of what the fibre's first cell stands for and of the coordinate
  /// that the skew is along.
  Value first;
};
} // namespace

SkewedFibre::SkewedFibre(QueryBuilder &builder, DenseFixedOp axis,
                         ValueRange under, Value cutAt, Value skewAt)
    : axis(axis) {
  first = skewAt ? skewAt
                 : findCoordinateAbove(builder, axis, axis.getAlong(),
                                       under.front());
  if (!axis.getCut())
    return;
  before = buildBefore(builder, axis, buildWidth(builder, axis), under, cutAt);
  first = add(builder, before, first);
}

Value SkewedFibre::buildCells(QueryBuilder &builder) {
  Value result = axis.getResult();
  return before ? buildCutLength(builder, result, axis.getCut(), before)
                : buildWidth(builder, result);
}

Value SkewedFibre::buildStart(QueryBuilder &builder) {
  Value zero = constant(builder, 0);
  Value start =
      arith::MaxSIOp::create(builder, subtract(builder, zero, first), zero);
  return arith::MinSIOp::create(builder, start, buildCells(builder));
}

Value SkewedFibre::buildLength(QueryBuilder &builder) {
  Value cells = buildCells(builder);
  Value left = subtract(builder, axis.getSkew(), first);
  Value end = arith::MinSIOp::create(builder, cells, left);
  return arith::MaxSIOp::create(builder, end, buildStart(builder));
}

/// One where the cell has a bit, none where it has not.
static Value buildOccupancyLength(QueryBuilder &builder, OccupancyOp axis,
                                  ValueRange under) {
  Cell cell = Cell::ofThin(axis.getResult(), under);
  Value bit =
      memref::LoadOp::create(builder, axis.getBits(), cell.getIndices(builder));
  Value none = arith::ConstantOp::create(builder, bit.getType(),
                                         builder.getZeroAttr(bit.getType()));
  Value has = compare(builder, CmpIPredicate::ne, bit, none);
  return arith::SelectOp::create(builder, has, constant(builder, 1),
                                 constant(builder, 0));
}

static Value buildVariableLength(QueryBuilder &builder, Value axis,
                                 ValueRange under) {
  if (under.empty())
    return getCount(axis);
  Value positions = getPositions(axis);
  Value begin = loadIndex(builder, positions, under);
  Value next = add(builder, under.front(), constant(builder, 1));
  return subtract(builder, loadIndex(builder, positions, next), begin);
}

Value spindle::buildLength(QueryBuilder &builder, Value axis, ValueRange under,
                           Value cutAt, Value skewAt) {
  if (axis::hasSkew(axis))
    return SkewedFibre(builder, axis.getDefiningOp<DenseFixedOp>(), under,
                       cutAt, skewAt)
        .buildLength(builder);
  return TypeSwitch<Operation *, Value>(axis.getDefiningOp())
      .Case<DenseFixedOp, SparseFixedOp>([&](auto fixed) {
        if (fixed.getCut())
          return buildCutLength(
              builder, axis, fixed.getCut(),
              buildBefore(builder, axis, fixed.getExtent(), under, cutAt));
        if (fixed.getLengths())
          return loadLength(builder, fixed.getLengths(), axis, under);
        return buildWidth(builder, axis);
      })
      .Case<SparseVariableOp, DenseVariableOp>(
          [&](auto) { return buildVariableLength(builder, axis, under); })
      .Case([&](OccupancyOp occupancy) {
        return buildOccupancyLength(builder, occupancy, under);
      })
      .Default([&](Operation *) { return constant(builder, 1); });
}

Value spindle::buildStart(QueryBuilder &builder, Value axis, ValueRange under,
                          Value cutAt, Value skewAt) {
  if (!axis::hasSkew(axis))
    return constant(builder, 0);
  return SkewedFibre(builder, axis.getDefiningOp<DenseFixedOp>(), under, cutAt,
                     skewAt)
      .buildStart(builder);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// The position of a pair, under a position of the common parent and one of
/// each factor.
static Value buildProductPosition(QueryBuilder &builder, ProductOp axis,
                                  ValueRange under) {
  Value common = under[0];
  auto getOffset = [&](Value factor, Value position) {
    return subtract(builder, position, buildBegin(builder, factor, common));
  };
  Value row = getOffset(axis.getFirst(), under[1]);
  Value column = getOffset(axis.getSecond(), under[2]);
  Value columns =
      buildLength(builder, axis.getSecond(), common, Value(), Value());
  Value begin = loadIndex(builder, axis.getOffsets(), common);
  Value rowBegin = add(builder, begin, multiply(builder, row, columns));
  return add(builder, rowBegin, column);
}

Value spindle::buildBegin(QueryBuilder &builder, Value axis, ValueRange under) {
  AxisType type = axis::getAxisType(axis);
  if (under.empty())
    return constant(builder, 0);
  if (auto product = axis.getDefiningOp<ProductOp>())
    return buildProductPosition(builder, product, under);
  if (type.isThin())
    return under.size() == 1 ? under.front()
                             : Cell::ofThin(axis, under).getNumber(builder);
  if (type.isVariable())
    return loadIndex(builder, getPositions(axis), under);
  return multiply(builder, under.front(), buildWidth(builder, axis));
}

/// The parent of a position of a variable axis: the last fibre that begins at
/// or before it, so that empty fibres are passed over.
static Value searchParent(QueryBuilder &builder, Value axis, Value position) {
  Value fibres = buildSize(builder, axis::getOnlyParent(axis));
  auto isReached = [&](QueryBuilder &inside, Value fibre) {
    Value begin = loadIndex(inside, getPositions(axis), fibre);
    return compare(inside, CmpIPredicate::sle, begin, position);
  };
  return buildBinarySearch(builder, constant(builder, 0), fibres, isReached);
}

Value spindle::buildParent(QueryBuilder &builder, Value axis, Value position) {
  AxisType type = axis::getAxisType(axis);
  if (type.isThin())
    return position;
  if (type.isVariable())
    return searchParent(builder, axis, position);
  if (PositionOp constructor = getConstructor(position, axis))
    return constructor.getUnder().front();
  return arith::DivUIOp::create(builder, position, buildWidth(builder, axis));
}

/// Says of the load that `number` is cast from, a coordinate on `axis`, that
/// its array has different numbers, where they are.
static Value noteUnique(Value axis, Value number) {
  auto cast = number.getDefiningOp<arith::IndexCastOp>();
  auto load = cast ? cast.getIn().getDefiningOp<memref::LoadOp>() : nullptr;
  if (load && iter::hasUniqueCoordinates(axis))
    load->setAttr(iter::IterDialect::kUniqueAttr,
                  UnitAttr::get(axis.getContext()));
  return number;
}

Value spindle::buildCoordinate(QueryBuilder &builder, Value axis,
                               Value position, ValueRange under) {
  return TypeSwitch<Operation *, Value>(axis.getDefiningOp())
      .Case([&](DenseFixedOp) {
        return axis::isRoot(axis)
                   ? position
                   : Cell::at(axis, position, under).getOffset(builder);
      })
      .Case([&](DenseVariableOp) {
        if (axis::isRoot(axis))
          return position;
        Value parent = under.empty() ? buildParent(builder, axis, position)
                                     : under.front();
        return subtract(builder, position, buildBegin(builder, axis, parent));
      })
      .Case([&](SparseVariableOp sparse) {
        return noteUnique(
            axis, loadIndex(builder, sparse.getCoordinates(), position));
      })
      .Case<SparseFixedOp, SingletonOp>([&](auto stored) {
        Cell cell = Cell::at(axis, position, under);
        return noteUnique(axis, loadIndex(builder, stored.getCoordinates(),
                                          cell.getIndices(builder)));
      })
      .Default([&](Operation *) { return constant(builder, 0); });
}

Value spindle::buildOccupied(QueryBuilder &builder, axis::OccupiedOp op) {
  Value axis = op.getAxis(), position = op.getPosition();
  Value length =
      buildLength(builder, axis, op.getUnder(), op.getCutAt(), op.getSkewAt());
  // An offset in this fibre; as an unsigned number, a negative one is too
  // large.
  auto constructor = position.getDefiningOp<PositionOp>();
  bool isOffset = constructor && constructor.getAxis() == axis &&
                  constructor.getUnder() == op.getUnder();
  if (isOffset && !axis::hasSkew(axis))
    return compare(builder, CmpIPredicate::ult, constructor.getOffset(),
                   length);
  Value begin = buildBegin(builder, axis, op.getUnder());
  Value start =
      buildStart(builder, axis, op.getUnder(), op.getCutAt(), op.getSkewAt());
  Value above = compare(builder, CmpIPredicate::sge, position,
                        add(builder, begin, start));
  Value below = compare(builder, CmpIPredicate::slt, position,
                        add(builder, begin, length));
  return arith::AndIOp::create(builder, above, below);
}
