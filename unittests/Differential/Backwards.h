//===- Backwards.h - parallel loops in another order ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Iterations that may run in parallel may run in any order. The opposite one
// turns each pair of them round, so that it shows any two that are not
// independent, if what they compute differs.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_BACKWARDS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_BACKWARDS_H

#include "Case.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace spindle::differential {

/// Adds the way from coordinate space to position space with parallel loops.
void addParallelLoops(mlir::OpPassManager &pm, bool strict);

/// Replaces each `scf.forall` of `module` by an `scf.for`, which runs from the
/// last iteration to the first where it is to run backwards; gives their
/// number.
int64_t makeSerial(mlir::ModuleOp module, bool isBackwards);

/// What differs, or fails, when the parallel loops of a program whose numbers
/// are integers run backwards; empty where nothing does. Their number is added
/// to `loops`.
std::string findFaultBackwards(mlir::MLIRContext &context, const Case &program,
                               int64_t &loops);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_BACKWARDS_H
