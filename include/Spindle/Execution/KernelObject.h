//===- KernelObject.h - kernels as bytes ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that was compiled once can be kept outside of the process, and be
// linked and called by another one, without passes and without LLVM's
// optimizer.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_KERNELOBJECT_H
#define SPINDLE_EXECUTION_KERNELOBJECT_H

#include "Spindle/Execution/KernelCache.h"

namespace spindle::execution {

/// A kernel as bytes.
struct KernelObject {
  /// Relocatable object code.
  std::string code;
  /// What it takes to call it, and what it is of and for: a dictionary in the
  /// syntax of attributes. It tells also which `code` it goes with.
  std::string signature;
};

/// `kernel`, which was compiled for `key`, as bytes.
KernelObject saveKernel(const CompiledKernel &kernel, const KernelKey &key);

/// The kernel of `key` from bytes. Its signature lives in `context`. Nothing is
/// compiled. Errors: a signature that is none, of another version of Spindle or
/// of another key; other code than that of the signature; those of
/// `Kernel::link`.
llvm::Expected<KernelCache::Entry>
loadKernel(std::shared_ptr<mlir::MLIRContext> context,
           const KernelObject &object, const KernelKey &key,
           const Observers &observers = {});

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_KERNELOBJECT_H
