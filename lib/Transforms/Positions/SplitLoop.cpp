//===- SplitLoop.cpp - a loop as tiles and points -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/SplitLoop.h"

#include "Spindle/Analysis/LoopTiles.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MostIterations.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace spindle::iter;

namespace {
/// One loop while it is split.
struct Splitting {
  Splitting(RewriterBase &rewriter, scf::ForOp loop,
            const SplitLoopOptions &options)
      : rewriter(rewriter), builder(loop.getLoc(), rewriter), loop(loop),
        options(options) {}

  RewriterBase &rewriter;
  ImplicitLocOpBuilder builder;
  scf::ForOp loop;
  const SplitLoopOptions &options;
  /// The number of iterations of a tile.
  Value factor;
  SplitLoops made;

  SplitLoops run();

private:
  Value buildFactor();
  std::optional<int64_t> getCount();
  bool peels();
  Value buildEndOfTiles();
  void buildTiles(Value end);
  Value buildEndOfTile(scf::ForOp tile);
  scf::ForOp buildLoop(Value begin, Value end, Value step, ValueRange inits,
                       LoopRole role);
};
} // namespace

/// The number of iterations, where it is known.
std::optional<int64_t> Splitting::getCount() {
  std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
  if (!begin || !end)
    return std::nullopt;
  return std::max<int64_t>(*end - *begin, 0);
}

Value Splitting::buildFactor() {
  if (!options.inParts)
    return arith::ConstantIndexOp::create(builder, options.number);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value parts = arith::ConstantIndexOp::create(builder, options.number);
  Value count = arith::SubIOp::create(builder, loop.getUpperBound(),
                                      loop.getLowerBound());
  Value each = arith::CeilDivSIOp::create(builder, count, parts);
  return arith::MaxSIOp::create(builder, each, one);
}

/// Where the last whole tile ends.
Value Splitting::buildEndOfTiles() {
  Value count = arith::SubIOp::create(builder, loop.getUpperBound(),
                                      loop.getLowerBound());
  Value rest = arith::RemSIOp::create(builder, count, factor);
  return arith::SubIOp::create(builder, loop.getUpperBound(), rest);
}

/// Where the tile ends that begins at the variable of `tile`.
Value Splitting::buildEndOfTile(scf::ForOp tile) {
  Value end =
      arith::AddIOp::create(builder, tile.getInductionVar(), tile.getStep());
  std::optional<int64_t> count = getCount();
  bool divides = !options.inParts && count && *count % options.number == 0;
  if (options.peelRemainder || divides)
    return end;
  return arith::MinSIOp::create(builder, end, tile.getUpperBound());
}

/// A loop with an empty body, at the insertion point.
scf::ForOp Splitting::buildLoop(Value begin, Value end, Value step,
                                ValueRange inits, LoopRole role) {
  auto made = scf::ForOp::create(builder, begin, end, step, inits);
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (LoopAttr label = getLabel(loop))
    made->setAttr(IterDialect::kLoopAttr, withRole(label, role));
  return made;
}

/// Ends the body of `around` with what `inner`, the loop in it, hands on.
static void yieldResults(OpBuilder &builder, scf::ForOp around,
                         scf::ForOp inner) {
  if (around.getInits().empty())
    return;
  builder.setInsertionPointToEnd(around.getBody());
  scf::YieldOp::create(builder, around.getLoc(), inner.getResults());
}

/// Makes room for another body in the one of `loop`, which is new.
static void clearBody(RewriterBase &rewriter, scf::ForOp loop) {
  if (loop.getInits().empty())
    rewriter.eraseOp(loop.getBody()->getTerminator());
}

static void copyBody(RewriterBase &rewriter, scf::ForOp from, scf::ForOp to) {
  clearBody(rewriter, to);
  IRMapping mapping;
  mapping.map(from.getBody()->getArguments(), to.getBody()->getArguments());
  rewriter.setInsertionPointToEnd(to.getBody());
  for (Operation &op : *from.getBody())
    rewriter.clone(op, mapping);
}

static void moveBody(RewriterBase &rewriter, scf::ForOp from, scf::ForOp to) {
  clearBody(rewriter, to);
  rewriter.inlineBlockBefore(from.getBody(), to.getBody(), to.getBody()->end(),
                             to.getBody()->getArguments());
}

/// Whether iterations after the last whole tile get a loop of their own.
bool Splitting::peels() {
  std::optional<int64_t> count = getCount();
  return options.peelRemainder && !options.inParts &&
         !(count && *count % options.number == 0);
}

/// The loop over tiles, from the beginning of the old one to `end`, and that
/// over the points of a tile.
void Splitting::buildTiles(Value end) {
  made.tile = buildLoop(loop.getLowerBound(), end, factor, loop.getInits(),
                        LoopRole::Tile);
  builder.setInsertionPointToStart(made.tile.getBody());
  Value endOfTile = buildEndOfTile(made.tile);
  made.point = buildLoop(made.tile.getInductionVar(), endOfTile, loop.getStep(),
                         made.tile.getRegionIterArgs(), LoopRole::Point);
  yieldResults(builder, made.tile, made.point);
  builder.setInsertionPointAfter(made.tile);
}

/// The outermost loop around `loop`, or itself, outside of which its bounds are
/// known: what follows from them is known there too, so that the loop over
/// tiles may be moved out.
static Operation *findInsertionPoint(scf::ForOp loop) {
  Operation *place = loop;
  for (Operation *around = loop->getParentOp(); around;
       around = around->getParentOp()) {
    auto outer = dyn_cast<LoopLikeOpInterface>(around);
    if (!outer || !outer.isDefinedOutsideOfLoop(loop.getLowerBound()) ||
        !outer.isDefinedOutsideOfLoop(loop.getUpperBound()))
      break;
    place = outer;
  }
  return place;
}

SplitLoops Splitting::run() {
  builder.setInsertionPoint(findInsertionPoint(loop));
  factor = buildFactor();
  bool hasTail = peels();
  Value end = hasTail ? buildEndOfTiles() : loop.getUpperBound();
  builder.setInsertionPoint(loop);
  buildTiles(end);
  scf::ForOp last = made.tile;
  if (hasTail) {
    last = made.tail =
        buildLoop(made.tile.getUpperBound(), loop.getUpperBound(),
                  loop.getStep(), made.tile.getResults(), LoopRole::Tail);
    copyBody(rewriter, loop, made.tail);
  }
  moveBody(rewriter, loop, made.point);
  rewriter.replaceOp(loop, last.getResults());
  return made;
}

FailureOr<SplitLoops> spindle::iter::splitLoop(RewriterBase &rewriter,
                                               scf::ForOp loop,
                                               const SplitLoopOptions &options,
                                               std::string &refusal) {
  refusal = checkCounting(loop);
  // A tile would be all there is.
  std::optional<int64_t> count = loops::getIterations(loop);
  if (refusal.empty() && !options.inParts && options.onlySmaller && count &&
      getTileLoop(loop) && *count <= options.number)
    refusal = "it has no more iterations than a tile";
  if (!refusal.empty())
    return failure();
  return Splitting(rewriter, loop, options).run();
}
