//===- ParallelizeLoops.cpp - outermost loops in parallel -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/ParallelizeLoops.h"

#include "Spindle/Analysis/CoordinateRuns.h"
#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Transforms/Positions/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {
#define GEN_PASS_DEF_PARALLELIZELOOPSPASS
#include "Spindle/Transforms/Positions/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::iter;

/// How many iterations `loop` has: a number that is not above 0 is none.
static OpFoldResult buildCount(RewriterBase &rewriter, scf::ForOp loop) {
  Location loc = loop.getLoc();
  Value count = loop.getUpperBound();
  if (!isZeroInteger(loop.getLowerBound()))
    count = arith::SubIOp::create(rewriter, loc, count, loop.getLowerBound());
  if (!isOneInteger(loop.getStep()))
    count = arith::CeilDivSIOp::create(rewriter, loc, count, loop.getStep());
  return getAsOpFoldResult(count);
}

/// What the variable of `loop` is in iteration `number`.
static Value buildVariable(RewriterBase &rewriter, scf::ForOp loop,
                           Value number) {
  Location loc = loop.getLoc();
  if (!isOneInteger(loop.getStep()))
    number = arith::MulIOp::create(rewriter, loc, number, loop.getStep());
  if (!isZeroInteger(loop.getLowerBound()))
    number = arith::AddIOp::create(rewriter, loc, number, loop.getLowerBound());
  return number;
}

scf::ForallOp spindle::iter::makeParallel(RewriterBase &rewriter,
                                          scf::ForOp loop) {
  rewriter.setInsertionPoint(loop);
  auto parallel =
      scf::ForallOp::create(rewriter, loop.getLoc(), buildCount(rewriter, loop),
                            ValueRange(), std::nullopt);
  parallel->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rewriter.setInsertionPoint(parallel.getTerminator());
  Value variable = buildVariable(rewriter, loop, parallel.getInductionVar(0));
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), parallel.getTerminator(),
                             variable);
  rewriter.eraseOp(loop);
  return parallel;
}

size_t
spindle::iter::makeAtomic(ArrayRef<spindle::sparse::AccumulateOp> accumulates,
                          scf::ForOp loop) {
  size_t inRuns = 0;
  for (spindle::sparse::AccumulateOp accumulate : accumulates) {
    bool isSegmented = hasRuns(accumulate, loop);
    accumulate.setAtomic(true);
    accumulate.setSegmented(isSegmented);
    inRuns += isSegmented;
  }
  return inRuns;
}

namespace {
struct ParallelizeLoopsPass
    : spindle::impl::ParallelizeLoopsPassBase<ParallelizeLoopsPass> {
  using ParallelizeLoopsPassBase::ParallelizeLoopsPassBase;

  void runOnOperation() override {
    // What workers call is theirs already.
    if (getOperation()->hasAttr(IterDialect::kBodyOfAttr))
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (const LoopVerdict &verdict : findParallelLoops(getOperation())) {
      scf::ForOp loop = verdict.loop;
      if (report)
        loop.emitRemark(describe(verdict, atomics));
      if (!verdict.isParallel() &&
          !(atomics && verdict.isParallelWithAtomics()))
        continue;
      numSegmented += makeAtomic(verdict.accumulates, loop);
      numAtomics += verdict.accumulates.size();
      makeParallel(rewriter, loop);
    }
  }
};
} // namespace
