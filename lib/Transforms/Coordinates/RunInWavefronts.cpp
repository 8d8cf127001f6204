//===- RunInWavefronts.cpp - rows that do not wait, together --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/RunInWavefronts.h"

#include "NestDims.h"
#include "RowAccesses.h"
#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// Whether the rows may be run so
//===----------------------------------------------------------------------===//

/// Which way the rows come: that in which a check finds no reason against it.
static std::string findDirection(NestOp nest, std::optional<RowAccesses> &found,
                                 bool &backwards, Operation *&obstacle) {
  std::string refusal;
  for (bool mirrored : {false, true}) {
    Operation *reason = nullptr;
    RowAccesses accesses(nest, mirrored);
    std::string text = accesses.check(reason);
    if (text.empty()) {
      found = accesses;
      backwards = mirrored;
      return "";
    }
    if (!mirrored) {
      refusal = text;
      obstacle = reason;
    }
  }
  return refusal;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

namespace {
/// A nest on its way into wavefronts.
struct WavefrontNest {
  WavefrontNest(RewriterBase &rewriter, NestOp nest, RowAccesses &accesses,
                bool backwards)
      : rewriter(rewriter), nest(nest), accesses(accesses),
        backwards(backwards), loc(nest.getLoc()) {}

  NestOp build();

private:
  void buildAxes();
  NestOp buildOuter();
  void nameRow(Value row, Value site);

  RewriterBase &rewriter;
  NestOp nest;
  RowAccesses &accesses;
  bool backwards;
  Location loc;
  /// The axes of wavefronts and of their rows.
  Value wavefronts, rows;
};
} // namespace

/// Finds the wavefronts where the pattern is made, and makes axes of them.
void WavefrontNest::buildAxes() {
  Value pattern = accesses.getPattern(), allRows = nest.getAxes()[0];
  AxisType type = axis::getAxisType(pattern);
  MLIRContext *context = rewriter.getContext();
  rewriter.setInsertionPointAfter(pattern.getDefiningOp());
  Value size =
      axis::ExtentOp::create(rewriter, loc, rewriter.getIndexType(), allRows);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value room = arith::AddIOp::create(rewriter, loc, size, one);
  auto memory = MemRefType::get({ShapedType::kDynamic}, type.getCrd());
  auto allocate = [&](Value count) -> Value {
    return memref::AllocOp::create(rewriter, loc, memory, count);
  };
  Value starts = allocate(room), order = allocate(size), of = allocate(size);
  auto found =
      axis::WavefrontsOp::create(rewriter, loc, rewriter.getIndexType(),
                                 pattern, backwards, starts, order, of);
  memref::DeallocOp::create(rewriter, loc, of);
  wavefronts = axis::DenseFixedOp::create(
      rewriter, loc, cast<AxisType>(allRows.getType()), found.getCount(),
      /*cut=*/Value(), /*by=*/Value(), /*lengths=*/Value(), /*parent=*/Value(),
      /*skew=*/Value(), /*along=*/Value());
  rows = axis::SparseVariableOp::create(
      rewriter, loc,
      AxisType::get(context, AxisKind::SparseVariable, type.getWidth(),
                    type.getCrd(), type.getCrd(), /*sorted=*/true,
                    /*unique=*/true),
      size, /*from=*/Value(), /*count=*/Value(), wavefronts, starts, order);
  rewriter.setInsertionPoint(rows.getParentBlock()->getTerminator());
  memref::DeallocOp::create(rewriter, loc, starts);
  memref::DeallocOp::create(rewriter, loc, order);
}

/// The nest over wavefronts and their rows, whose body is empty.
NestOp WavefrontNest::buildOuter() {
  rewriter.setInsertionPoint(nest);
  StringAttr name = nest.getDimName(0);
  NestSpace space;
  space.names = {rewriter.getStringAttr(name.getValue() + ".wavefront"), name};
  space.kinds = {nest.getKinds()[0], nest.getKinds()[0]};
  space.axes = {wavefronts, rows};
  space.parents = {{}, {0}};
  return buildNest(rewriter, loc, nest.getNameAttr(), space);
}

/// Has the body name the row at hand by `row` and `site`.
void WavefrontNest::nameRow(Value row, Value site) {
  Block &body = nest.getBody().front();
  SmallVector<Operation *> locates;
  SmallVector<Value> mirrored;
  nest.getBody().walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      if (isa<axis::LocateOp>(op) && result == op->getResult(0) &&
          accesses.isRow(result))
        locates.push_back(op);
      else if (backwards && result.getType().isIndex() &&
               accesses.isRow(result))
        mirrored.push_back(result);
    }
  });
  for (Operation *op : locates)
    rewriter.replaceAllUsesWith(op->getResult(0), site);
  for (Value value : mirrored)
    rewriter.replaceAllUsesWith(value, row);
  Value coordinate = row;
  if (backwards && !body.getArgument(0).use_empty()) {
    Value size = axis::ExtentOp::create(rewriter, loc, rewriter.getIndexType(),
                                        nest.getAxes()[0]);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value last = arith::SubIOp::create(rewriter, loc, size, one);
    coordinate = arith::SubIOp::create(rewriter, loc, last, row);
  }
  rewriter.replaceAllUsesWith(body.getArgument(0), coordinate);
  Value own = site;
  if (backwards && !body.getArgument(1).use_empty())
    own = axis::LocateOp::create(rewriter, loc, site.getType(),
                                 rewriter.getI1Type(), nest.getAxes()[0],
                                 coordinate, ValueRange(), Value(), Value(),
                                 Value(), axis::LocateStrategyAttr())
              .getPlace();
  rewriter.replaceAllUsesWith(body.getArgument(1), own);
}

NestOp WavefrontNest::build() {
  buildAxes();
  NestOp outer = buildOuter();
  Operation *end = outer.getBody().front().getTerminator();
  rewriter.setInsertionPoint(end);
  Value row = outer.getCoordinate(1);
  Value site = axis::LocateOp::create(
                   rewriter, loc, axis::SiteType::get(rewriter.getContext()),
                   rewriter.getI1Type(), nest.getAxes()[0], row, ValueRange(),
                   Value(), Value(), Value(), axis::LocateStrategyAttr())
                   .getPlace();
  nameRow(row, site);
  if (nest.getNumDims() > 1) {
    moveInnerDims(rewriter, nest, site);
  } else {
    rewriter.eraseOp(nest.getBody().front().getTerminator());
    nest.getBody().front().eraseArguments(0, 2);
    rewriter.inlineBlockBefore(&nest.getBody().front(), end);
  }
  rewriter.replaceOp(nest, outer);
  return outer;
}

FailureOr<NestOp> spindle::iter::runInWavefronts(RewriterBase &rewriter,
                                                 NestOp nest,
                                                 ObstacleFunction onObstacle,
                                                 std::string &refusal) {
  refusal = checkRows(nest);
  if (!refusal.empty())
    return failure();
  std::optional<RowAccesses> accesses;
  bool backwards = false;
  Operation *obstacle = nullptr;
  refusal = findDirection(nest, accesses, backwards, obstacle);
  if (obstacle)
    onObstacle(obstacle);
  if (refusal.empty() && !accesses->getPattern())
    refusal = "no " + nest.getDimName(0).str() + " reads what another writes";
  if (!refusal.empty())
    return failure();
  return WavefrontNest(rewriter, nest, *accesses, backwards).build();
}
