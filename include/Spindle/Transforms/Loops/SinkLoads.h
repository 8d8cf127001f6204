//===- SinkLoads.h - loads behind a loop that does without them -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_SINKLOADS_H
#define SPINDLE_TRANSFORMS_LOOPS_SINKLOADS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// Moves loads that come before `loop` in its block, and what is made of them
/// there, behind it: those that only operations behind it need, each to the
/// first of these, or to where its element may be written if that comes before.
/// So they take no registers while the loop runs. Refuses where there is no
/// such load.
mlir::LogicalResult sinkLoads(mlir::RewriterBase &rewriter,
                              mlir::scf::ForOp loop, std::string &refusal);

/// Does so for each loop in `root`.
void sinkAllLoads(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_SINKLOADS_H
