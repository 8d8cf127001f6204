//===- AccumulateInRegisters.h - sums that loops carry ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An element of memory that a loop loads and stores at an address that does not
// change is carried by the loop instead:
//
//   for p                            %s = for p iter_args(%acc = load C[i, k])
//     store load C[i, k] + .., C[i, k]    yield %acc + ..
//                                    store %s, C[i, k]
//
// through all loops and branches inside. What is stored to the element right
// before becomes the initial value, and is not stored then. The operations on
// the values stay what they were, in the order in which they were: results have
// the same bits.
//
// Loads and stores move to where the loop may not have made them. That is right
// where the program makes them anyway: it stores to the element before or after
// the loop, in the same iteration of all parallel loops. Else the loop is put
// into a branch that is taken if it has an iteration, and has to store in each.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_ACCUMULATEINREGISTERS_H
#define SPINDLE_TRANSFORMS_LOOPS_ACCUMULATEINREGISTERS_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How elements come to be carried.
struct AccumulateOptions {
  LoopObserver observer;
};

/// Has `loop` carry all elements that it loads and stores, that are the same in
/// all its iterations, and that nothing else in it may touch. Gives the loop in
/// its place. Refuses where there is none.
mlir::FailureOr<mlir::scf::ForOp>
accumulateInRegisters(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
                      const AccumulateOptions &options, std::string &refusal);

/// Has each loop in `root` carry what it can, the outermost loop that can carry
/// an element first. Gives the loops that carry something now, in the order of
/// the text.
llvm::SmallVector<mlir::scf::ForOp>
accumulateAllInRegisters(mlir::RewriterBase &rewriter, mlir::Operation *root,
                         const AccumulateOptions &options);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_ACCUMULATEINREGISTERS_H
