//===- Peel.cpp - a loop without its first or last part -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Peel.h"

#include "LoopBlocks.h"
#include "PeelBorders.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

/// Why the end of `loop` cannot be peeled; empty if it can.
static std::string refuseEnd(scf::ForOp loop) {
  if (isConstantIntValue(loop.getStep(), 1))
    return "its step is 1";
  auto lower = getConstantIntValue(loop.getLowerBound());
  auto upper = getConstantIntValue(loop.getUpperBound());
  auto step = getConstantIntValue(loop.getStep());
  if (lower && upper && step && (*upper - *lower) % *step == 0)
    return "all its steps are whole";
  return "";
}

/// Gives the first iteration of `loop`, if there is one, a loop of its own.
static scf::ForOp peelFirst(RewriterBase &rewriter, scf::ForOp loop) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Value second = addSteps(rewriter, loop, loop.getLowerBound(), 1);
  Value end = getTripCount(loop)
                  ? second
                  : arith::MinSIOp::create(rewriter, loop.getLoc(), second,
                                           loop.getUpperBound())
                        .getResult();
  auto first = cast<scf::ForOp>(rewriter.clone(*loop));
  rewriter.modifyOpInPlace(first, [&] { first.setUpperBound(end); });
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(second);
    loop.getInitArgsMutable().assign(first.getResults());
  });
  return first;
}

/// Has what ends with a step of `loop`, all of which are whole and end before
/// `end`, not ask whether that comes first: as the points of a tile.
static void endWithSteps(RewriterBase &rewriter, scf::ForOp loop, Value end) {
  auto isSame = [](Value value, Value other) {
    return isEqualConstantIntOrValue(getAsOpFoldResult(value),
                                     getAsOpFoldResult(other));
  };
  auto isStep = [&](Value value) {
    auto sum = value.getDefiningOp<arith::AddIOp>();
    return sum && sum.getLhs() == loop.getInductionVar() &&
           isSame(sum.getRhs(), loop.getStep());
  };
  loop.walk([&](arith::MinSIOp least) {
    Value first = least.getLhs(), second = least.getRhs();
    if (isStep(second))
      std::swap(first, second);
    if (isStep(first) && isSame(second, end))
      rewriter.replaceOp(least, first);
  });
}

/// Gives what is left of a step at the end of `loop` a loop of its own.
static scf::ForOp peelLast(RewriterBase &rewriter, scf::ForOp loop) {
  Value end = loop.getUpperBound();
  orderBounds(rewriter, loop);
  scf::ForOp last;
  LogicalResult done = scf::peelForLoopAndSimplifyBounds(rewriter, loop, last);
  (void)done;
  assert(succeeded(done) && "what can be peeled is known");
  endWithSteps(rewriter, loop, end);
  if (iter::LoopAttr label = iter::getLabel(last))
    last->setAttr(iter::IterDialect::kLoopAttr,
                  iter::withRole(label, iter::LoopRole::Tail));
  return last;
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::peel(RewriterBase &rewriter, scf::ForOp loop,
                     const PeelOptions &options, std::string &refusal) {
  std::optional<int64_t> count = getTripCount(loop);
  if (loop.getUnsignedCmp())
    refusal = "its bounds are compared as unsigned numbers";
  else if (count && *count < 2)
    refusal = "it has fewer than 2 iterations";
  else
    refusal = options.first || options.borders ? "" : refuseEnd(loop);
  if (!refusal.empty())
    return failure();
  if (options.borders)
    return peelBorders(rewriter, loop, refusal);
  scf::ForOp other =
      options.first ? peelFirst(rewriter, loop) : peelLast(rewriter, loop);
  return SmallVector<scf::ForOp>{loop, other};
}
