//===- DeviceCode.h - code for GPUs -----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_DEVICECODE_H
#define SPINDLE_EXECUTION_DEVICECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace spindle::execution {

/// Has `context` know what `spindle-lower-to-nvvm` lowers to, and how that is
/// translated.
void addDeviceDialects(mlir::MLIRContext &context);

/// The PTX of `module`, which `spindle-lower-to-nvvm` has taken there. Error:
/// no kernel in it.
llvm::Expected<std::string> getPTX(mlir::ModuleOp module);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DEVICECODE_H
