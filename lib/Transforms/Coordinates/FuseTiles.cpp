//===- FuseTiles.cpp - two products in tiles of rows ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/FuseTiles.h"

#include "NestDims.h"
#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "TileBytes.h"
#include "TiledRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::sparse::FillOp;

namespace {
/// The axes by which nests go through rows of one tile: rows that follow one
/// another, whose positions they are, or slots that name a row each.
struct TileAxes {
  /// Of tiles, a root.
  Value tiles;
  /// Of rows, or slots, under a tile.
  Value places;
  /// Of the rows that slots name; null where positions are rows.
  Value names;
};

/// Makes the nests over tiles.
struct TileBuilder {
  TileBuilder(RewriterBase &rewriter, TiledRows &rows,
              const TileOptions &options)
      : rewriter(rewriter), rows(rows), options(options),
        last(rows.loops.back().nests.back().nest), loc(last.getLoc()) {}

  SmallVector<NestOp> run();

private:
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(rewriter, loc, number);
  }
  /// The columns of the first consumer, of whose integers all arrays are.
  Value getPattern() { return rows.loops[1].pattern; }
  Value allocate(Value count);
  void buildAxes();
  TileAxes buildNamedAxes(Value tiles, Value count, Value starts, Value names);
  Value buildTiles(Value count);
  void addPart(SmallVectorImpl<NestOp> &made, const TileAxes &axes,
               TiledGroup &group, StringRef suffix, bool goesOn);
  void addRows(NestOp nest, const TileAxes &axes, Value tile);
  void addFill(const TiledFill &fill, const TileAxes &axes, Value tile);
  NestSpace getRowSpace(StringAttr name, const TileAxes &axes);
  NestOp buildRows(StringAttr name, NestSpace space, Value tile);
  Value buildRow(NestOp nest, const TileAxes &axes);
  Value buildSite(NestOp nest, Value row);

  RewriterBase &rewriter;
  TiledRows &rows;
  const TileOptions &options;
  NestOp last;
  Location loc;
  /// What is freed at the end.
  SmallVector<Value> arrays;
  TileAxes made;
  /// Of each consumer.
  SmallVector<TileAxes> fused, rest;
};
} // namespace

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

Value TileBuilder::allocate(Value count) {
  auto type = MemRefType::get({ShapedType::kDynamic},
                              axis::getAxisType(getPattern()).getCrd());
  arrays.push_back(memref::AllocOp::create(rewriter, loc, type, count));
  return arrays.back();
}

/// The type of a ragged axis whose positions are of the integers that columns
/// of `pattern` are of.
static AxisType getRagged(Value pattern) {
  return AxisType::get(pattern.getContext(), AxisKind::DenseVariable,
                       ShapedType::kDynamic,
                       axis::getAxisType(pattern).getCrd(), /*crd=*/Type(),
                       /*sorted=*/true, /*unique=*/true);
}

/// The axes of `count` rows in tiles that begin at `starts` in `names`.
TileAxes TileBuilder::buildNamedAxes(Value tiles, Value count, Value starts,
                                     Value names) {
  MLIRContext *context = rewriter.getContext();
  AxisType type = axis::getAxisType(getPattern());
  Value places =
      axis::DenseVariableOp::create(rewriter, loc, getRagged(getPattern()),
                                    count, tiles, starts, /*count=*/Value());
  Value named = axis::SingletonOp::create(
      rewriter, loc,
      AxisType::get(context, AxisKind::Singleton, ShapedType::kDynamic,
                    /*pos=*/Type(), type.getCrd(), /*sorted=*/true,
                    /*unique=*/true),
      count, /*from=*/Value(), places, names);
  return {tiles, places, named};
}

Value TileBuilder::buildTiles(Value count) {
  return axis::DenseFixedOp::create(
      rewriter, loc, AxisType::getDense(rewriter.getContext()), count,
      /*cut=*/Value(), /*by=*/Value(), /*lengths=*/Value(), /*parent=*/Value(),
      /*skew=*/Value(), /*along=*/Value());
}

