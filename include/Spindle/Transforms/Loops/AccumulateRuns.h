//===- AccumulateRuns.h - sums over runs of one coordinate ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_ACCUMULATERUNS_H
#define SPINDLE_TRANSFORMS_LOOPS_ACCUMULATERUNS_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How sums over runs come to be carried.
struct AccumulateRunsOptions {
  LoopObserver observer;
};

/// Has `loop` carry an element that it loads and stores in each iteration, at
/// an address in which one index changes, and the index: the element is loaded
/// where the index is another one than in the iteration before, and stored
/// where that ends. So rows of a list of elements are summed up in a register,
/// as far as those of a row follow one another; in any order the result is the
/// same, to the bit. Gives the loop in its place. Refuses where there is no
/// such element, or something else in the loop may touch its memory.
mlir::FailureOr<mlir::scf::ForOp>
accumulateRuns(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
               const AccumulateRunsOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_ACCUMULATERUNS_H
