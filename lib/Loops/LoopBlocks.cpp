//===- LoopBlocks.cpp - blocks of iterations ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBlocks.h"

#include "Spindle/Dialect/Iter/Transforms/Workers.h"
#include "Spindle/Loops/MostIterations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle::loops;

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
    if (iter::LoopAttr label = iter::getLabel(rest))
      rest->setAttr(iter::IterDialect::kLoopAttr,
                    withRole(label, iter::LoopRole::Tail));
  });
  return rest;
}

FailureOr<int64_t> spindle::loops::chooseFactor(scf::ForOp loop,
                                                const UnrollOptions &options,
                                                std::string &refusal) {
  if (options.factor)
    return options.factor;
  std::optional<int64_t> most = getMostIterations(loop);
  if (!most)
    refusal = "the number of its iterations is not known";
  else if (*most == 0)
    refusal = "it has no iterations";
  else
    return *most;
  return failure();
}

std::string spindle::loops::refuseBlocks(scf::ForOp loop, int64_t factor) {
  if (loop.getUnsignedCmp())
    return "its bounds are compared as unsigned numbers";
  std::optional<int64_t> count = getTripCount(loop);
  if (count && *count < factor)
    return "it has " + std::to_string(*count) + " iterations, fewer than " +
           std::to_string(factor);
  return "";
}
