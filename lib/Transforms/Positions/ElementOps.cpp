//===- ElementOps.cpp - primitives on loops over the elements of rows -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/PositionOps.h"

#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Positions/Materialize.h"
#include "Spindle/Transforms/Positions/SplitElements.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

DiagnosedSilenceableFailure
SplitElementsOp::applyStep(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  int64_t number = 0;
  DiagnosedSilenceableFailure read =
      readParam(*this, state, getFactor(), "factor", /*least=*/0,
                /*otherwise=*/0, number);
  if (read.succeeded() && number == 0)
    setResults(*this, {}, results);
  if (!read.succeeded() || number == 0)
    return read;
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "split the elements of",
      getWhereLegal(), [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto made = iter::splitElements(rewriter, loop, number, refusal);
        if (failed(made))
          return failure();
        return SmallVector<Operation *>{made->tile, made->elements};
      });
}

DiagnosedSilenceableFailure
MaterializeOp::applyStep(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "materialize searches of",
      getWhereLegal(), [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto made = iter::materialize(rewriter, loop, refusal);
        return failed(made) ? Made() : SmallVector<Operation *>{*made};
      });
}
