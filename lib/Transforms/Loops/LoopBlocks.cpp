//===- LoopBlocks.cpp - blocks of iterations ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBlocks.h"

#include "Spindle/Analysis/MostIterations.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle::loops;

/// A function of more operations takes minutes to compile. Copies of loops with
/// loops in them that were copied before soon are more than memory holds.
static constexpr int64_t kMostOperations = int64_t(1) << 17;

std::optional<int64_t> spindle::loops::getTripCount(scf::ForOp loop) {
  auto lower = getConstantIntValue(loop.getLowerBound());
  auto upper = getConstantIntValue(loop.getUpperBound());
  auto step = getConstantIntValue(loop.getStep());
  if (!lower || !upper || !step)
    return std::nullopt;
  return *upper <= *lower ? 0 : (*upper - *lower - 1) / *step + 1;
}

static Value makeNumber(OpBuilder &builder, scf::ForOp loop, int64_t number) {
  auto type = loop.getInductionVar().getType();
  return arith::ConstantOp::create(builder, loop.getLoc(),
                                   builder.getIntegerAttr(type, number));
}

Value spindle::loops::multiplyStep(OpBuilder &builder, scf::ForOp loop,
                                   int64_t count) {
  if (auto step = getConstantIntValue(loop.getStep()))
    return makeNumber(builder, loop, *step * count);
  return arith::MulIOp::create(builder, loop.getLoc(), loop.getStep(),
                               makeNumber(builder, loop, count));
}

Value spindle::loops::addSteps(OpBuilder &builder, scf::ForOp loop, Value value,
                               int64_t count) {
  OpBuilder before(loop);
  return arith::AddIOp::create(builder, loop.getLoc(), value,
                               multiplyStep(before, loop, count));
}

/// Whether the upper bound of `loop` is known to be no less than the lower one.
static bool isOrdered(scf::ForOp loop) {
  if (getTripCount(loop))
    return true;
  return isConstantIntValue(loop.getLowerBound(), 0) &&
         isa_and_present<memref::DimOp>(loop.getUpperBound().getDefiningOp());
}

void spindle::loops::orderBounds(RewriterBase &rewriter, scf::ForOp loop) {
  if (isOrdered(loop))
    return;
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Value upper = arith::MaxSIOp::create(
      rewriter, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound());
  rewriter.modifyOpInPlace(loop, [&] { loop.setUpperBound(upper); });
}

/// Where the whole blocks of `factor` iterations of `loop` end.
static Value buildMiddle(RewriterBase &rewriter, scf::ForOp loop,
                         int64_t factor) {
  Location loc = loop.getLoc();
  if (std::optional<int64_t> count = getTripCount(loop)) {
    int64_t lower = *getConstantIntValue(loop.getLowerBound());
    int64_t step = *getConstantIntValue(loop.getStep());
    return makeNumber(rewriter, loop, lower + *count / factor * factor * step);
  }
  Value range = arith::SubIOp::create(rewriter, loc, loop.getUpperBound(),
                                      loop.getLowerBound());
  Value step = loop.getStep();
  bool isOne = isConstantIntValue(step, 1);
  Value count =
      isOne
          ? range
          : arith::CeilDivUIOp::create(rewriter, loc, range, step).getResult();
  Value rest = arith::RemUIOp::create(rewriter, loc, count,
                                      makeNumber(rewriter, loop, factor));
  Value whole = arith::SubIOp::create(rewriter, loc, count, rest);
  if (!isOne)
    whole = arith::MulIOp::create(rewriter, loc, whole, step);
  return arith::AddIOp::create(rewriter, loc, loop.getLowerBound(), whole);
}

/// Gives what is left of a loop the role `tail`.
static void labelRest(scf::ForOp rest) {
  if (spindle::iter::LoopAttr label = spindle::iter::getLabel(rest))
    rest->setAttr(spindle::iter::IterDialect::kLoopAttr,
                  withRole(label, spindle::iter::LoopRole::Tail));
}

scf::ForOp spindle::loops::splitOffRest(RewriterBase &rewriter, scf::ForOp loop,
                                        int64_t factor) {
  std::optional<int64_t> count = getTripCount(loop);
  if (factor == 1 || (count && *count % factor == 0))
    return {};
  orderBounds(rewriter, loop);
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Value middle = buildMiddle(rewriter, loop, factor);
  rewriter.setInsertionPointAfter(loop);
  auto rest = cast<scf::ForOp>(rewriter.clone(*loop));
  rewriter.replaceAllUsesWith(loop.getResults(), rest.getResults());
  rewriter.modifyOpInPlace(loop, [&] { loop.setUpperBound(middle); });
  rewriter.modifyOpInPlace(rest, [&] {
    rest.setLowerBound(middle);
    rest.getInitArgsMutable().assign(loop.getResults());
  });
  labelRest(rest);
  return rest;
}

