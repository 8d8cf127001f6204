//===- ComputeOps.cpp - primitives on where elements are computed ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/PositionOps.h"

#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Positions/ComputeInline.h"
#include "Spindle/Transforms/Positions/ComputeOnce.h"
#include "Spindle/Transforms/Positions/FuseByRows.h"
#include "Spindle/Transforms/Positions/FuseElementwise.h"
#include "Spindle/Transforms/Positions/PrivateTiles.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

/// The elementwise nests in what `target` names, in the order of the text.
static SmallVector<Operation *> findNests(transform::TransformState &state,
                                          Value target) {
  SmallVector<Operation *> found;
  for (Operation *root : state.getPayloadOps(target))
    llvm::append_range(found, iter::findElementwise(root));
  return found;
}

/// Applies `primitive` to the elementwise nests that `op` names.
template <typename ComputeOp>
static DiagnosedSilenceableFailure applyToNests(
    ComputeOp op, RewriterBase &rewriter, transform::TransformState &state,
    StringRef action,
    LogicalResult (*primitive)(RewriterBase &, scf::ForOp, std::string &)) {
  SmallVector<Operation *> made;
  return applyToTargets(
      op, rewriter, findNests(state, op.getTarget()), action,
      op.getWhereLegal(),
      [&](Operation *nest, std::string &refusal) -> Made {
        if (failed(primitive(rewriter, cast<scf::ForOp>(nest), refusal)))
          return failure();
        return SmallVector<Operation *>{};
      },
      made);
}

DiagnosedSilenceableFailure
ComputeOnceOp::applyStep(transform::TransformRewriter &rewriter,
                         transform::TransformResults &,
                         transform::TransformState &state) {
  return applyToNests(*this, rewriter, state, "compute once in",
                      iter::computeOnce);
}

DiagnosedSilenceableFailure
ComputeInlineOp::applyStep(transform::TransformRewriter &rewriter,
                           transform::TransformResults &,
                           transform::TransformState &state) {
  return applyToNests(*this, rewriter, state, "compute inline",
                      iter::computeInline);
}

DiagnosedSilenceableFailure
KeepInTilesOp::applyStep(transform::TransformRewriter &rewriter,
                         transform::TransformResults &,
                         transform::TransformState &state) {
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget())), loops;
  for (iter::LoopGroup &group : iter::findOutermostLoops(targets))
    for (scf::ForOp loop : group)
      if (llvm::is_contained(targets, loop) || iter::makesRowsOfTiles(loop))
        loops.push_back(loop);
  SmallVector<Operation *> made;
  return applyToTargets(
      *this, rewriter, loops, "keep in tiles what is made by", getWhereLegal(),
      [&](Operation *loop, std::string &refusal) -> Made {
        if (failed(iter::keepRowsInTiles(rewriter, cast<scf::ForOp>(loop),
                                         refusal)))
          return failure();
        return SmallVector<Operation *>{};
      },
      made);
}
