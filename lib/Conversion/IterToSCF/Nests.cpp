//===- Nests.cpp - loops and guards of nests ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nests.h"

#include "Absorption.h"
#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;
using spindle::iter::DimKind;
using spindle::iter::NestOp;

namespace {
/// The loops and guards of one nest while they are opened, outermost first.
struct NestOpening {
  NestOpening(NestLowering &lowering, NestOp nest)
      : lowering(lowering), rewriter(lowering.rewriter), nest(nest),
        loc(nest.getLoc()), carried(nest.getInit()) {}

  NestLowering &lowering;
  IRRewriter &rewriter;
  NestOp nest;
  Location loc;
  /// The values that the nest combines, as they are at the insertion point.
  SmallVector<Value> carried;
  /// What is open: loops and guards.
  SmallVector<Operation *> open;
  /// Of axes that are roots, the lengths of the one fibre.
  SmallVector<Value> rootLengths;

  /// Opens all, and leaves the insertion point where the body goes.
  void run();
  /// Closes all; `values` are the ones that `carried` are combined to. Gives
  /// the nest's results.
  SmallVector<Value> close(SmallVector<Value> values);

private:
  Value getAxis(int64_t dim) { return nest.getAxes()[dim]; }
  AxisType getType(int64_t dim) {
    return cast<AxisType>(getAxis(dim).getType());
  }
  SmallVector<Value> getUnderSites(int64_t dim) {
    return axis::getSiteParents(nest.getSite(dim));
  }
  SmallVector<Value> getUnder(int64_t dim) {
    return lowering.places.getPositions(getUnderSites(dim));
  }
  void note(int64_t dim, SiteNumbers place) {
    lowering.places.set(nest.getSite(dim), place);
  }

