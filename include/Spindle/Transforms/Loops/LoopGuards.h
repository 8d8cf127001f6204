//===- LoopGuards.h - whether loops run -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_LOOPGUARDS_H
#define SPINDLE_TRANSFORMS_LOOPS_LOOPGUARDS_H

#include "Spindle/Analysis/MemoryFacts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::loops {

/// Whether `loop` has an iteration whenever it is reached: its bounds are
/// constants, or it is in a branch that is taken if it has one.
bool surelyRuns(mlir::scf::ForOp loop);

/// Whether the program accesses `element` before or after `loop` whenever it
/// gets to the loop, in the same iteration of all parallel loops; by a store,
/// or by either.
bool isAccessedAround(mlir::scf::ForOp loop, const Element &element,
                      bool byStore);

/// Puts `loop` into a branch that is taken if it has an iteration. The branch
/// is around the loops around it as well, up to the first that does anything
/// else or that the bounds of `loop` depend on.
void guard(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_LOOPGUARDS_H
