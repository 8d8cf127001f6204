//===- Host.h - the processor that kernels are compiled for -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_HOST_H
#define SPINDLE_EXECUTION_HOST_H

#include "Spindle/Target/DotProducts.h"
#include "Spindle/Target/SmallFloats.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace spindle::execution {

/// What code is generated for.
enum class CodeUse : uint8_t {
  /// To be called in this process, wherever it lies in memory.
  InProcess,
  /// To be linked into a shared object.
  SharedObject
};

/// The name of the processor that this program runs on, with all its features.
/// Others are called as LLVM calls them: x86-64, haswell, znver4; those of
/// other platforms, which code can be made for but not run, have the platform
/// before a colon: aarch64-linux-gnu:neoverse-n1.
inline constexpr llvm::StringLiteral kNative = "native";

/// A target machine for the processor `cpu` with the highest level of
/// optimization. Errors: a name that LLVM does not know for this architecture,
/// an architecture that LLVM was built without.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef cpu, CodeUse use);

/// What `cpu` does with f16 and bf16, which `spindle-expand-small-floats` keeps
/// to. x86's own conversions to bf16 take subnormal numbers for zeros and do
/// not count. Error: a name that LLVM does not know.
llvm::Expected<SmallFloats> getSmallFloats(llvm::StringRef cpu);

/// How `cpu` computes with numbers that it has.
struct Arithmetic {
  /// A product and its sum can be rounded once, in one instruction.
  bool fusedMultiplyAdd = false;
  /// Bits of the widest vectors.
  int64_t vectorBits = 128;
  /// Vectors of elements that are anywhere in memory, and parts of vectors, are
  /// loaded by one instruction each, as fast as elements one by one or faster.
  bool fastGathers = false;
  /// Sums of products of narrow numbers, in vectors of `vectorBits`.
  std::vector<DotProduct> dotProducts;
};

/// Error: a name that LLVM does not know.
llvm::Expected<Arithmetic> getArithmetic(llvm::StringRef cpu);

/// Error: this processor lacks instructions that code for `cpu` may have, is of
/// another architecture, or LLVM does not know the name.
llvm::Error checkRunsHere(llvm::StringRef cpu);

/// What kernels are compiled for, in words.
struct Host {
  /// The target triple, as in "x86_64-pc-linux-gnu".
  std::string triple;
  /// LLVM's name of the processor, as in "znver4".
  std::string cpu;
  /// The features of the processor that decide how fast a kernel is: the kinds
  /// of vectors and products.
  llvm::SmallVector<std::string> features;
};

/// The processor `cpu`, whose name LLVM knows.
Host describeHost(llvm::StringRef cpu = kNative);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_HOST_H
