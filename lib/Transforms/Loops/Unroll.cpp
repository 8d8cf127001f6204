//===- Unroll.cpp - several iterations in one -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Unroll.h"

#include "LoopBlocks.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace spindle::loops;

/// Has an iteration of `loop`, which has whole blocks of them, do what `factor`
/// did.
static void repeatBody(RewriterBase &rewriter, scf::ForOp loop,
                       int64_t factor) {
  OpBuilder::InsertionGuard saved(rewriter);
  Block *body = loop.getBody();
  auto yield = cast<scf::YieldOp>(body->getTerminator());
  SmallVector<Operation *> ops;
  for (Operation &op : body->without_terminator())
    ops.push_back(&op);
  rewriter.setInsertionPoint(yield);
  SmallVector<Value> carried(yield.getOperands());
  for (int64_t iteration = 1; iteration < factor; ++iteration) {
    IRMapping map;
    map.map(loop.getInductionVar(),
            addSteps(rewriter, loop, loop.getInductionVar(), iteration));
    map.map(loop.getRegionIterArgs(), carried);
    for (Operation *op : ops)
      rewriter.clone(*op, map);
    carried.clear();
    for (Value value : yield.getOperands())
      carried.push_back(map.lookupOrDefault(value));
  }
  rewriter.modifyOpInPlace(yield,
                           [&] { yield.getResultsMutable().assign(carried); });
  rewriter.setInsertionPoint(loop);
  Value step = multiplyStep(rewriter, loop, factor);
  rewriter.modifyOpInPlace(loop, [&] { loop.setStep(step); });
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::unroll(RewriterBase &rewriter, scf::ForOp loop,
                       const UnrollOptions &options, std::string &refusal) {
  if (options.factor == 1)
    return SmallVector<scf::ForOp>{loop};
  FailureOr<int64_t> factor = chooseFactor(loop, options, refusal);
  if (failed(factor))
    return failure();
  refusal = refuseBlocks(loop, *factor);
  if (!refusal.empty())
    return failure();
  SmallVector<scf::ForOp> loops;
  scf::ForOp rest = splitIntoBlocks(rewriter, loop, *factor);
  repeatBody(rewriter, loop, *factor);
  if (failed(loop.promoteIfSingleIteration(rewriter)))
    loops.push_back(loop);
  if (rest && failed(rest.promoteIfSingleIteration(rewriter)))
    loops.push_back(rest);
  return loops;
}
