//===- SharedObject.h - code for other programs -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_SHAREDOBJECT_H
#define SPINDLE_EXECUTION_SHAREDOBJECT_H

#include "Spindle/Execution/Optimize.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace spindle::execution {

/// How code of a shared object is made.
struct SharedObjectPlan {
  /// The only functions that can be called.
  std::vector<std::string> symbols;
  /// The processor that the code is for.
  std::string cpu;
  StopCheck isCancelled = {};
  /// It launches kernels: the runtime for GPUs goes into it, which the compiler
  /// driver compiles from C.
  bool forDevice = false;
  /// It inspects structures: what the runtime has for that goes into it.
  bool inspects = false;
};

/// Code that a shared object is linked of.
struct ObjectCode {
  /// An object file.
  std::string bytes;
  /// It runs on several threads.
  bool isParallel = false;
  /// It launches kernels.
  bool forDevice = false;
  /// It inspects structures.
  bool inspects = false;
};

/// Compiles `module`, which is in the LLVM dialect. Errors: those of
/// `emitObject`.
llvm::Expected<ObjectCode> compileObject(mlir::ModuleOp module,
                                         const SharedObjectPlan &plan);

/// Links `objects`, which give no name twice, to a shared object, the new file
/// `path`, which calls itself `name`. It is linked by the first of these that
/// there is: what the variable SPINDLE_CC names, clang-22, clang, cc, gcc. It
/// needs libc, libm where it calls functions of it, and libomp where the code
/// is parallel. Errors: no compiler driver, what that one says.
llvm::Error writeSharedObject(llvm::ArrayRef<ObjectCode> objects,
                              const std::string &name, const std::string &path);

/// Whether `module` has code for several threads, which calls libomp.
bool isParallel(mlir::ModuleOp module);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_SHAREDOBJECT_H
