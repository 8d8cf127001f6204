//===- NestLowering.cpp - a function on its way to loops ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestLowering.h"

#include "Accesses.h"
#include "Fills.h"
#include "Nests.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::JoinOp;
using spindle::axis::LocateOp;
using spindle::axis::PositionOfOp;
using spindle::axis::SiteType;
using spindle::iter::NestOp;
using spindle::sparse::AccumulateOp;
using spindle::sparse::FillOp;
using spindle::sparse::LoadOp;
using spindle::sparse::StoreOp;

bool spindle::isLowered(Operation *op) {
  if (auto fill = dyn_cast<FillOp>(op))
    return mayLackCells(fill) || hasKnownStorage(fill);
  return isa<LoadOp, StoreOp, AccumulateOp, LocateOp, JoinOp, PositionOfOp,
             NestOp>(op);
}

void NestLowering::lowerLocate(LocateOp op) {
  if (!isa<SiteType>(op.getPlace().getType()))
    return;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<Value> under = places.getPositions(op.getUnder());
  auto located = LocateOp::create(
      rewriter, loc, rewriter.getIndexType(), rewriter.getI1Type(),
      op.getAxis(), op.getCoordinate(), under,
      places.getCutAt(op.getAxis(), op.getUnder()), Value(),
      places.getSkewAt(op.getAxis(), op.getUnder()), op.getStrategyAttr());
  places.set(op.getPlace(), getNumbersAtPosition(rewriter, loc, op.getAxis(),
                                                 located.getPlace(), under,
                                                 op.getCoordinate()));
  rewriter.replaceAllUsesWith(op.getFound(), located.getFound());
  lowered.push_back(op);
}

void NestLowering::lowerJoin(JoinOp op) {
  rewriter.setInsertionPoint(op);
  SmallVector<Value> under =
      places.getPositions(axis::getSiteParents(op.getResult()));
  places.set(op.getResult(),
             getOnlyNumbers(rewriter, op.getLoc(), op.getAxis(), under));
  lowered.push_back(op);
}

void NestLowering::lowerOp(Operation *op) {
  TypeSwitch<Operation *>(op)
      .Case<LoadOp, StoreOp, AccumulateOp>(
          [&](auto access) { lowerAccess(rewriter, places, access); })
      .Case([&](FillOp fill) {
        if (mayLackCells(fill))
          lowerOp(replaceByNest(rewriter, fill));
        else if (hasKnownStorage(fill))
          lowerWholeFill(rewriter, fill);
      })
      .Case([&](LocateOp locate) { lowerLocate(locate); })
      .Case([&](JoinOp join) { lowerJoin(join); })
      .Case([&](PositionOfOp query) {
        rewriter.replaceOp(query, places.get(query.getSite()).position);
      })
      .Case([&](NestOp nest) {
        lowerNest(*this, nest);
        lowered.push_back(nest);
      })
      .Default([&](Operation *other) {
        for (Region &region : other->getRegions())
          lowerRegion(region);
      });
}

void NestLowering::lowerBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    lowerOp(&op);
}

void NestLowering::lowerRegion(Region &region) {
  for (Block *block : getBlocksSortedByDominance(region))
    lowerBlock(*block);
}

void NestLowering::run(Region &region) {
  // Code that is never reached may use a site before it is made.
  (void)eraseUnreachableBlocks(rewriter, region);
  lowerRegion(region);
  // They use the sites of one another, in either direction.
  for (Operation *op : lowered)
    op->dropAllReferences();
  for (Operation *op : lowered)
    rewriter.eraseOp(op);
}
