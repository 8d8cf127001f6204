//===- Host.h - the processor that kernels are compiled for -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_HOST_H
#define SPINDLE_EXECUTION_HOST_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace spindle::execution {

/// What code is generated for.
enum class CodeUse : uint8_t {
  /// To be called in this process, wherever it lies in memory.
  InProcess,
  /// To be linked into a shared object.
  SharedObject
};

/// A target machine for the processor that this program runs on, with all its
/// features and the highest level of optimization. Errors: a processor that
/// LLVM was built without.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostTargetMachine(CodeUse use);

/// What kernels are compiled for, in words.
struct Host {
  /// The target triple, as in "x86_64-pc-linux-gnu".
  std::string triple;
  /// LLVM's name of the processor, as in "znver4".
  std::string cpu;
  /// Those of its features that decide how fast a kernel is: the kinds of
  /// vectors and products.
  llvm::SmallVector<std::string> features;
};

/// The processor that this program runs on.
Host describeHost();

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_HOST_H
