//===- Peel.h - a loop without its first or last part -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_PEEL_H
#define SPINDLE_TRANSFORMS_LOOPS_PEEL_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// Which part of a loop is peeled.
struct PeelOptions {
  /// The first iteration; else what is left of a step at the end.
  bool first = false;
  /// The iterations in which coordinates are outside.
  bool borders = false;
  LoopObserver observer;
};

/// Splits `loop` in two: iterations whose steps are whole, where the smaller of
/// a step and what is left is known to be the step, and the last one, if there
/// is one; or the first one and the others. Of borders it makes three: before
/// coordinates are inside, where all branches that ask for that are taken, and
/// behind. Gives the loop with the most iterations and then the others, which
/// have the role `tail` but for a first one. Refuses where all steps are whole,
/// or no branch asks so.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
peel(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
     const PeelOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_PEEL_H
