//===- SplitElements.cpp - tiles of stored elements -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The fibres under ascending positions follow one another. So the elements of
// all rows, in the order of the loops, are the positions from 0 on, and a tile
// of them is cut out of each loop by its first and its last position on that
// loop's axis: the parents of those on the axis below.
//

#include "Spindle/Transforms/Positions/SplitElements.h"

#include "FibreLoops.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "Spindle/Support/Quote.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::ParentOp;
using spindle::axis::SparseVariableOp;

namespace {
/// Loops over positions of axes that lie under one another.
struct FibreLoops {
  /// From the outside in.
  SmallVector<scf::ForOp> loops;
  /// For each loop but the first its axis, which is variable.
  SmallVector<Value> axes;

  std::string find(scf::ForOp rows);
  ElementTiles split(RewriterBase &rewriter, int64_t number);

private:
  scf::ForOp findNext();
  std::string checkBody(scf::ForOp loop, scf::ForOp next);
  LoopAttr makeLabel();
  Value buildEntries(ImplicitLocOpBuilder &builder);
  void cut(ImplicitLocOpBuilder &builder, Value first, Value end);
};
} // namespace

scf::ForOp FibreLoops::findNext() {
  for (auto next : loops.back().getBody()->getOps<scf::ForOp>())
    if (getFibreAxis(next, loops.back().getInductionVar()))
      return next;
  return {};
}

/// What a row does beside its elements is done again in each tile that has some
/// of them, and not at all where it has none.
std::string FibreLoops::checkBody(scf::ForOp loop, scf::ForOp next) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (&op != next && !isMemoryEffectFree(&op))
      return quote(&op) + " is done for each row, beside its elements";
  return "";
}

/// Whether the bounds of `loop` change while loops around it run: tiles are of
/// all elements, and would come again in each of their iterations.
static bool hasChangingBounds(scf::ForOp loop) {
  for (auto around = loop->getParentOfType<LoopLikeOpInterface>(); around;
       around = around->getParentOfType<LoopLikeOpInterface>())
    if (!around.isDefinedOutsideOfLoop(loop.getLowerBound()) ||
        !around.isDefinedOutsideOfLoop(loop.getUpperBound()))
      return true;
  return false;
}

std::string FibreLoops::find(scf::ForOp rows) {
  if (hasChangingBounds(rows))
    return "its bounds change in a loop around it";
  loops = {rows};
  while (scf::ForOp next = findNext()) {
    std::string refusal = checkBody(loops.back(), next);
    if (!refusal.empty())
      return refusal;
    axes.push_back(getFibreAxis(next, loops.back().getInductionVar()));
    loops.push_back(next);
  }
  if (axes.empty())
    return "it holds no loop over the elements under its positions";
  if (!axes.back().getDefiningOp<SparseVariableOp>())
    return "its elements have no coordinates, which would say how many there "
           "may be";
  for (Value axis : axes)
    if (!rows.isDefinedOutsideOfLoop(axis))
      return "it makes the axis of its elements";
  for (scf::ForOp loop : loops)
    for (const std::string &refusal :
         {checkNothingCarried(loop), checkCounting(loop)})
      if (!refusal.empty())
        return refusal;
  return "";
}

/// Null where a loop has none.
LoopAttr FibreLoops::makeLabel() {
  SmallVector<StringAttr> dims;
  DimKind kind = DimKind::Spatial;
  for (scf::ForOp loop : loops) {
    LoopAttr label = getLabel(loop);
    if (!label)
      return {};
    llvm::append_range(dims, label.getDims());
    if (label.getKind() != DimKind::Spatial)
      kind = label.getKind();
  }
  LoopAttr label = getLabel(loops.back());
  return LoopAttr::get(label.getContext(), label.getNest(), dims,
                       label.getAxis(), kind, LoopRole::Tile);
}

/// As many elements as there may be: as there are coordinates. So much is known
/// where the positions are not.
Value FibreLoops::buildEntries(ImplicitLocOpBuilder &builder) {
  auto axis = axes.back().getDefiningOp<SparseVariableOp>();
  return memref::DimOp::create(builder, axis.getCoordinates(), 0);
}

/// Has the loops run through the elements from `first` to before `end` alone,
/// of which there is one at least.
void FibreLoops::cut(ImplicitLocOpBuilder &builder, Value first, Value end) {
  Value last = arith::SubIOp::create(builder, end, constant(builder, 1));
  SmallVector<std::pair<Value, Value>> ranges = {{first, end}};
  for (Value axis : llvm::reverse(axes)) {
    first = ParentOp::create(builder, axis, first);
    last = ParentOp::create(builder, axis, last);
    ranges.push_back({first, next(builder, last)});
  }
  loops.front()->moveBefore(builder.getInsertionBlock(),
                            builder.getInsertionPoint());
  for (auto [loop, range] : llvm::zip_equal(loops, llvm::reverse(ranges))) {
    builder.setInsertionPoint(loop);
    Value begin = loop.getLowerBound();
    loop.setLowerBound(
        isConstantIntValue(begin, 0)
            ? range.first
            : arith::MaxSIOp::create(builder, begin, range.first));
    loop.setUpperBound(
        arith::MinSIOp::create(builder, loop.getUpperBound(), range.second));
  }
}

ElementTiles FibreLoops::split(RewriterBase &rewriter, int64_t number) {
  scf::ForOp rows = loops.front();
  rewriter.setInsertionPoint(rows);
  ImplicitLocOpBuilder builder(rows.getLoc(), rewriter);
  Value size = constant(builder, number);
  Value count = axis::SizeOp::create(builder, axes.back());
  Value tiles =
      arith::CeilDivSIOp::create(builder, buildEntries(builder), size);
  auto tile = scf::ForOp::create(builder, constant(builder, 0), tiles,
                                 constant(builder, 1));
  if (LoopAttr label = makeLabel())
    tile->setAttr(IterDialect::kLoopAttr, label);
  builder.setInsertionPointToStart(tile.getBody());
  Value first = arith::MulIOp::create(builder, tile.getInductionVar(), size);
  Value end = arith::MinSIOp::create(builder, add(builder, first, size), count);
  Value hasSome = compare(builder, arith::CmpIPredicate::slt, first, count);
  auto branch = scf::IfOp::create(builder, hasSome);
  builder.setInsertionPointToStart(branch.thenBlock());
  cut(builder, first, end);
  return {tile, loops.back()};
}

FailureOr<ElementTiles> spindle::iter::splitElements(RewriterBase &rewriter,
                                                     scf::ForOp rows,
                                                     int64_t number,
                                                     std::string &refusal) {
  FibreLoops fibres;
  refusal = fibres.find(rows);
  if (!refusal.empty())
    return failure();
  return fibres.split(rewriter, number);
}