  Value buildConstant(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  Value buildLength(int64_t dim);
  Value buildStart(int64_t dim);
  Value buildBegin(int64_t dim, ValueRange under);
  iter::LoopAttr getLabel(int64_t first, int64_t last);

  void openDim(int64_t dim);
  void openOffsets(int64_t dim);
  void openPositions(int64_t dim);
  void openOnlyCell(int64_t dim);
  void openGroup(int64_t first, int64_t last);
  Value openLoop(Value begin, Value end, iter::LoopAttr label);
  void openGuard(Value condition);
};
} // namespace

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// The label of the loop over the dimensions `first` to `last`.
iter::LoopAttr NestOpening::getLabel(int64_t first, int64_t last) {
  SmallVector<StringAttr> names;
  DimKind kind = DimKind::Spatial;
  for (int64_t dim = first; dim <= last; ++dim) {
    names.push_back(nest.getDimName(dim));
    if (nest.getDimKind(dim) != DimKind::Spatial)
      kind = nest.getDimKind(dim);
  }
  return iter::LoopAttr::get(nest.getContext(), nest.getNameAttr(), names,
                             getType(last).getKind(), kind,
                             iter::LoopRole::Level);
}

/// The length of the fibre of dimension `dim`.
Value NestOpening::buildLength(int64_t dim) {
  if (rootLengths[dim])
    return rootLengths[dim];
  SmallVector<Value> sites = getUnderSites(dim);
  return axis::LengthOp::create(rewriter, loc, rewriter.getIndexType(),
                                getAxis(dim), getUnder(dim),
                                lowering.places.getCutAt(getAxis(dim), sites),
                                lowering.places.getSkewAt(getAxis(dim), sites));
}

/// The offset of the first position of the fibre of dimension `dim`.
Value NestOpening::buildStart(int64_t dim) {
  if (!axis::hasSkew(getAxis(dim)))
    return buildConstant(0);
  SmallVector<Value> sites = getUnderSites(dim);
  return axis::StartOp::create(rewriter, loc, rewriter.getIndexType(),
                               getAxis(dim), getUnder(dim),
                               lowering.places.getCutAt(getAxis(dim), sites),
                               lowering.places.getSkewAt(getAxis(dim), sites));
}

/// The first position of the fibre of dimension `dim` under `under`.
Value NestOpening::buildBegin(int64_t dim, ValueRange under) {
  return axis::PositionOp::create(rewriter, loc, rewriter.getIndexType(),
                                  getAxis(dim), buildConstant(0), under);
}

//===----------------------------------------------------------------------===//
// Loops and guards
//===----------------------------------------------------------------------===//

/// Opens a loop at the insertion point and moves there; gives its variable.
Value NestOpening::openLoop(Value begin, Value end, iter::LoopAttr label) {
  auto loop =
      scf::ForOp::create(rewriter, loc, begin, end, buildConstant(1), carried);
  loop->setAttr(iter::IterDialect::kLoopAttr, label);
  carried = llvm::to_vector_of<Value>(loop.getRegionIterArgs());
  rewriter.setInsertionPointToStart(loop.getBody());
  open.push_back(loop);
  return loop.getInductionVar();
}

/// Opens a guard at the insertion point and moves there: what is combined stays
/// as it is where the condition does not hold.
void NestOpening::openGuard(Value condition) {
  bool hasElse = !carried.empty();
  auto guard = scf::IfOp::create(rewriter, loc, ValueRange(carried).getTypes(),
                                 condition, hasElse);
  if (hasElse) {
    rewriter.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(rewriter, loc, carried);
  }
  rewriter.setInsertionPointToStart(guard.thenBlock());
  open.push_back(guard);
}

void NestOpening::openOffsets(int64_t dim) {
  SmallVector<Value> under = getUnder(dim);
  Value length = buildLength(dim);
  Value offset = openLoop(buildStart(dim), length, getLabel(dim, dim));
  note(dim, getNumbersAtOffset(rewriter, loc, getAxis(dim), offset, under));
}

void NestOpening::openPositions(int64_t dim) {
  SmallVector<Value> under = getUnder(dim);
  Value length = buildLength(dim);
  Value begin = buildBegin(dim, under);
  Value end = arith::AddIOp::create(rewriter, loc, begin, length);
  Value position = openLoop(begin, end, getLabel(dim, dim));
  note(dim, getNumbersAtPosition(rewriter, loc, getAxis(dim), position, under));
}

void NestOpening::openOnlyCell(int64_t dim) {
  SmallVector<Value> under = getUnder(dim);
  SiteNumbers place = getOnlyNumbers(rewriter, loc, getAxis(dim), under);
  note(dim, place);
  if (getType(dim).getKind() != AxisKind::Occupancy ||
      (!lowering.strict && absorbsPadding(nest, dim)))
    return;
  openGuard(axis::OccupiedOp::create(rewriter, loc, rewriter.getI1Type(),
                                     getAxis(dim), place.position, under,
                                     Value(), Value()));
}

void NestOpening::openDim(int64_t dim) {
  AxisType type = getType(dim);
  if (type.isFixed())
    return openOffsets(dim);
  if (type.isVariable())
    return openPositions(dim);
  openOnlyCell(dim);
}

/// Opens the loop over the positions of dimension `last`, which lies under
/// those before it, back to `first`, each alone under the one before.
void NestOpening::openGroup(int64_t first, int64_t last) {
  SmallVector<Value> under = getUnder(first);
  Value begin = buildBegin(first, under);
  Value length =
      getType(first).isThin() ? buildConstant(1) : buildLength(first);
  Value end = arith::AddIOp::create(rewriter, loc, begin, length);
  // The fibres under neighbours are neighbours: where those under the end would
  // begin, those before it end.
  for (int64_t dim = first + 1; dim <= last; ++dim) {
    begin = buildBegin(dim, begin);
    end = buildBegin(dim, end);
  }
  SmallVector<Value> positions = {openLoop(begin, end, getLabel(first, last))};
  for (int64_t dim = last; dim > first; --dim)
    positions.push_back(axis::ParentOp::create(rewriter, loc,
                                               rewriter.getIndexType(),
                                               getAxis(dim), positions.back()));
  for (int64_t dim = first; dim <= last; ++dim) {
    Value position = positions.pop_back_val();
    note(dim,
         getNumbersAtPosition(rewriter, loc, getAxis(dim), position, under));
    under = {position};
  }
}

void NestOpening::run() {
  rewriter.setInsertionPoint(nest);
  // The lengths of roots are the same for every element: ask outside.
  rootLengths.resize(nest.getNumDims());
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    if (axis::isRoot(getAxis(dim)))
      rootLengths[dim] = buildLength(dim);
  int64_t first = 0;
  for (int64_t size : nest.getGroupSizes()) {
    if (size == 1)
      openDim(first);
    else
      openGroup(first, first + size - 1);
    first += size;
  }
}

SmallVector<Value> NestOpening::close(SmallVector<Value> values) {
  for (Operation *op : llvm::reverse(open)) {
    if (values.empty())
      continue;
    rewriter.setInsertionPointToEnd(&op->getRegion(0).front());
    scf::YieldOp::create(rewriter, loc, values);
    values = llvm::to_vector_of<Value>(op->getResults());
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// What the nest's kinds make of `current` and of the values that the body
/// yields.
static SmallVector<Value> combine(OpBuilder &builder, NestOp nest,
                                  ValueRange current, ValueRange yielded) {
  ImplicitLocOpBuilder here(nest.getLoc(), builder);
  SmallVector<Value> combined;
  for (Attribute attr : nest.getCombine()) {
    auto kind = cast<iter::CombineKindAttr>(attr).getValue();
    size_t done = combined.size(), count = getNumCombined(kind);
    llvm::append_range(combined,
                       buildCombine(here, kind, current.slice(done, count),
                                    yielded.slice(done, count)));
  }
  return combined;
}

void spindle::lowerNest(NestLowering &lowering, NestOp nest) {
  IRRewriter &rewriter = lowering.rewriter;
  NestOpening opening(lowering, nest);
  opening.run();
  OpBuilder::InsertPoint inside = rewriter.saveInsertionPoint();
  // Look-ups are known by the nest's own arguments: lower them before these go.
  Block &body = nest.getBody().front();
  lowering.lowerBlock(body);
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    rewriter.replaceAllUsesWith(
        nest.getCoordinate(dim),
        lowering.places.get(nest.getSite(dim)).coordinate);
  Operation *terminator = body.getTerminator();
  SmallVector<Value> yielded =
      llvm::to_vector_of<Value>(terminator->getOperands());
  rewriter.eraseOp(terminator);
  inside.getBlock()->getOperations().splice(inside.getPoint(),
                                            body.getOperations());
  rewriter.restoreInsertionPoint(inside);
  SmallVector<Value> values = combine(rewriter, nest, opening.carried, yielded);
  rewriter.replaceAllUsesWith(nest.getResults(), opening.close(values));
}
