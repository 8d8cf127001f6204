//===- Optimize.h - what LLVM does to a kernel ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_OPTIMIZE_H
#define SPINDLE_EXECUTION_OPTIMIZE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>
#include <mutex>

namespace spindle::execution {

/// Asked now and then, whether work is to stop; may be null.
using StopCheck = std::function<bool()>;

/// The error of code that is not made, where `isCancelled` says so.
llvm::Error checkCancelled(const StopCheck &isCancelled);

/// Has LLVM leave out what it may while it generates code that is of no use.
class CancelGate : public llvm::OptPassGate {
public:
  explicit CancelGate(StopCheck isCancelled)
      : isCancelled(std::move(isCancelled)) {}
  bool shouldRunPass(llvm::StringRef, llvm::StringRef) const override {
    return !isCancelled();
  }
  bool isEnabled() const override { return bool(isCancelled); }

private:
  StopCheck isCancelled;
};

/// Has one thread at a time optimize and generate code, as long as the lock
/// lives: switches of LLVM's that one kernel needs are the process's. The lock
/// is not held where `isCancelled` says so meanwhile.
std::unique_lock<std::mutex>
lockCodeGeneration(const StopCheck &isCancelled = {});

/// Tells in `code`, which `module` was translated to, whether a schedule has
/// settled its loops.
void markScheduled(mlir::ModuleOp module, llvm::Module &code);

/// Optimizes `code` for `target` by LLVM's -O3. Loops that a schedule has
/// settled are left as they are: LLVM neither unrolls nor vectorizes them
/// again, which would be slower where they are short. What LLVM may leave out
/// it does once `isCancelled` says so.
void optimize(llvm::Module &code, llvm::TargetMachine &target,
              const StopCheck &isCancelled = {});

/// Optimizes `code` for `target` by LLVM's -O1, without making several loops of
/// one, or several addresses of one line, so that a debugger can follow it.
void optimizeForDebugger(llvm::Module &code, llvm::TargetMachine &target);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_OPTIMIZE_H
