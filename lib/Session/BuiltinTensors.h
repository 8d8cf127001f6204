//===- BuiltinTensors.h - programs on builtin tensors -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_BUILTINTENSORS_H
#define SPINDLE_LIB_SESSION_BUILTINTENSORS_H

#include "Spindle/Session/Options.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace spindle::session {

/// Whether functions of `module` take or return builtin tensors.
bool isModel(mlir::ModuleOp module);

/// Puts functions of `module` on builtin tensors on Spindle's, their arguments
/// in the formats that `options` name. Errors: a name of no argument, a format
/// that there is not, an operation without a counterpart.
llvm::Error takeModel(mlir::ModuleOp module, const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_BUILTINTENSORS_H
