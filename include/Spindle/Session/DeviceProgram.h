//===- DeviceProgram.h - programs for a GPU ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_DEVICEPROGRAM_H
#define SPINDLE_SESSION_DEVICEPROGRAM_H

#include "Spindle/Execution/DeviceCode.h"
#include "Spindle/Session/Bench.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// Refuses a GPU that there is no runtime for; an empty name is none yet.
llvm::Error checkRunnable(llvm::StringRef chip);

/// Lowers `module`, a copy of the module of `program`, to the LLVM dialect:
/// kernels for each of `images`, and C functions that launch them. Errors:
/// those of the passes and of `execution::compileKernels`.
llvm::Error lowerForDevice(mlir::ModuleOp module, const Program &program,
                           const Options &options,
                           const execution::DeviceImages &images);

/// Times `runs` runs of `kernel`, which is compiled for `device`, on copies of
/// `operands`.
llvm::Expected<BenchResult> benchOnDevice(
    const execution::Device &device, const execution::CompiledKernel &kernel,
    llvm::ArrayRef<Operand> operands, int64_t runs, const Watcher &watcher);

} // namespace spindle::session

#endif // SPINDLE_SESSION_DEVICEPROGRAM_H
