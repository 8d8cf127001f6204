//===- BlockOps.cpp - primitives on what a block of a GPU runs ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOps.h"

#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Loops/CacheInBlock.h"
#include "Spindle/Transforms/Loops/LoopOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using namespace spindle::transform_ops;

bool spindle::loops::isForProcessor(transform::TransformState &state) {
  auto *context = state.getExtension<ScheduleContext>();
  return context && context->getTarget().worker == WorkerKind::Thread;
}

template <typename Op>
static DiagnosedSilenceableFailure
cacheInBlock(Op op, StringRef action, transform::TransformRewriter &rewriter,
             transform::TransformResults &results,
             transform::TransformState &state) {
  CacheInBlockOptions options;
  auto read = readParam(op, state, op.getPad(), "pad", /*least=*/0,
                        /*otherwise=*/0, options.padding);
  if (!read.succeeded())
    return read;
  SmallVector<Operation *> targets(state.getPayloadOps(op.getTarget())), made;
  if (isForProcessor(state))
    targets.clear();
  auto primitive =
      std::is_same_v<Op, CacheReadOp> ? cacheReadInBlock : cacheWriteInBlock;
  auto done = applyToTargets(
      op, rewriter, targets, action, op.getWhereLegal(),
      [&](Operation *loop, std::string &refusal) -> Made {
        auto copies = primitive(rewriter, loop, options, refusal);
        if (failed(copies))
          return failure();
        return llvm::to_vector_of<Operation *>(*copies);
      },
      made);
  llvm::erase(made, nullptr);
  results.set(cast<OpResult>(op.getCopies()), made);
  return done;
}

DiagnosedSilenceableFailure spindle::loops::applyInBlock(
    CacheReadOp op, transform::TransformRewriter &rewriter,
    transform::TransformResults &results, transform::TransformState &state) {
  return cacheInBlock(op, "copy what is read in", rewriter, results, state);
}

DiagnosedSilenceableFailure
CacheWriteOp::applyStep(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  return cacheInBlock(*this, "copy what is written in", rewriter, results,
                      state);
}