/// Has the tiles found, and makes axes of them.
void TileBuilder::buildAxes() {
  Value producers = rows.loops.front().getExtent(), one = constant(1);
  auto addOne = [&](Value count) -> Value {
    return arith::AddIOp::create(rewriter, loc, count, one);
  };
  Value starts = addOne(producers);
  TileBytes bytes = getTileBytes(rewriter, loc, rows);
  SmallVector<Value> further, furtherArrays;
  SmallVector<bool> itself;
  auto allocateFor = [&](TiledGroup &consumer) -> SmallVector<Value, 4> {
    itself.push_back(consumer.readsItself);
    Value count = consumer.getExtent();
    return {allocate(starts), allocate(count), allocate(addOne(count)),
            allocate(count)};
  };
  Value begins = allocate(starts);
  SmallVector<Value, 4> first = allocateFor(rows.loops[1]);
  Value escapeStarts = allocate(starts), escapes = allocate(producers);
  for (TiledGroup &consumer : llvm::drop_begin(rows.loops, 2)) {
    further.push_back(consumer.pattern);
    llvm::append_range(furtherArrays, allocateFor(consumer));
  }
  SmallVector<Type> counts(4 + 2 * further.size(), rewriter.getIndexType());
  auto found = axis::TileFusionOp::create(
      rewriter, loc, counts, getPattern(), producers, bytes.pattern,
      constant(options.rows), constant(options.workers),
      constant(options.cache), bytes.numbers, begins, first[0], first[1],
      first[2], first[3], escapeStarts, escapes, further, bytes.further,
      furtherArrays,
      llvm::is_contained(itself, true) ? rewriter.getDenseBoolArrayAttr(itself)
                                       : DenseBoolArrayAttr());
  Value tiles = buildTiles(found.getTiles());
  made = {tiles,
          axis::DenseVariableOp::create(rewriter, loc, getRagged(getPattern()),
                                        producers, tiles, begins,
                                        /*count=*/Value()),
          Value()};
  for (size_t number = 0; number < found.getNumConsumers(); ++number) {
    Value count = rows.loops[number + 1].getExtent();
    fused.push_back(buildNamedAxes(tiles, count, found.getFusedStartsOf(number),
                                   found.getFusedOf(number)));
    rest.push_back(buildNamedAxes(buildTiles(found.getRestsOf(number)), count,
                                  found.getRestStartsOf(number),
                                  found.getRestOf(number)));
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(tiles.getParentBlock()->getTerminator());
  for (Value array : arrays)
    memref::DeallocOp::create(rewriter, loc, array);
}

//===----------------------------------------------------------------------===//
// Rows of a tile
//===----------------------------------------------------------------------===//

/// The dimensions of rows under a tile, which the caller names a site of.
NestSpace TileBuilder::getRowSpace(StringAttr name, const TileAxes &axes) {
  NestSpace space;
  auto spatial = DimKindAttr::get(rewriter.getContext(), DimKind::Spatial);
  auto add = [&](Value axis, StringAttr dim, int64_t parent) {
    space.names.push_back(dim);
    space.kinds.push_back(spatial);
    space.axes.push_back(axis);
    space.parents.push_back({parent});
  };
  if (axes.names)
    add(axes.places, rewriter.getStringAttr(name.getValue() + ".slot"), -1);
  add(axes.names ? axes.names : axes.places, name, axes.names ? 0 : -1);
  return space;
}

/// The row that `nest` has come to by its first dimensions.
Value TileBuilder::buildRow(NestOp nest, const TileAxes &axes) {
  if (axes.names)
    return nest.getCoordinate(1);
  return axis::PositionOfOp::create(rewriter, loc, nest.getSite(0));
}

/// The site of `row` on the first axis of `nest`.
Value TileBuilder::buildSite(NestOp nest, Value row) {
  return axis::LocateOp::create(
             rewriter, loc, axis::SiteType::get(rewriter.getContext()),
             rewriter.getI1Type(), nest.getAxes()[0], row, ValueRange(),
             Value(), Value(), Value(), axis::LocateStrategyAttr())
      .getPlace();
}

/// Adds the rows of `tile` of `nest`, which stays as it is.
void TileBuilder::addRows(NestOp nest, const TileAxes &axes, Value tile) {
  NestSpace space = getRowSpace(nest.getDimName(0), axes);
  NestOp copy = cast<NestOp>(rewriter.clone(*nest));
  NestOp outer = buildNest(rewriter, loc, nest.getNameAttr(), space, tile);
  rewriter.setInsertionPoint(outer.getBody().front().getTerminator());
  Value row = buildRow(outer, axes);
  Value site = buildSite(nest, row);
  Block &body = copy.getBody().front();
  rewriter.replaceAllUsesWith(body.getArgument(0), row);
  rewriter.replaceAllUsesWith(body.getArgument(1), site);
  if (nest.getNumDims() > 1) {
    moveInnerDims(rewriter, copy, site);
  } else {
    rewriter.eraseOp(body.getTerminator());
    body.eraseArguments(0, 2);
    rewriter.inlineBlockBefore(&body, outer.getBody().front().getTerminator());
  }
  rewriter.eraseOp(copy);
  rewriter.setInsertionPointAfter(outer);
}

/// Adds the rows of `tile` of a fill.
void TileBuilder::addFill(const TiledFill &fill, const TileAxes &axes,
                          Value tile) {
  FillOp op = fill.fill;
  sparse::Layout layout = *sparse::getLayout(op.getBuffer());
  NestSpace space = getRowSpace(getElementDimName(op.getContext(), 0), axes);
  size_t first = space.axes.size();
  for (auto [dim, axis] : llvm::enumerate(layout.axes)) {
    if (dim == fill.dim)
      continue;
    space.names.push_back(
        getElementDimName(op.getContext(), space.axes.size()));
    space.kinds.push_back(space.kinds.front());
    space.axes.push_back(axis);
    space.parents.emplace_back();
  }
  NestOp nest =
      buildNest(rewriter, loc, rewriter.getStringAttr("fill"), space, tile);
  rewriter.setInsertionPoint(nest.getBody().front().getTerminator());
  SmallVector<Value> indices;
  for (size_t dim = 0; dim < layout.axes.size(); ++dim)
    indices.push_back(dim == fill.dim ? buildRow(nest, axes)
                                      : nest.getCoordinate(first++));
  sparse::StoreOp::create(rewriter, loc, op.getValue(), op.getBuffer(), indices,
                          sparse::AccessForm::LookUp);
  rewriter.setInsertionPointAfter(nest);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Adds what `group` does to the rows of a tile: to the last of `made` where
/// that `goesOn`, or to a nest over tiles of its own.
void TileBuilder::addPart(SmallVectorImpl<NestOp> &made, const TileAxes &axes,
                          TiledGroup &group, StringRef suffix, bool goesOn) {
  OpBuilder::InsertionGuard guard(rewriter);
  if (!goesOn) {
    NestOp front = group.nests.front().nest;
    NestSpace space;
    space.names = {
        rewriter.getStringAttr(front.getDimName(0).getValue() + ".tile")};
    space.kinds = {DimKindAttr::get(rewriter.getContext(), DimKind::Spatial)};
    space.axes = {axes.tiles};
    space.parents = {{}};
    made.push_back(buildNest(rewriter, front.getLoc(),
                             rewriter.getStringAttr(front.getName() + suffix),
                             space));
  }
  NestOp tiles = made.back();
  rewriter.setInsertionPoint(tiles.getBody().front().getTerminator());
  for (const TiledFill &fill : group.fills)
    addFill(fill, axes, tiles.getSite(0));
  for (TiledNest &nest : group.nests)
    addRows(nest.nest, axes, tiles.getSite(0));
}

SmallVector<NestOp> TileBuilder::run() {
  rewriter.setInsertionPoint(last);
  buildAxes();
  SmallVector<NestOp> nests;
  addPart(nests, made, rows.loops.front(), ".tiles", false);
  auto consumers = llvm::drop_begin(rows.loops);
  if (!options.apart)
    for (auto [axes, consumer] : llvm::zip_equal(fused, consumers))
      addPart(nests, axes, consumer, ".fused", true);
  for (auto [own, others, consumer] : llvm::zip_equal(fused, rest, consumers)) {
    if (options.apart)
      addPart(nests, own, consumer, ".fused", false);
    addPart(nests, others, consumer, ".rest", false);
  }
  for (TiledGroup &loop : rows.loops) {
    for (const TiledFill &fill : loop.fills)
      rewriter.eraseOp(fill.fill);
    for (TiledNest &nest : loop.nests)
      rewriter.eraseOp(nest.nest);
  }
  return nests;
}

FailureOr<SmallVector<NestOp>>
spindle::iter::fuseTiles(RewriterBase &rewriter, const TiledChain &chain,
                         const TileOptions &options,
                         ObstacleFunction onObstacle, std::string &refusal) {
  TiledRows rows(chain);
  refusal = rows.check();
  if (!refusal.empty()) {
    if (rows.obstacle)
      onObstacle(rows.obstacle);
    return failure();
  }
  return TileBuilder(rewriter, rows, options).run();
}
