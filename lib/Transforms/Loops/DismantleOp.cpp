//===- DismantleOp.cpp - structure that schedules put into code -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/TransformOps/OpTracker.h"
#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Loops/Dismantle.h"
#include "Spindle/Transforms/Loops/LoopOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using namespace spindle::transform_ops;

/// A program of more has code that nothing compiles in time.
static constexpr int64_t kMostIterations = 65536;

DiagnosedSilenceableFailure
DismantleOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  DismantleOptions options;
  auto read = readParam(*this, state, getMost(), "most", /*least=*/0,
                        options.most, options.most, kMostIterations);
  if (!read.succeeded() || options.most == 0)
    return results.set(cast<OpResult>(getLeft()), ArrayRef<Operation *>()),
           std::move(read);
  // Those that another one took along are null.
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget())), left;
  OpTracker tracker(rewriter);
  tracker.track(targets);
  auto done = applyToTargets(
      *this, rewriter, SmallVector<Operation *>(targets), "dismantle",
      getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> Made {
        auto loop = dyn_cast<scf::ForOp>(target);
        if (!loop) {
          refusal = "it is no 'scf.for'";
          return failure();
        }
        auto loops = dismantle(rewriter, loop, targets, options, refusal);
        if (failed(loops))
          return failure();
        return llvm::to_vector_of<Operation *>(*loops);
      },
      left);
  llvm::erase(left, nullptr);
  results.set(cast<OpResult>(getLeft()), left);
  return done;
}
