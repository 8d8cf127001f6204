//===- SerialCode.h - what one worker runs ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOGPU_SERIALCODE_H
#define SPINDLE_LIB_CONVERSION_FORALLTOGPU_SERIALCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle {

/// Moves what touches memory in the host's code of `function`, and is no
/// kernel, into labelled loops of one round for a worker of one thread; what
/// follows one another, with nothing but arithmetic between, into one. What
/// others use of it is stored in memory of the function's own, and loaded where
/// it was made. `checkHostCode` has taken the function. Warns of each labelled
/// loop.
void gatherSerialCode(mlir::func::FuncOp function);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOGPU_SERIALCODE_H
