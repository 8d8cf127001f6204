//===- LoopGuards.cpp - whether loops run ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/LoopGuards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

static arith::CmpIPredicate getLess(scf::ForOp loop) {
  return loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                               : arith::CmpIPredicate::slt;
}

/// Whether `condition` holds just if `loop` has an iteration.
static bool saysThatItRuns(Value condition, scf::ForOp loop) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && compare.getPredicate() == getLess(loop) &&
         compare.getLhs() == loop.getLowerBound() &&
         compare.getRhs() == loop.getUpperBound();
}

bool spindle::loops::surelyRuns(scf::ForOp loop) {
  APInt lower, upper;
  if (matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
      matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)))
    return loop.getUnsignedCmp() ? lower.ult(upper) : lower.slt(upper);
  Region *region = loop->getParentRegion();
  for (; region; region = region->getParentRegion()) {
    auto branch = dyn_cast<scf::IfOp>(region->getParentOp());
    if (branch && region == &branch.getThenRegion() &&
        saysThatItRuns(branch.getCondition(), loop))
      return true;
  }
  return false;
}

/// Whether the block of `op` surely accesses `element` where it gets to `op`.
static bool isAccessedBeside(Operation *op, const Element &element,
                             bool byStore) {
  auto isFound = [&](auto next) {
    for (Operation *it = next(op); it && !mayFree(it); it = next(it)) {
      std::optional<MemoryAccess> access = getElementAccess(it);
      if (access && (access->writes || !byStore) && areSame(*access, element))
        return true;
    }
    return false;
  };
  return isFound([](Operation *it) { return it->getPrevNode(); }) ||
         isFound([](Operation *it) { return it->getNextNode(); });
}

bool spindle::loops::isAccessedAround(scf::ForOp loop, const Element &element,
                                      bool byStore) {
  for (Operation *op = loop; op; op = op->getParentOp()) {
    if (isAccessedBeside(op, element, byStore))
      return true;
    if (!isa_and_present<scf::ForOp, scf::IfOp>(op->getParentOp()))
      return false;
  }
  return false;
}

/// Whether `around` does nothing but run `inner`, as often as it runs, and
/// knows before whether `inner` has an iteration.
static bool onlyRuns(scf::ForOp around, Operation *inner, scf::ForOp loop) {
  return around->getNumResults() == 0 &&
         around.isDefinedOutsideOfLoop(loop.getLowerBound()) &&
         around.isDefinedOutsideOfLoop(loop.getUpperBound()) &&
         llvm::all_of(
             around.getBody()->without_terminator(),
             [&](Operation &op) { return &op == inner || isPure(&op); });
}

void spindle::loops::guard(RewriterBase &rewriter, scf::ForOp loop) {
  Operation *guarded = loop;
  if (loop->getNumResults() == 0)
    while (auto around = dyn_cast<scf::ForOp>(guarded->getParentOp())) {
      if (!onlyRuns(around, guarded, loop))
        break;
      guarded = around;
    }
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(guarded);
  Location loc = loop.getLoc();
  Value runs = arith::CmpIOp::create(
      rewriter, loc, getLess(loop), loop.getLowerBound(), loop.getUpperBound());
  bool hasResults = guarded->getNumResults() != 0;
  auto branch = scf::IfOp::create(rewriter, loc, guarded->getResultTypes(),
                                  runs, /*withElseRegion=*/hasResults);
  rewriter.replaceAllUsesWith(guarded->getResults(), branch.getResults());
  rewriter.moveOpBefore(guarded, branch.thenBlock(),
                        branch.thenBlock()->begin());
  if (!hasResults)
    return;
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, loc, guarded->getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, loop.getInits());
}
