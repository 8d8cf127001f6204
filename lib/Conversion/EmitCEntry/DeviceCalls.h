//===- DeviceCalls.h - calls of a program for a GPU -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_EMITCENTRY_DEVICECALLS_H
#define SPINDLE_LIB_CONVERSION_EMITCENTRY_DEVICECALLS_H

#include "OperandChecks.h"

namespace spindle {

/// A program that launches kernels.
struct DeviceProgram {
  mlir::LLVM::LLVMFuncOp function;
  /// What describes its kernels to the runtime.
  mlir::FlatSymbolRefAttr kernels;
  /// What says how large its workspace is, from the arguments of the operands;
  /// null for none.
  mlir::LLVM::LLVMFuncOp workspaceBytes;
  /// Whether its last argument before the workspace says that this has what a
  /// former call left there.
  bool reusesWorkspace;
};

/// Has the C function of `builder` check that `operands` are the GPU's memory,
/// and that the workspace is large enough, call `program` with `arguments`,
/// those of the operands, and return what came of it.
void callOnDevice(EntryBuilder &builder, const DeviceProgram &program,
                  llvm::ArrayRef<OperandMemory> operands,
                  llvm::SmallVector<mlir::Value> arguments);

/// Has the C function of `builder` store the bytes of the workspace of
/// `program` where `place` points, and return.
void storeWorkspaceBytes(EntryBuilder &builder, const DeviceProgram &program,
                         llvm::SmallVector<mlir::Value> arguments,
                         mlir::Value place);

/// Has the C function of `builder` load the kernels of `program`, and return.
void loadOnDevice(EntryBuilder &builder, const DeviceProgram &program);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_EMITCENTRY_DEVICECALLS_H
