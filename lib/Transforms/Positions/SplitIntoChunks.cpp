//===- SplitIntoChunks.cpp - parallel loops in chunks, one per worker -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/Passes.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Positions/ChunkLoops.h"
#include "Spindle/Transforms/Positions/Chunks.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {
#define GEN_PASS_DEF_SPLITINTOCHUNKSPASS
#include "Spindle/Transforms/Positions/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::iter;

/// Whether this pass has anything to do with `loop`: it is labelled, stands in
/// no parallel loop, and nothing was said of how it runs.
static bool isToBeSplit(scf::ForallOp loop) {
  LoopAttr label = getLabel(loop);
  return label && label.getRole() != LoopRole::Worker && isInSerialCode(loop) &&
         !loop.getMapping();
}

/// What is expected of the loop that it does not fulfil; empty where there is
/// nothing.
static std::string findFault(scf::ForallOp loop) {
  if (loop.getRank() != 1)
    return "have one dimension but got " + std::to_string(loop.getRank());
  if (!loop.isNormalized())
    return "run from 0 on in steps of 1";
  if (loop.getNumResults() != 0)
    return "have no results but got " + std::to_string(loop.getNumResults());
  return "";
}

static LogicalResult checkForm(scf::ForallOp loop) {
  std::string fault = findFault(loop);
  if (fault.empty())
    return success();
  LoopAttr label = getLabel(loop);
  return loop->emitError("expected the parallel loop over ")
         << describeDims(label) << " of nest " << label.getNest() << " to "
         << fault;
}

/// Moves the body of `loop` into a loop over the iterations of one chunk, in
/// `workers`, before its end.
static scf::ForOp moveBody(RewriterBase &rewriter, scf::ForallOp loop,
                           scf::ForallOp workers, const Chunks &chunks) {
  rewriter.setInsertionPoint(workers.getTerminator());
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value chunk = workers.getInductionVar(0);
  Value begin = buildChunkBegin(builder, chunks, chunk);
  Value end = buildChunkBegin(builder, chunks,
                              arith::AddIOp::create(builder, chunk, one));
  auto inner = scf::ForOp::create(builder, begin, end, one);
  inner->setAttr(IterDialect::kLoopAttr, getLabel(loop));
  rewriter.eraseOp(loop.getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), inner.getBody()->getTerminator(),
                             {inner.getInductionVar()});
  rewriter.eraseOp(loop);
  return inner;
}

/// The number of iterations of `loop`: none where its end is below 0.
static Value buildLength(ImplicitLocOpBuilder &builder, scf::ForallOp loop) {
  OpFoldResult end = loop.getMixedUpperBound().front();
  Value length = getValueOrCreateConstantIndexOp(builder, loop.getLoc(), end);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  return arith::MaxSIOp::create(builder, length, zero);
}

/// How much sooner workers are worth it where a loop around the parallel one
/// has them come again at once: they need not be woken.
static constexpr int64_t kAwake = 4;

/// `cost` as it counts for `loop`.
static Value weighForWorkers(ImplicitLocOpBuilder &builder, scf::ForallOp loop,
                             Value cost) {
  if (!loop->getParentOfType<scf::ForOp>())
    return cost;
  Value factor = arith::ConstantIndexOp::create(builder, kAwake);
  return arith::MulIOp::create(builder, cost, factor);
}

static ChunkLoops split(RewriterBase &rewriter, scf::ForallOp loop,
                        func::FuncOp workers) {
  rewriter.setInsertionPoint(loop);
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  LoopWeight weight = findWeight(loop);
  Value length = buildLength(builder, loop);
  Value total = buildWeightBefore(builder, weight, length);
  Value cost =
      weighForWorkers(builder, loop, buildCost(builder, weight, total));
  Value count =
      func::CallOp::create(builder, workers, ValueRange{cost}).getResult(0);
  Chunks chunks = buildChunks(builder, std::move(weight), length, total, count);
  auto outer = scf::ForallOp::create(builder, ArrayRef<OpFoldResult>{count},
                                     ValueRange(), std::nullopt);
  outer->setAttr(IterDialect::kLoopAttr,
                 withRole(getLabel(loop), LoopRole::Worker));
  return {outer, moveBody(rewriter, loop, outer, chunks), length};
}

/// Why `loop` cannot be divided, in words that follow "since".
static std::string findObstacle(scf::ForallOp loop) {
  if (!getLabel(loop))
    return "it has no label";
  if (!isInSerialCode(loop))
    return "it stands in another loop";
  if (loop.getMapping())
    return "it is mapped already";
  std::string fault = findFault(loop);
  return fault.empty() ? "" : "it is expected to " + fault;
}

FailureOr<ChunkLoops> spindle::iter::splitIntoChunks(RewriterBase &rewriter,
                                                     scf::ForallOp loop,
                                                     std::string &refusal) {
  refusal = findObstacle(loop);
  if (!refusal.empty())
    return failure();
  FailureOr<func::FuncOp> workers =
      declareWorkers(loop->getParentOfType<ModuleOp>());
  if (succeeded(workers))
    return split(rewriter, loop, *workers);
  refusal = ("@" + kWorkersFunction + " is no function of a cost").str();
  return failure();
}

namespace {
struct SplitIntoChunksPass
    : spindle::impl::SplitIntoChunksPassBase<SplitIntoChunksPass> {
  void runOnOperation() override {
    SmallVector<scf::ForallOp> loops;
    getOperation().walk([&](scf::ForallOp loop) {
      if (isToBeSplit(loop))
        loops.push_back(loop);
    });
    if (loops.empty())
      return markAllAnalysesPreserved();
    for (scf::ForallOp loop : loops)
      if (failed(checkForm(loop)))
        return signalPassFailure();
    FailureOr<func::FuncOp> workers = declareWorkers(getOperation());
    if (failed(workers))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (scf::ForallOp loop : loops)
      split(rewriter, loop, *workers);
  }
};
} // namespace
