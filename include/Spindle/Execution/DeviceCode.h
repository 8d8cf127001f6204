//===- DeviceCode.h - code for GPUs -----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_DEVICECODE_H
#define SPINDLE_EXECUTION_DEVICECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spindle::execution {

/// Has `context` know what `spindle-lower-to-nvvm` and `spindle-lower-to-rocdl`
/// lower to, and how that is translated.
void addDeviceDialects(mlir::MLIRContext &context);

/// The assembly or machine code of `module`, which the pipeline has taken
/// there. Error: no kernel in it.
llvm::Expected<std::string> getObjects(mlir::ModuleOp module);

/// What kernels are compiled to.
struct DeviceImages {
  /// The GPUs that there is to be code for, by LLVM's names, the oldest first.
  llvm::SmallVector<std::string> chips;
  /// LLVM bitcode, for an emulator.
  bool bitcode = false;
  /// NVIDIA's assembly.
  bool ptx = true;
  /// What NVIDIA's assembler makes of it, where it is installed: in the folder
  /// that CUDA_HOME, CUDA_ROOT or CUDA_PATH names, or on the path.
  bool cubins = true;
};

/// Compiles the kernels of `module`, which are in NVVM: each `gpu.module`
/// becomes a `gpu.binary` with an object for each of `images`. Gives what is
/// missing, in words; empty for nothing. Errors: no kernel, those of LLVM and
/// of the assembler, in one line.
llvm::Expected<std::string> compileKernels(mlir::ModuleOp module,
                                           const DeviceImages &images);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DEVICECODE_H
