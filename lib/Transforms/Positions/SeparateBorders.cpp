//===- SeparateBorders.cpp - loops that no border is near -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cell of a diagonal exists where its column lies in the matrix. Coordinates
// of a sorted axis ascend: where all cells exist under the first and the last
// diagonal of a block, they do under those between.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/SeparateBorders.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;
using spindle::axis::CoordinateOp;
using spindle::axis::DenseFixedOp;
using spindle::axis::LengthOp;
using spindle::axis::PositionOp;
using spindle::axis::StartOp;

namespace {
/// A loop over the positions of a fibre, and the one over skewed cells in it.
struct SkewedLoops {
  scf::ForOp outer, inner;
  DenseFixedOp axis;
  /// The coordinate that a cut of the axis depends on; null without a cut.
  Value cutAt;
  /// What the fibre of the outer loop lies under.
  SmallVector<Value> under;

  std::string find(scf::ForOp loop);
  Value buildTest(ImplicitLocOpBuilder &builder);

private:
  std::string checkInner(LengthOp length);
  std::string checkOuter();
  Value buildWhole(ImplicitLocOpBuilder &builder);
};
} // namespace

/// The loop in `loop` that begins where the cells of a skewed axis do.
static scf::ForOp findSkewedLoop(scf::ForOp loop) {
  scf::ForOp found;
  loop.getBody()->walk([&](scf::ForOp inner) {
    if (inner.getLowerBound().getDefiningOp<StartOp>() && !found)
      found = inner;
  });
  return found;
}

std::string SkewedLoops::checkInner(LengthOp length) {
  auto start = inner.getLowerBound().getDefiningOp<StartOp>();
  if (!length || length.getAxis() != start.getAxis() ||
      length.getUnder() != start.getUnder() || !start.getSkewAt() ||
      !isConstantIntValue(inner.getStep(), 1))
    return "the loop over cells does not run from their start to their length";
  axis = start.getAxis().getDefiningOp<DenseFixedOp>();
  if (!axis)
    return "how the axis of the cells is made is not known";
  auto at = start.getSkewAt().getDefiningOp<CoordinateOp>();
  if (!at || at.getAxis() != axis.getAlong() ||
      at.getPosition() != outer.getInductionVar())
    return "the cells are not skewed along the coordinate of the loop";
  cutAt = start.getCutAt();
  if (bool(axis.getCut()) != bool(cutAt) || cutAt != length.getCutAt() ||
      (cutAt && !outer.isDefinedOutsideOfLoop(cutAt)))
    return "the coordinate that cuts the cells is not known before the loop";
  return "";
}

std::string SkewedLoops::checkOuter() {
  auto type = cast<AxisType>(axis.getAlong().getType());
  auto begin = outer.getLowerBound().getDefiningOp<PositionOp>();
  if (!type.getSorted())
    return "coordinates along the skew do not ascend";
  if (!begin || begin.getAxis() != axis.getAlong() ||
      !isConstantIntValue(begin.getOffset(), 0) ||
      !isConstantIntValue(outer.getStep(), 1))
    return "the loop is not over the positions of one fibre";
  if (outer.getNumResults() != 0)
    return "the loop hands values on";
  under = llvm::to_vector(begin.getUnder());
  return "";
}

/// Why the loops are not separated; empty where they are found.
std::string SkewedLoops::find(scf::ForOp loop) {
  outer = loop;
  inner = findSkewedLoop(loop);
  if (!inner)
    return "it holds no loop over skewed cells";
  std::string refusal =
      checkInner(inner.getUpperBound().getDefiningOp<LengthOp>());
  return refusal.empty() ? checkOuter() : refusal;
}

//===----------------------------------------------------------------------===//
// The test
//===----------------------------------------------------------------------===//

/// Whether all cells exist under the first and the last position, which are
/// there.
Value SkewedLoops::buildWhole(ImplicitLocOpBuilder &builder) {
  auto getCoordinate = [&](Value position) -> Value {
    return CoordinateOp::create(builder, builder.getIndexType(),
                                axis.getAlong(), position, under);
  };
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value end = arith::SubIOp::create(builder, outer.getUpperBound(), one);
  Value first = getCoordinate(outer.getLowerBound());
  Value last = add(builder, getCoordinate(end), axis.getExtent());
  Value test;
  if (cutAt) {
    Value before = arith::MulIOp::create(builder, axis.getExtent(), cutAt);
    first = add(builder, first, before);
    last = add(builder, last, before);
    test = compare(builder, arith::CmpIPredicate::sle,
                   add(builder, before, axis.getExtent()), axis.getCut());
  }
  Value fits =
      compare(builder, arith::CmpIPredicate::sle, last, axis.getSkew());
  Value begins = compare(builder, arith::CmpIPredicate::sge, first, zero);
  Value both = arith::AndIOp::create(builder, begins, fits);
  return test ? Value(arith::AndIOp::create(builder, both, test)) : both;
}

Value SkewedLoops::buildTest(ImplicitLocOpBuilder &builder) {
  Value isThere = compare(builder, arith::CmpIPredicate::slt,
                          outer.getLowerBound(), outer.getUpperBound());
  auto branch = scf::IfOp::create(
      builder, isThere,
      [&](OpBuilder &b, Location loc) {
        ImplicitLocOpBuilder inside(loc, b);
        scf::YieldOp::create(inside, buildWhole(inside));
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, isThere);
      });
  return branch.getResult(0);
}

FailureOr<scf::ForOp> spindle::iter::separateBorders(RewriterBase &rewriter,
                                                     scf::ForOp loop,
                                                     std::string &refusal) {
  SkewedLoops loops;
  refusal = loops.find(loop);
  if (!refusal.empty())
    return failure();
  rewriter.setInsertionPoint(loop);
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  Value test = loops.buildTest(builder);
  auto branch =
      scf::IfOp::create(rewriter, loop.getLoc(), test, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  IRMapping mapping;
  auto whole = cast<scf::ForOp>(rewriter.clone(*loop, mapping));
  auto cells = cast<scf::ForOp>(mapping.lookup(loops.inner.getOperation()));
  rewriter.setInsertionPoint(whole);
  Value zero = arith::ConstantIndexOp::create(rewriter, loop.getLoc(), 0);
  rewriter.modifyOpInPlace(cells, [&] {
    cells.setLowerBound(zero);
    cells.setUpperBound(loops.axis.getExtent());
  });
  rewriter.moveOpBefore(loop, branch.elseBlock()->getTerminator());
  return whole;
}
