//===- PlainLoops.h - loops that count by ones ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_PLAINLOOPS_H
#define SPINDLE_ANALYSIS_PLAINLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <string>

namespace spindle::iter {

/// Why the variable of `loop` does not take each index from the lower bound to
/// before the upper one in turn, in words that follow "since"; empty where it
/// does.
std::string checkCounting(mlir::scf::ForOp loop);

/// Why the variable of `loop` does not take indices that lie a known number
/// apart, as that of a loop over tiles does; empty where it does.
std::string checkSteps(mlir::scf::ForOp loop);

/// Why `loop` hands a value from one iteration to the next; empty where it does
/// not.
std::string checkNothingCarried(mlir::scf::ForOp loop);

/// Whether `loop` counts so, and hands nothing on.
bool isPlain(mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_PLAINLOOPS_H
