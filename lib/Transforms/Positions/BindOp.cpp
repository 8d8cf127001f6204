//===- BindOp.cpp - loops for workers, warps, blocks and groups -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Dialect/Iter/IR/BlockLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Positions/ParallelizeLoops.h"
#include "Spindle/Transforms/Positions/PositionOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

//===----------------------------------------------------------------------===//
// What is said of workers
//===----------------------------------------------------------------------===//

LogicalResult BindOp::verify() {
  StringRef level = getLevel();
  if (getLanes() && (level == "warps" || level == "groups"))
    return emitOpError("expected no 'lanes' with '") << level << "'";
  if (getPerBlock() && level == "groups")
    return emitOpError("expected no 'per_block' with 'groups'");
  return success();
}

/// The lanes of a warp of most GPUs.
static constexpr int64_t kUsualLanes = 32;

/// The lanes of a warp of the GPU that a pipeline applies the schedule for;
/// `unknown` where it is for none.
static int64_t getWarpLanes(transform::TransformState &state, int64_t unknown) {
  auto *context = state.getExtension<ScheduleContext>();
  int64_t lanes = context ? context->getTarget().lanes : 1;
  return lanes > 1 ? lanes : unknown;
}

/// What `bind` says of workers; null where it says nothing.
static DiagnosedSilenceableFailure readWorkers(BindOp bind,
                                               transform::TransformState &state,
                                               iter::WorkersAttr &workers) {
  bool isWhole = bind.getLevel() == "warps" || bind.getLevel() == "blocks";
  if (bind.getLevel() == "groups" ||
      (!isWhole && !bind.getLanes() && !bind.getPerBlock()))
    return DiagnosedSilenceableFailure::success();
  int64_t lanes = isWhole ? getWarpLanes(state, kUsualLanes) : 1, perBlock = 1;
  DiagnosedSilenceableFailure read = readParam(
      bind, state, bind.getLanes(), "lanes", /*least=*/0, lanes, lanes);
  if (!read.succeeded())
    return read;
  perBlock =
      std::max<int64_t>(1, iter::kUsualThreads / std::max<int64_t>(lanes, 1));
  read = readParam(bind, state, bind.getPerBlock(), "per_block", /*least=*/0,
                   perBlock, perBlock);
  if (!read.succeeded())
    return read;
  std::string fault = iter::checkWorkers(lanes, perBlock,
                                         getWarpLanes(state, iter::kMostLanes));
  if (!fault.empty())
    return emitSilenceableFailure(bind->getLoc()) << fault;
  workers = iter::WorkersAttr::get(bind.getContext(), lanes, perBlock);
  return DiagnosedSilenceableFailure::success();
}

/// Whether a pipeline applies the schedule whose workers are threads.
static bool isForProcessor(transform::TransformState &state) {
  auto *context = state.getExtension<ScheduleContext>();
  return context && context->getTarget().worker == WorkerKind::Thread;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Makes a loop parallel of which `verdict` is, if it is, by atomic accumulates
/// if allowed.
static FailureOr<scf::ForallOp> bindIfLegal(RewriterBase &rewriter,
                                            const iter::LoopVerdict &verdict,
                                            bool atomic, std::string &refusal) {
  refusal = verdict.refusal;
  if (!verdict.isParallel() && !(atomic && verdict.isParallelWithAtomics()))
    return failure();
  iter::makeAtomic(verdict.accumulates, verdict.loop);
  return iter::makeParallel(rewriter, verdict.loop);
}

/// Why the groups of a block cannot share `loop`, whatever is in it.
static std::string checkPlace(scf::ForOp loop, bool warps, int64_t warpLanes) {
  scf::ForallOp block = iter::getBlockLoop(loop);
  if (!block)
    return "it stands in no loop that is bound to blocks";
  if (iter::getSharedLoop(loop))
    return "it stands in a loop that the groups of a block share";
  int64_t lanes = iter::getWorkers(block).getLanes();
  if (warps && lanes != warpLanes)
    return "the groups of its block have " + std::to_string(lanes) +
           " lanes, and a warp has " + std::to_string(warpLanes);
  return "";
}

/// Makes `loop`, which stands in one for blocks, one that groups share.
static FailureOr<scf::ForallOp> bindToGroups(RewriterBase &rewriter,
                                             scf::ForOp loop, BindOp bind,
                                             int64_t warpLanes,
                                             std::string &refusal) {
  refusal = checkPlace(loop, bind.getLevel() == "warps", warpLanes);
  if (!refusal.empty())
    return failure();
  return bindIfLegal(rewriter, iter::judgeInside(loop), bind.getAtomic(),
                     refusal);
}

/// Makes `loop` parallel where that is legal, for `workers` if these are given.
static FailureOr<scf::ForallOp>
bindLoop(RewriterBase &rewriter, scf::ForOp loop, BindOp bind,
         iter::WorkersAttr workers, int64_t warpLanes, std::string &refusal) {
  StringRef level = bind.getLevel();
  if (level == "groups" || (level == "warps" && iter::getBlockLoop(loop)))
    return bindToGroups(rewriter, loop, bind, warpLanes, refusal);
  auto made =
      bindIfLegal(rewriter, iter::judge(loop), bind.getAtomic(), refusal);
  if (failed(made))
    return failure();
  if (workers)
    (*made)->setAttr(iter::IterDialect::kWorkersAttr, workers);
  if (level == "blocks")
    (*made)->setAttr(iter::kBlockAttr, rewriter.getUnitAttr());
  return made;
}

DiagnosedSilenceableFailure
BindOp::applyStep(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  iter::WorkersAttr workers;
  DiagnosedSilenceableFailure read = readWorkers(*this, state, workers);
  if (!read.succeeded())
    return read;
  if ((getLanes() || getLevel() != "workers") && isForProcessor(state)) {
    results.set(cast<OpResult>(getResult()), {});
    return DiagnosedSilenceableFailure::success();
  }
  int64_t warpLanes = getWarpLanes(state, kUsualLanes);
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "bind", getWhereLegal(),
      [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto made =
            bindLoop(rewriter, loop, *this, workers, warpLanes, refusal);
        return failed(made) ? Made() : SmallVector<Operation *>{*made};
      });
}
