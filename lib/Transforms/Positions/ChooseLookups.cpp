//===- ChooseLookups.cpp - how and where look-ups search ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/Passes.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_CHOOSELOOKUPSPASS
#include "Spindle/Transforms/Positions/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::axis;

/// Fibres of at most so many cells are walked: a search by halves is no faster.
static constexpr int64_t kShort = 8;

static bool isOutside(Value value, scf::ForOp loop) {
  return loop.isDefinedOutsideOfLoop(value);
}

static bool areOutside(ValueRange values, scf::ForOp loop) {
  return llvm::all_of(values, [&](Value v) { return isOutside(v, loop); });
}

//===----------------------------------------------------------------------===//
// Ascending coordinates
//===----------------------------------------------------------------------===//

/// Whether `position`, under the positions `under` of parents of `axis`, runs
/// up through one fibre as `loop` does.
static bool runsThroughFibre(Value position, Value axis, ValueRange under,
                             scf::ForOp loop) {
  if (!areOutside(under, loop))
    return false;
  if (position == loop.getInductionVar())
    return true;
  auto constructor = position.getDefiningOp<PositionOp>();
  return constructor && constructor.getAxis() == axis &&
         constructor.getUnder() == under &&
         constructor.getOffset() == loop.getInductionVar();
}

/// Whether `coordinate` does not descend from one iteration to the next.
static bool ascends(Value coordinate, scf::ForOp loop) {
  if (coordinate == loop.getInductionVar())
    return true;
  auto query = coordinate.getDefiningOp<CoordinateOp>();
  return query && query.getAxis().getType().getSorted() &&
         runsThroughFibre(query.getPosition(), query.getAxis(),
                          query.getUnder(), loop);
}

//===----------------------------------------------------------------------===//
// One look-up
//===----------------------------------------------------------------------===//

namespace {
/// A look-up and the loops around it.
struct LookUp {
  LookUp(IRRewriter &rewriter, LocateOp op) : rewriter(rewriter), op(op) {}

  IRRewriter &rewriter;
  LocateOp op;
  /// What stands directly in a loop: the look-up, or the branch that it is in
  /// since it was moved.
  Operation *place = op;
  /// The loops that it left, innermost first, which ask it only if each of them
  /// has an iteration; none if it may be asked in any case.
  SmallVector<scf::ForOp> left;

  /// Moves the look-up as far out as it goes.
  void hoist();
  /// Gives the look-up a strategy, if it has none.
  void choose();

private:
  scf::ForOp getLoop() { return dyn_cast<scf::ForOp>(place->getParentOp()); }
  bool canCarry();
  Value buildAsked(ArrayRef<scf::ForOp> loops);
  void guard();
  void carry();
  Value buildStart(scf::ForOp loop);
};
} // namespace

/// Whether the bounds of `loops` do not change in `loop`.
static bool boundsAreOutside(ArrayRef<scf::ForOp> loops, scf::ForOp loop) {
  return llvm::all_of(loops, [&](scf::ForOp inner) {
    return isOutside(inner.getLowerBound(), loop) &&
           isOutside(inner.getUpperBound(), loop);
  });
}

/// Whether `loop` has an iteration.
static Value buildRuns(OpBuilder &builder, scf::ForOp loop) {
  return arith::CmpIOp::create(builder, loop.getLoc(),
                               loop.getUnsignedCmp()
                                   ? arith::CmpIPredicate::ult
                                   : arith::CmpIPredicate::slt,
                               loop.getLowerBound(), loop.getUpperBound());
}

void LookUp::hoist() {
  if (op.getFrom())
    return;
  bool needsGuard = !isSpeculatable(op);
  scf::ForOp loop = getLoop();
  while (loop && areOutside(op->getOperands(), loop) &&
         (!needsGuard || boundsAreOutside(left, loop))) {
    left.push_back(loop);
    loop = dyn_cast<scf::ForOp>(loop->getParentOp());
  }
  if (left.empty())
    return;
  rewriter.moveOpBefore(op, left.back());
  if (needsGuard)
    return guard();
  left.clear();
}

