//===- LoopVariable.h - which loop an index is counted by -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_LOOPVARIABLE_H
#define SPINDLE_ANALYSIS_LOOPVARIABLE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// The loop that has `value` for its variable; null where none has. Upstream's
/// `getForInductionVarOwner` takes what a loop carries for its variable too.
inline mlir::scf::ForOp getLoopOfVariable(mlir::Value value) {
  mlir::scf::ForOp loop = mlir::scf::getForInductionVarOwner(value);
  return loop && loop.getInductionVar() == value ? loop : mlir::scf::ForOp();
}

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_LOOPVARIABLE_H
