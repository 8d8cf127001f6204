//===- IndependentIterations.h - iterations in any order --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_INDEPENDENTITERATIONS_H
#define SPINDLE_ANALYSIS_INDEPENDENTITERATIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <string>

namespace spindle::loops {

/// Whether no two iterations of `loop` touch one element that one of them
/// writes: each access to memory that is written has, among the indices that
/// all accesses to it agree on, one that is another in each iteration. Atomic
/// updates of one kind may meet in any order. Values that the loop carries do
/// not count. Else `refusal` says why, and `obstacle`
/// is an operation because of which.
bool hasIndependentIterations(mlir::scf::ForOp loop, std::string &refusal,
                              mlir::Operation *&obstacle);

} // namespace spindle::loops

#endif // SPINDLE_ANALYSIS_INDEPENDENTITERATIONS_H
