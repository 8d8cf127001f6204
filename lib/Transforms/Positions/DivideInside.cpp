//===- DivideInside.cpp - workers divide one of two loops -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations (o, i) of two loops, where o's may run in parallel, and so may i's
// of one o: two that differ touch nothing of one another's. Chunks of o's with
// all i's, or of i's with all o's, are then workers' alike.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/LoopWeight.h"
#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Analysis/PerfectNest.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "Spindle/Transforms/Positions/ChunkLoops.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using arith::CmpIPredicate;

/// Whether `loop` runs from 0 on in steps of 1.
static bool isNormalized(scf::ForOp loop) {
  return isZeroInteger(loop.getLowerBound()) && isOneInteger(loop.getStep());
}

std::string spindle::iter::findLoopInside(scf::ForOp loop, scf::ForOp &inside) {
  SmallVector<scf::ForOp> nest = {loop};
  std::string refusal = findPerfectNest(nest, 2);
  if (!refusal.empty())
    return refusal;
  if (!isNormalized(nest[0]) || !isNormalized(nest[1]))
    return "it and the loop inside are expected to run from 0 on in steps of 1";
  if (!findWeight(loop).axes.empty())
    return "its iterations weigh differently";
  inside = nest[1];
  return judgeInside(inside).refusal;
}

/// Of `length` iterations the first of chunk `chunk`, of `count`.
static Value buildBegin(ImplicitLocOpBuilder &builder, Value length,
                        Value count, Value chunk) {
  Value quotient = arith::DivUIOp::create(builder, length, count);
  Value rest = arith::RemUIOp::create(builder, length, count);
  Value even = arith::MulIOp::create(builder, chunk, quotient);
  return add(builder, even, arith::MinUIOp::create(builder, chunk, rest));
}

void spindle::iter::divideInside(RewriterBase &rewriter,
                                 const ChunkLoops &loops, scf::ForOp inside,
                                 int64_t least) {
  scf::ForOp outside = loops.chunk;
  scf::ForallOp workers = loops.workers;
  rewriter.setInsertionPoint(outside);
  ImplicitLocOpBuilder builder(outside.getLoc(), rewriter);
  Value zero = constant(builder, 0), chunk = workers.getInductionVar(0);
  Value count = getValueOrCreateConstantIndexOp(
      builder, outside.getLoc(), workers.getMixedUpperBound().front());
  Value enough =
      arith::MulIOp::create(builder, count, constant(builder, least));
  Value areMany = compare(builder, CmpIPredicate::sge, loops.length, enough);
  Value length = arith::MaxSIOp::create(builder, inside.getUpperBound(), zero);
  Value begin = buildBegin(builder, length, count, chunk);
  Value end = buildBegin(builder, length, count, next(builder, chunk));
  auto select = [&](Value ofMany, Value ofFew) -> Value {
    return arith::SelectOp::create(builder, areMany, ofMany, ofFew);
  };
  Value outsideBegin = select(outside.getLowerBound(), zero);
  Value outsideEnd = select(outside.getUpperBound(), loops.length);
  Value insideBegin = select(zero, begin), insideEnd = select(length, end);
  rewriter.modifyOpInPlace(outside, [&] {
    outside.setLowerBound(outsideBegin);
    outside.setUpperBound(outsideEnd);
  });
  rewriter.modifyOpInPlace(inside, [&] {
    inside.setLowerBound(insideBegin);
    inside.setUpperBound(insideEnd);
  });
}
