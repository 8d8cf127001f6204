//===- IndexCover.cpp - loops that run through a dimension ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/IndexCover.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexBounds.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Analysis/UniqueNumbers.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::CoordinateOp;
using spindle::axis::DenseFixedOp;
using spindle::axis::LengthOp;
using spindle::axis::PositionOp;
using spindle::axis::SingletonOp;
using spindle::axis::SizeOp;

/// The loop of which `index` is the variable, if it takes each number from its
/// beginning to its end and hands nothing on.
static scf::ForOp getPlainLoop(Value index) {
  scf::ForOp loop = getLoopOfVariable(index);
  return loop && isPlain(loop) ? loop : scf::ForOp();
}

/// The loop that runs `index` from 0 to before `count`; null where none does.
static scf::ForOp findWholeLoop(Value index, Value count) {
  scf::ForOp loop = getPlainLoop(index);
  bool isWhole = loop && isZero(loop.getLowerBound()) &&
                 areEqual(loop.getUpperBound(), count);
  return isWhole ? loop : scf::ForOp();
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Whether `blocks` is `count` divided by `block`, rounded up.
static bool isNumberOfBlocks(Value blocks, Value count, int64_t block) {
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return *known >= 0 && getConstantIntValue(blocks) ==
                              int64_t(llvm::divideCeil(*known, block));
  Value dividend, divisor;
  if (auto divide = blocks.getDefiningOp<arith::CeilDivUIOp>()) {
    dividend = divide.getLhs();
    divisor = divide.getRhs();
  }
  return dividend && areEqual(dividend, count) &&
         getConstantIntValue(divisor) == block;
}

/// Whether the axis of the query `length` has blocks of `block` cells, cut
/// off at `count`, and is asked about block `number`.
static bool isOfBlock(LengthOp length, Value number, Value count,
                      int64_t block) {
  auto constructor = length.getAxis().getDefiningOp<DenseFixedOp>();
  return constructor && constructor.getCut() &&
         areEqual(constructor.getCut(), count) &&
         getConstantIntValue(constructor.getExtent()) == block &&
         length.getCutAt() && areEqual(length.getCutAt(), number);
}

/// Whether `length` is the smaller of `block` and `count` - `block` * `number`.
static bool isLengthOfBlock(Value length, Value number, Value count,
                            int64_t block) {
  if (getConstantIntValue(length) == block) {
    std::optional<int64_t> known = getConstantIntValue(count);
    return known && *known % block == 0;
  }
  auto query = length.getDefiningOp<LengthOp>();
  return query && !axis::hasSkew(query.getAxis()) &&
         isOfBlock(query, number, count, block);
}

/// Whether `loop` runs through cells of block `number` alone, which may be cut
/// off by a diagonal's end.
static bool isInBlock(scf::ForOp loop, Value number, Value count,
                      int64_t block) {
  auto length = loop.getUpperBound().getDefiningOp<LengthOp>();
  return length && startsAtZeroOrAbove(loop) &&
         isOfBlock(length, number, count, block);
}

/// The loops of a sum that is the offset in a block of `block` cells and so
/// many times its number. Where the inner one may miss cells, the outer one
/// runs through blocks.
static std::optional<IndexCover> findBlocks(Value number, Value place,
                                            int64_t block, Value count) {
  scf::ForOp outer = getPlainLoop(number), inner = getPlainLoop(place);
  if (!outer || !inner || !outer->isProperAncestor(inner) ||
      !isZero(outer.getLowerBound()) ||
      !isNumberOfBlocks(outer.getUpperBound(), count, block))
    return std::nullopt;
  if (isZero(inner.getLowerBound()) &&
      isLengthOfBlock(inner.getUpperBound(), number, count, block))
    return IndexCover{{outer, inner}, block};
  if (isInBlock(inner, number, count, block))
    return IndexCover{{outer}, block};
  return std::nullopt;
}

static std::optional<IndexCover> findBlocks(Value index, Value count) {
  std::optional<LinearIndex> sum = getLinearIndex(index);
  if (!sum || sum->constant != 0 || sum->terms.size() != 2)
    return std::nullopt;
  for (auto [number, place] : {std::pair(0, 1), std::pair(1, 0)})
    if (sum->terms[place].factor == 1 && sum->terms[number].factor > 1)
      return findBlocks(sum->terms[number].value, sum->terms[place].value,
                        sum->terms[number].factor, count);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

PositionOp spindle::iter::getWholeFibre(scf::ForOp loop) {
  auto begin = loop.getLowerBound().getDefiningOp<PositionOp>();
  auto end = loop.getUpperBound().getDefiningOp<arith::AddIOp>();
  if (!isPlain(loop) || !begin || !isZero(begin.getOffset()) || !end ||
      begin.getUnder().size() != 1)
    return {};
  Value other = end.getLhs() == begin ? end.getRhs() : end.getLhs();
  auto length = other.getDefiningOp<LengthOp>();
  bool isWhole = (end.getLhs() == begin || end.getRhs() == begin) && length &&
                 length.getAxis() == begin.getAxis() &&
                 length.getUnder() == begin.getUnder();
  return isWhole ? begin : PositionOp();
}

/// The loops that run `position` through all positions of `axis`.
static std::optional<IndexCover> findPositions(Value position, Value axis) {
  if (axis::isRoot(axis)) {
    Value count = axis::getCellsPerFibre(axis);
    scf::ForOp loop = count ? findWholeLoop(position, count) : scf::ForOp();
    return loop ? std::optional(IndexCover{{loop}}) : std::nullopt;
  }
  scf::ForOp loop = getLoopOfVariable(position);
  PositionOp begin = loop ? getWholeFibre(loop) : PositionOp();
  if (!begin || begin.getAxis() != axis ||
      !cast<axis::AxisType>(axis.getType()).isVariable() ||
      !axis::getOnlyParent(axis))
    return std::nullopt;
  std::optional<IndexCover> cover =
      findPositions(begin.getUnder().front(), axis::getOnlyParent(axis));
  if (!cover || !cover->loops.back()->isProperAncestor(loop))
    return std::nullopt;
  cover->loops.push_back(loop);
  cover->axes.push_back(axis);
  return cover;
}

//===----------------------------------------------------------------------===//
// Coordinates that come once
//===----------------------------------------------------------------------===//

/// The loops that run `place` through `count` positions of `axis`: the cells of
/// a root, or of blocks that are cut off at `count`.
static std::optional<IndexCover> findCells(Value place, Value axis,
                                           Value count) {
  auto constructor = axis.getDefiningOp<DenseFixedOp>();
  if (!constructor)
    return std::nullopt;
  if (scf::ForOp loop = findWholeLoop(place, count); loop && axis::isRoot(axis))
    return IndexCover{{loop}};
  auto position = place.getDefiningOp<PositionOp>();
  std::optional<int64_t> block = getConstantIntValue(constructor.getExtent());
  if (!position || position.getAxis() != axis || !block ||
      position.getUnder().size() != 1)
    return std::nullopt;
  std::optional<IndexCover> cover = findBlocks(
      position.getUnder().front(), position.getOffset(), *block, count);
  // Of cells that are missed, no coordinate is known.
  return cover && cover->loops.size() == 2 ? cover : std::nullopt;
}

/// The loops that run an `index` through 0 to `count` - 1 that is a coordinate
/// of an axis in which none comes twice.
static std::optional<IndexCover> findCoordinates(Value index, Value count) {
  auto query = index.getDefiningOp<CoordinateOp>();
  auto constructor =
      query ? query.getAxis().getDefiningOp<SingletonOp>() : SingletonOp();
  auto position =
      query ? query.getPosition().getDefiningOp<PositionOp>() : PositionOp();
  Value parent = constructor ? axis::getOnlyParent(constructor) : Value();
  if (!parent || !hasUniqueCoordinates(constructor) || constructor.getFrom() ||
      !areEqual(constructor.getExtent(), count) || !position ||
      position.getAxis() != query.getAxis() || position.getUnder().size() != 1)
    return std::nullopt;
  Value place = position.getUnder().front();
  std::optional<IndexCover> cover = findCells(place, parent, count);
  if (!cover) {
    cover = findPositions(place, parent);
    if (cover)
      cover->stored = parent;
  }
  if (cover)
    cover->named = constructor;
  return cover;
}

std::optional<IndexCover> spindle::iter::findCover(Value index, Value count) {
  if (scf::ForOp loop = findWholeLoop(index, count))
    return IndexCover{{loop}};
  if (std::optional<IndexCover> blocks = findBlocks(index, count))
    return blocks;
  if (std::optional<IndexCover> named = findCoordinates(index, count))
    return named;
  auto size = count.getDefiningOp<SizeOp>();
  return size ? findPositions(index, size.getAxis()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

static Value openLoop(ImplicitLocOpBuilder &builder, Value begin, Value end,
                      Attribute label) {
  Value one = arith::ConstantIndexOp::create(builder, 1);
  auto loop = scf::ForOp::create(builder, begin, end, one);
  loop->setAttr(IterDialect::kLoopAttr, label);
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

static Value buildPosition(ImplicitLocOpBuilder &builder, Value axis,
                           Value offset, Value under) {
  return PositionOp::create(builder, builder.getIndexType(), axis, offset,
                            under);
}

/// `number` * `block` + `place`, as look-ups write it, so that it is merged
/// with the index of what is filled.
static Value buildPlace(ImplicitLocOpBuilder &builder, Value number,
                        const IndexCover &cover, Value place) {
  if (cover.named)
    return buildPosition(builder, axis::getOnlyParent(cover.named), place,
                         number);
  AffineExpr first, second;
  bindDims(builder.getContext(), first, second);
  return affine::AffineApplyOp::create(
      builder, AffineMap::get(2, 0, first * cover.block + second),
      ValueRange{number, place});
}

/// A loop over the cells of block `number`; gives their index in all of the
/// dimension.
static Value buildBlock(ImplicitLocOpBuilder &builder, Value number,
                        const IndexCover &cover, Value count, Attribute label) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value size = arith::ConstantIndexOp::create(builder, cover.block);
  Value before = arith::MulIOp::create(builder, number, size);
  Value left = arith::SubIOp::create(builder, count, before);
  Value end = arith::MinSIOp::create(builder, size, left);
  Value place = openLoop(builder, zero, end, label);
  return buildPlace(builder, number, cover, place);
}

/// A loop over the positions of the fibre of `axis` under `under`.
static Value buildFibre(ImplicitLocOpBuilder &builder, Value axis, Value under,
                        Attribute label) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value begin = buildPosition(builder, axis, zero, under);
  Value length = LengthOp::create(builder, builder.getIndexType(), axis, under,
                                  Value(), Value());
  Value end = arith::AddIOp::create(builder, begin, length);
  return openLoop(builder, begin, end, label);
}

/// The index that the first `fixed` loops, and those that are built for the
/// others, come to.
static Value buildPlaces(ImplicitLocOpBuilder &builder, const IndexCover &cover,
                         size_t fixed, Value count, Attribute label) {
  auto getVariable = [&](size_t loop) -> Value {
    return scf::ForOp(cover.loops[loop]).getInductionVar();
  };
  if (cover.block == 0) {
    Value place = getVariable(fixed - 1);
    for (Value axis : ArrayRef(cover.axes).drop_front(fixed - 1))
      place = buildFibre(builder, axis, place, label);
    return place;
  }
  if (fixed == 1)
    return buildBlock(builder, getVariable(0), cover, count, label);
  return buildPlace(builder, getVariable(0), cover, getVariable(1));
}

Value spindle::iter::buildRest(ImplicitLocOpBuilder &builder,
                               const IndexCover &cover, size_t fixed,
                               Value count, Attribute label) {
  if (fixed == 0)
    return openLoop(builder, arith::ConstantIndexOp::create(builder, 0), count,
                    label);
  Value place = buildPlaces(builder, cover, fixed, count, label);
  if (!cover.named)
    return place;
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value position = buildPosition(builder, cover.named, zero, place);
  return CoordinateOp::create(builder, builder.getIndexType(), cover.named,
                              position, place);
}
