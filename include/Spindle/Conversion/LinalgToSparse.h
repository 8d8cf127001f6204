//===- LinalgToSparse.h - from builtin tensors to Spindle's -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle {

/// Whether `function` takes or returns builtin tensors.
bool isOnBuiltinTensors(mlir::func::FuncOp function);

/// Makes each function of `module` that takes or returns builtin tensors one on
/// Spindle's. An error has a diagnostic at the operation that has no
/// counterpart, and changes nothing.
mlir::LogicalResult convertLinalgToSparse(mlir::ModuleOp module);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_H
