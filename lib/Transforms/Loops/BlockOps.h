//===- BlockOps.h - primitives on what a block of a GPU runs ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_BLOCKOPS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_BLOCKOPS_H

#include "Spindle/Transforms/Loops/LoopOps.h"

namespace spindle::loops {

/// Whether a pipeline applies the schedule whose workers are threads.
bool isForProcessor(mlir::transform::TransformState &state);

/// Applies `op`, which says `in_block`.
mlir::DiagnosedSilenceableFailure
applyInBlock(transform_ops::CacheReadOp op,
             mlir::transform::TransformRewriter &rewriter,
             mlir::transform::TransformResults &results,
             mlir::transform::TransformState &state);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_BLOCKOPS_H
