//===- HoistLoads.h - loads before the loop they are in ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_HOISTLOADS_H
#define SPINDLE_TRANSFORMS_LOOPS_HOISTLOADS_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How loads are hoisted.
struct HoistLoadsOptions {
  LoopObserver observer;
};

/// Moves the loads that `loop` makes in each iteration from one address, of
/// memory that it does not write there, before the loop; gives them. A loop
/// that may not run is put into a branch that is taken if it does, unless the
/// program accesses the elements around it. Refuses where there is no such
/// load.
mlir::FailureOr<llvm::SmallVector<mlir::Operation *>>
hoistLoads(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
           const HoistLoadsOptions &options, std::string &refusal);

/// Does so for each loop in `root`, the innermost first, so that a load moves
/// out of all loops that it can.
void hoistAllLoads(mlir::RewriterBase &rewriter, mlir::Operation *root,
                   const HoistLoadsOptions &options);

/// Moves what makes `value`, which is invariant in `loop`, before the loop.
void hoist(mlir::RewriterBase &rewriter, mlir::Value value,
           mlir::Operation *loop);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_HOISTLOADS_H