/// Whether all `loops`, of which there is one, have an iteration, built at the
/// insertion point.
Value LookUp::buildAsked(ArrayRef<scf::ForOp> loops) {
  Value asked = buildRuns(rewriter, loops.back());
  for (scf::ForOp loop : llvm::reverse(loops.drop_back()))
    asked = arith::AndIOp::create(rewriter, op.getLoc(), asked,
                                  buildRuns(rewriter, loop));
  return asked;
}

/// Puts the look-up into a branch that is taken if it is asked.
void LookUp::guard() {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value asked = buildAsked(left);
  auto branch = scf::IfOp::create(rewriter, loc, op->getResultTypes(), asked,
                                  /*withElseRegion=*/true);
  rewriter.replaceAllUsesWith(op->getResults(), branch.getResults());
  rewriter.moveOpBefore(op, branch.thenBlock(), branch.thenBlock()->end());
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, op->getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  Value nowhere = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value missing = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
  scf::YieldOp::create(rewriter, loc, ValueRange{nowhere, missing});
  place = branch;
}

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

bool LookUp::canCarry() {
  scf::ForOp loop = getLoop();
  return loop && !loop.getUnsignedCmp() && areOutside(op.getUnder(), loop) &&
         boundsAreOutside(left, loop) && ascends(op.getCoordinate(), loop);
}

static bool isShort(AxisType type) {
  int64_t width = type.getWidth();
  return type.isThin() ||
         (type.isFixed() && !ShapedType::isDynamic(width) && width <= kShort);
}

void LookUp::choose() {
  if (op.getStrategy())
    return;
  AxisType type = op.getAxis().getType();
  if (!type.hasCoordinates())
    return op.setStrategy(LocateStrategy::Direct);
  if (!type.getSorted() || isShort(type))
    return op.setStrategy(LocateStrategy::Linear);
  if (!canCarry())
    return op.setStrategy(LocateStrategy::Binary);
  carry();
}

/// The begin of the fibre, before `loop`. Where the look-up is never asked, the
/// fibre need not be there.
Value LookUp::buildStart(scf::ForOp loop) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(loop);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  if (op.getUnder().empty())
    return zero;
  auto ask = [&](OpBuilder &builder, Location) {
    scf::YieldOp::create(builder, loc,
                         PositionOp::create(builder, loc,
                                            builder.getIndexType(),
                                            op.getAxis(), zero, op.getUnder())
                             .getResult());
  };
  auto leave = [&](OpBuilder &builder, Location) {
    scf::YieldOp::create(builder, loc, zero);
  };
  SmallVector<scf::ForOp> loops(left);
  loops.push_back(loop);
  Value asked = buildAsked(loops);
  return scf::IfOp::create(rewriter, loc, asked, ask, leave).getResult(0);
}

void LookUp::carry() {
  scf::ForOp loop = getLoop();
  Value start = buildStart(loop);
  Value handedOn = place->getResult(0);
  auto yield = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
    return SmallVector<Value>{handedOn};
  };
  rewriter.setInsertionPoint(loop);
  // A loop of scf can always be given another value.
  auto carrying = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, start, /*replaceInitOperandUsesInLoop=*/false, yield));
  Value from = carrying.getRegionIterArgs().back();
  op.getFromMutable().assign(from);
  op.setStrategy(LocateStrategy::Carry);
  if (auto branch = dyn_cast<scf::IfOp>(place))
    branch.elseYield()->setOperand(0, from);
}

namespace {
struct ChooseLookupsPass
    : spindle::impl::ChooseLookupsPassBase<ChooseLookupsPass> {
  void runOnOperation() override {
    SmallVector<LocateOp> ops;
    getOperation().walk([&](LocateOp op) {
      if (isa<IndexType>(op.getPlace().getType()))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (LocateOp op : ops) {
      LookUp lookUp(rewriter, op);
      lookUp.hoist();
      lookUp.choose();
    }
  }
};
} // namespace
