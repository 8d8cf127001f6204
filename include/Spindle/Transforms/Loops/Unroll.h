//===- Unroll.h - several iterations in one ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_UNROLL_H
#define SPINDLE_TRANSFORMS_LOOPS_UNROLL_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How loops are unrolled.
struct UnrollOptions {
  /// Iterations that become one; 0 is all of them, or as many as there may be
  /// where that is known but not how many there are.
  int64_t factor = 0;
  /// Whether it is as many as there may be where these are known to be fewer.
  bool atMost = false;
  LoopObserver observer;
};

/// Has an iteration of `loop` do what `factor` iterations did, one after the
/// other, and another loop the rest. Gives the loops that there are then: the
/// first has the label of `loop`, the rest the role `tail`; a loop whose only
/// iteration remains is none. Refuses where there are fewer iterations, or
/// where all are to be unrolled and their largest number is not known.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
unroll(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
       const UnrollOptions &options, std::string &refusal);

/// Unrolls `loop`, and runs the loops inside once for all iterations that
/// become one:
///
///   for i step 2             for i
///     for p                    for p
///       f(i, p)         <=       f(i, p)
///       f(i + 1, p)
///
/// Refuses where an iteration may touch what another one writes, where `loop`
/// carries values, and where the bounds of a loop inside are not the same in
/// all its iterations. What is the same for all iterations is done once; a
/// branch that all take alike stays one, where the bounds of the loops in it
/// are the same too.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
unrollAndJam(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
             const UnrollOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_UNROLL_H
