//===- ParallelizeLoops.cpp - outermost loops in parallel -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/ParallelizeLoops.h"

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

/// The same with the bounds of `loop`, whose steps are other than 1.
static scf::ForallOp makeParallelInSteps(RewriterBase &rewriter,
                                         scf::ForOp loop) {
  auto getBound = [](Value bound) { return getAsOpFoldResult(bound); };
  rewriter.setInsertionPoint(loop);
  auto parallel = scf::ForallOp::create(
      rewriter, loop.getLoc(), getBound(loop.getLowerBound()),
      getBound(loop.getUpperBound()), getBound(loop.getStep()), ValueRange(),
      std::nullopt);
  parallel->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), parallel.getTerminator(),
                             parallel.getInductionVar(0));
  rewriter.eraseOp(loop);
  return parallel;
}

scf::ForallOp spindle::iter::makeParallel(RewriterBase &rewriter,
                                          scf::ForOp loop) {
  if (!isOneInteger(loop.getStep()))
    return makeParallelInSteps(rewriter, loop);
  Location loc = loop.getLoc();
  bool startsAtZero = isZeroInteger(loop.getLowerBound());
  rewriter.setInsertionPoint(loop);
  OpFoldResult count = getAsOpFoldResult(loop.getUpperBound());
  if (!startsAtZero)
    count = arith::SubIOp::create(rewriter, loc, loop.getUpperBound(),
                                  loop.getLowerBound())
                .getResult();
  auto parallel =
      scf::ForallOp::create(rewriter, loc, count, ValueRange(), std::nullopt);
  parallel->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rewriter.setInsertionPoint(parallel.getTerminator());
  Value variable = parallel.getInductionVar(0);
  if (!startsAtZero)
    variable =
        arith::AddIOp::create(rewriter, loc, variable, loop.getLowerBound());
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), parallel.getTerminator(),
                             variable);
  rewriter.eraseOp(loop);
  return parallel;
}

void spindle::iter::makeAtomic(
    ArrayRef<spindle::sparse::AccumulateOp> accumulates) {
  for (spindle::sparse::AccumulateOp accumulate : accumulates)
    accumulate.setAtomic(true);
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
      makeAtomic(verdict.accumulates);
      numAtomics += verdict.accumulates.size();
      makeParallel(rewriter, loop);
    }
  }
};
} // namespace
