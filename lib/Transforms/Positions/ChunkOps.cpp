//===- ChunkOps.cpp - loops divided among workers -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Positions/ChunkLoops.h"
#include "Spindle/Transforms/Positions/ParallelizeLoops.h"
#include "Spindle/Transforms/Positions/PositionOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

/// Why `loop` cannot be bound to workers and divided among as many as they say.
static std::string checkDivisible(scf::ForOp loop) {
  if (!iter::getLabel(loop))
    return "it has no label";
  std::string refusal = iter::checkParallel(loop);
  if (refusal.empty() &&
      failed(iter::declareWorkers(loop->getParentOfType<ModuleOp>())))
    return ("@" + iter::kWorkersFunction + " is no function of a cost").str();
  return refusal;
}

/// Whether iterations of `loop` are workers, who may have workspaces.
static bool isOverWorkers(scf::ForallOp loop) {
  iter::LoopAttr label = iter::getLabel(loop);
  return label && label.getRole() == iter::LoopRole::Worker;
}

/// Divides the loop `op`, which becomes parallel before where it is not, or the
/// one inside where chunks would have fewer iterations than `least`.
static Made divide(RewriterBase &rewriter, Operation *op, int64_t least,
                   std::string &refusal) {
  auto loop = dyn_cast<scf::ForallOp>(op);
  scf::ForOp inside;
  if (loop && isOverWorkers(loop)) {
    refusal = "its iterations are workers already";
    return failure();
  }
  if (loop && least != 0) {
    refusal = "it is parallel already, so that the loop inside cannot be "
              "divided instead";
    return failure();
  }
  if (auto serial = dyn_cast<scf::ForOp>(op)) {
    refusal = checkDivisible(serial);
    if (refusal.empty() && least != 0)
      refusal = iter::findLoopInside(serial, inside);
    if (!refusal.empty())
      return failure();
    loop = iter::makeParallel(rewriter, serial);
  }
  FailureOr<iter::ChunkLoops> made =
      iter::splitIntoChunks(rewriter, loop, refusal);
  if (failed(made))
    return failure();
  if (inside)
    iter::divideInside(rewriter, *made, inside, least);
  return SmallVector<Operation *>{made->workers, made->chunk};
}

/// Whether a pipeline applies the schedule that has no workers.
static bool hasNoWorkers(transform::TransformState &state) {
  auto *context = state.getExtension<ScheduleContext>();
  return context && !context->hasWorkers();
}

DiagnosedSilenceableFailure
SplitIntoChunksOp::applyStep(transform::TransformRewriter &rewriter,
                             transform::TransformResults &results,
                             transform::TransformState &state) {
  SmallVector<Operation *> loops(state.getPayloadOps(getTarget())), made;
  for (Operation *loop : loops)
    if (!isa<scf::ForOp, scf::ForallOp>(loop))
      return emitDefiniteFailure()
             << "expected loops but got '" << loop->getName() << "'";
  int64_t least = 0;
  DiagnosedSilenceableFailure read =
      readParam(*this, state, getLeast(), "least", /*least=*/0, least, least);
  if (!read.succeeded())
    return read;
  if (hasNoWorkers(state)) {
    results.set(cast<OpResult>(getWorkers()), {});
    results.set(cast<OpResult>(getChunk()), loops);
    return DiagnosedSilenceableFailure::success();
  }
  DiagnosedSilenceableFailure done = applyToTargets(
      *this, rewriter, loops, "split into chunks", getWhereLegal(),
      [&](Operation *loop, std::string &refusal) {
        return divide(rewriter, loop, least, refusal);
      },
      made);
  setResults(*this, made, results);
  return done;
}
