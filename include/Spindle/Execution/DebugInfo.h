//===- DebugInfo.h - lines of the program in the kernel ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_DEBUGINFO_H
#define SPINDLE_EXECUTION_DEBUGINFO_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>

namespace spindle::execution {

/// The programs beside it that see a kernel in process.
struct Observers {
  /// gdb and other debuggers are told of its code.
  bool debugger = false;
  /// perf is told of its code, in the file `jit-PID.dump` below the folder that
  /// the variable JITDUMPDIR names, or else the home folder.
  bool profiler = false;
  /// Asked now and then while code is made, whether to stop; may be null. What
  /// was made by then is of no use.
  std::function<bool()> isCancelled = {};

  /// LLVM's level of optimization: 3, or 1 where nobody but a debugger looks.
  /// gdb stops at the first address of a line alone, which may be in a
  /// vectorized loop that is not entered.
  unsigned getOptLevel() const { return debugger && !profiler ? 1 : 3; }
};

/// Has the functions of `module`, which is in the LLVM dialect, say which line
/// of the program each of their instructions is of: lines, no variables. The
/// function `entry` stays one of its own name; what calls it does not take it
/// in. Error: what upstream's pass reports.
llvm::Error addDebugInfo(mlir::ModuleOp module, llvm::StringRef entry);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DEBUGINFO_H
