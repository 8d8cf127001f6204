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
#include "Spindle/Transforms/Positions/FuseElementwise.h"

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

DiagnosedSilenceableFailure
ComputeOnceOp::applyStep(transform::TransformRewriter &rewriter,
                         transform::TransformResults &,
                         transform::TransformState &state) {
  SmallVector<Operation *> nests;
  return applyToTargets(
      *this, rewriter, findNests(state, getTarget()), "compute once in",
      getWhereLegal(),
      [&](Operation *nest, std::string &refusal) -> Made {
        auto loop = cast<scf::ForOp>(nest);
        if (failed(iter::computeOnce(rewriter, loop, refusal)))
          return failure();
        return SmallVector<Operation *>{nest};
      },
      nests);
}

DiagnosedSilenceableFailure
ComputeInlineOp::applyStep(transform::TransformRewriter &rewriter,
                           transform::TransformResults &,
                           transform::TransformState &state) {
  SmallVector<Operation *> nests;
  return applyToTargets(
      *this, rewriter, findNests(state, getTarget()), "compute inline",
      getWhereLegal(),
      [&](Operation *nest, std::string &refusal) -> Made {
        auto loop = cast<scf::ForOp>(nest);
        if (failed(iter::computeInline(rewriter, loop, refusal)))
          return failure();
        return SmallVector<Operation *>{};
      },
      nests);
}
