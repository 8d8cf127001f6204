//===- ReduceBehind.h - sums of vectors behind a loop -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_REDUCEBEHIND_H
#define SPINDLE_TRANSFORMS_LOOPS_REDUCEBEHIND_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How reductions come to be behind a loop.
struct ReduceBehindOptions {
  LoopObserver observer;
};

/// Where `loop` carries a number that each iteration combines with the elements
/// of a vector, has it carry the vector, whose elements are combined once,
/// behind it. Gives the loop in its place. Refuses where there is no such
/// number, where another order of sums or products of floats is not allowed by
/// their flag, where the vector does not begin with what changes nothing, and
/// where something else uses it on its way.
mlir::FailureOr<mlir::scf::ForOp>
reduceBehind(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
             const ReduceBehindOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_REDUCEBEHIND_H
