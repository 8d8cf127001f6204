//===- SharedFunctions.h - functions of shared objects ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function `f` of tensors is called by the symbol `_mlir_ciface_f`, as MLIR
// has it for functions with `llvm.emit_c_interface` after bufferization:
//
//     void _mlir_ciface_f(struct Results *, struct Memref *, ...);
//
// with a descriptor for each operand, and before them one for each result, side
// by side, which the function fills. Results are in memory of malloc, which the
// caller frees, or in that of an operand.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_SHAREDFUNCTIONS_H
#define SPINDLE_EXECUTION_SHAREDFUNCTIONS_H

#include "mlir/IR/DialectRegistry.h"

namespace spindle::execution {

/// Has passes run functions of shared objects, which they are given by name.
void registerSharedFunctions(mlir::DialectRegistry &registry);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_SHAREDFUNCTIONS_H
