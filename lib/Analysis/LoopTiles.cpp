//===- LoopTiles.cpp - loops that were split ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/LoopTiles.h"

#include "Spindle/Analysis/LoopVariable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle::iter;

/// Whether `end` is where the tile ends that begins at the variable of `tile`.
static bool isEndOfTile(Value end, scf::ForOp tile) {
  auto sum = end.getDefiningOp<arith::AddIOp>();
  return sum && sum.getLhs() == tile.getInductionVar() &&
         sum.getRhs() == tile.getStep();
}

scf::ForOp spindle::iter::getTileLoop(scf::ForOp point) {
  scf::ForOp tile = getLoopOfVariable(point.getLowerBound());
  if (!tile)
    return {};
  Value end = point.getUpperBound();
  auto smaller = end.getDefiningOp<arith::MinSIOp>();
  bool isInside = smaller ? isEndOfTile(smaller.getLhs(), tile) ||
                                isEndOfTile(smaller.getRhs(), tile)
                          : isEndOfTile(end, tile);
  return isInside ? tile : scf::ForOp();
}

namespace {
/// Numbers, and tiles of them.
struct Tiling {
  LoopRange range;
  /// How many numbers a tile has; null where there are no tiles.
  Value size;
};
} // namespace

/// The numbers whose last whole tile ends at `end`; none where it is no such
/// end.
static Tiling getTiling(Value end) {
  auto difference = end.getDefiningOp<arith::SubIOp>();
  auto rest = difference ? difference.getRhs().getDefiningOp<arith::RemSIOp>()
                         : arith::RemSIOp();
  auto count =
      rest ? rest.getLhs().getDefiningOp<arith::SubIOp>() : arith::SubIOp();
  if (!count || count.getLhs() != difference.getLhs())
    return {};
  return {{count.getRhs(), count.getLhs()}, rest.getRhs()};
}

/// Whether all tiles of `tile` have as many iterations as its step.
static bool hasWholeTiles(scf::ForOp tile) {
  std::optional<int64_t> begin = getConstantIntValue(tile.getLowerBound());
  std::optional<int64_t> end = getConstantIntValue(tile.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(tile.getStep());
  if (begin && end && step)
    return (*end - *begin) % *step == 0;
  Tiling tiling = getTiling(tile.getUpperBound());
  return tiling.range.begin == tile.getLowerBound() &&
         tiling.size == tile.getStep();
}

/// Whether `point`, which runs through tiles of `tile`, goes no further than
/// that does.
static bool staysBelow(scf::ForOp point, scf::ForOp tile) {
  auto smaller = point.getUpperBound().getDefiningOp<arith::MinSIOp>();
  if (!smaller)
    return hasWholeTiles(tile);
  return smaller.getLhs() == tile.getUpperBound() ||
         smaller.getRhs() == tile.getUpperBound();
}

LoopRange spindle::iter::getRange(scf::ForOp loop) {
  scf::ForOp tile = getTileLoop(loop);
  if (tile && staysBelow(loop, tile))
    return getRange(tile);
  LoopRange range = {loop.getLowerBound(), loop.getUpperBound()};
  LoopRange ofTiles = getTiling(range.end).range;
  if (ofTiles.begin == range.begin)
    return ofTiles;
  LoopRange before = getTiling(range.begin).range;
  return before.end == range.end ? before : range;
}