VersionedLoop spindle::loops::makeVersions(RewriterBase &rewriter,
                                           scf::ForOp loop, Value test) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  auto cases = scf::IfOp::create(rewriter, loc, loop.getResultTypes(), test,
                                 /*addThenBlock=*/true, /*addElseBlock=*/true);
  rewriter.replaceAllUsesWith(loop.getResults(), cases.getResults());
  rewriter.setInsertionPointToStart(cases.elseBlock());
  auto other = cast<scf::ForOp>(rewriter.clone(*loop));
  rewriter.moveOpBefore(loop, cases.thenBlock(), cases.thenBlock()->begin());
  for (scf::ForOp made : {loop, other}) {
    Block *block = made->getBlock();
    if (!block->empty() && isa<scf::YieldOp>(block->back()))
      rewriter.eraseOp(&block->back());
    rewriter.setInsertionPointToEnd(block);
    scf::YieldOp::create(rewriter, loc, made.getResults());
  }
  return {loop, other};
}

/// What decides whether `bound` is more than `number`: of a minimum or maximum
/// of two, one of which is a constant, the other one may.
static Value findDecisive(Value bound, int64_t number) {
  Operation *op = bound.getDefiningOp();
  if (!isa_and_present<arith::MinSIOp, arith::MaxSIOp>(op))
    return bound;
  for (unsigned index : {0, 1}) {
    auto limit = getConstantIntValue(op->getOperand(index));
    if (limit && (*limit > number) == isa<arith::MinSIOp>(op))
      return findDecisive(op->getOperand(1 - index), number);
  }
  return bound;
}

/// Moves what only `loop` needs its upper bound for to where `loop` is.
static void sinkBound(RewriterBase &rewriter, scf::ForOp loop) {
  SmallVector<Operation *> ops{loop.getUpperBound().getDefiningOp()};
  for (Operation *before = loop; !ops.empty();) {
    Operation *op = ops.pop_back_val();
    if (!isa_and_present<arith::MinSIOp, arith::MaxSIOp>(op) ||
        !op->hasOneUse())
      continue;
    rewriter.moveOpBefore(op, before);
    before = op;
    for (Value operand : op->getOperands())
      ops.push_back(operand.getDefiningOp());
  }
}

/// Runs `loop` as one block of the `factor` iterations that it has at most, if
/// it has them all, and else a copy, which is given. One test is all that is
/// done then each time the loop is reached.
static scf::ForOp splitOffFewer(RewriterBase &rewriter, scf::ForOp loop,
                                int64_t factor) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  int64_t lower = *getConstantIntValue(loop.getLowerBound());
  int64_t step = *getConstantIntValue(loop.getStep());
  int64_t last = lower + (factor - 1) * step;
  Value hasAll =
      arith::CmpIOp::create(rewriter, loop.getLoc(), arith::CmpIPredicate::slt,
                            makeNumber(rewriter, loop, last),
                            findDecisive(loop.getUpperBound(), last));
  Value end = makeNumber(rewriter, loop, last + step);
  scf::ForOp rest = makeVersions(rewriter, loop, hasAll).other;
  rewriter.modifyOpInPlace(loop, [&] { loop.setUpperBound(end); });
  sinkBound(rewriter, rest);
  labelRest(rest);
  return rest;
}

scf::ForOp spindle::loops::splitIntoBlocks(RewriterBase &rewriter,
                                           scf::ForOp loop, int64_t factor) {
  if (!getTripCount(loop) && getMostIterations(loop) == factor)
    return splitOffFewer(rewriter, loop, factor);
  return splitOffRest(rewriter, loop, factor);
}

FailureOr<int64_t> spindle::loops::chooseFactor(scf::ForOp loop,
                                                const UnrollOptions &options,
                                                std::string &refusal) {
  std::optional<int64_t> most = getMostIterations(loop);
  bool areFewer = options.atMost && most && *most > 0 && *most < options.factor;
  if (options.factor && !areFewer)
    return options.factor;
  if (!most)
    refusal = "the number of its iterations is not known";
  else if (*most == 0)
    refusal = "it has no iterations";
  else
    return *most;
  return failure();
}

/// Counts `op` and all operations in it.
static int64_t countOperations(Operation *op) {
  int64_t count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

/// Returns why `factor` copies of the body of `loop` are too many; empty if
/// they are not.
static std::string refuseSize(scf::ForOp loop, int64_t factor) {
  Operation *all = loop;
  while (!isa<FunctionOpInterface>(all) && all->getParentOp())
    all = all->getParentOp();
  int64_t others = countOperations(all), body = countOperations(loop) - 1;
  if (factor - 1 <= (kMostOperations - others) / body)
    return "";
  return std::to_string(factor) + " copies of its body, of " +
         std::to_string(body) + " operations, make more than the " +
         std::to_string(kMostOperations) +
         " operations that a function may have: unroll fewer loops, or by less";
}

std::string spindle::loops::refuseBlocks(scf::ForOp loop, int64_t factor) {
  if (loop.getUnsignedCmp())
    return "its bounds are compared as unsigned numbers";
  std::optional<int64_t> count = getTripCount(loop);
  if (count && *count < factor)
    return "it has " + std::to_string(*count) + " iterations, fewer than " +
           std::to_string(factor);
  return refuseSize(loop, factor);
}
