//===- KernelCode.h - code for this process ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_KERNELCODE_H
#define SPINDLE_EXECUTION_KERNELCODE_H

#include "Spindle/Execution/DebugInfo.h"
#include "Spindle/Execution/Inspection.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace spindle::execution {

/// The code of a function, and what it takes to link and to call it.
struct KernelCode {
  /// Relocatable object code.
  std::string object;
  /// The function of it that is called, with an array of pointers to arguments.
  std::string entry;
  /// The one that checks lengths, called likewise; empty for none.
  std::string lengthCheck;
  /// What that refuses: the texts before the two numbers that it gives.
  std::vector<std::pair<std::string, std::string>> refusals;
  /// Of code that launches kernels of a GPU, whose `entry` is the C function:
  /// the one that says how large the workspace is, called likewise. Else empty.
  std::string workspace;
  /// What inspectors find, which the function is given last, and the functions
  /// that count its entries, find it and check it, called likewise; empty for
  /// none.
  std::vector<FoundArray> found;
  std::string foundSizes, inspect, inspectCheck;
  /// The number of tensors that the function returns.
  size_t results = 0;
  /// Whether the function returns the bytes of memory that it lacked.
  bool reportsMemory = false;
  /// The processors that it runs on.
  CodeNeeds needs;
};

/// Compiles the function `entry` of `module`, which is in the LLVM dialect, for
/// the processor `cpu` by LLVM's -O3 or, for a debugger, -O1. Errors: an
/// `entry` without a C interface (`llvm.emit_c_interface`), an operation
/// without a translation, a `cpu` that LLVM does not know, `observers` cancel.
llvm::Expected<KernelCode> compileCode(mlir::ModuleOp module,
                                       llvm::StringRef entry,
                                       llvm::StringRef cpu,
                                       const Observers &observers);

/// The same of a module whose kernels run on a GPU: the C functions that
/// `spindle-emit-c-entry` has made of the program `entry`. Errors: no such
/// functions, and as above.
llvm::Expected<KernelCode> compileDeviceCode(mlir::ModuleOp module,
                                             llvm::StringRef entry,
                                             const Observers &observers);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_KERNELCODE_H
