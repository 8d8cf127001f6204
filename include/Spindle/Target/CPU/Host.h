//===- Host.h - the processor that kernels are compiled for -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_CPU_HOST_H
#define SPINDLE_TARGET_CPU_HOST_H

#include "Spindle/Target/Target.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace spindle {

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

/// The workers of a processor that is called by its name: it may be in any
/// machine.
inline constexpr int64_t kNamedWorkers = 8;

/// The processor `cpu`, with the caches of this machine. It has as many workers
/// as this machine has processors if it is `kNative`, else `kNamedWorkers`.
/// x86's own conversions to bf16 take subnormal numbers for zeros and do not
/// count. Error: a name that LLVM does not know.
llvm::Expected<Target> describeProcessor(llvm::StringRef cpu);

/// A text of all that code for `cpu`, whose name LLVM knows, depends on beside
/// LLVM itself: two processors that are called native differ in it.
std::string identifyProcessor(llvm::StringRef cpu);

/// What a processor has to be for code to run on it.
struct CodeNeeds {
  /// The processor that the code is for, by the name that LLVM has for it.
  std::string cpu;
  /// LLVM's name of its architecture.
  std::string architecture;
  /// The features whose instructions the code may have, sorted.
  std::vector<std::string> features;
};

/// What code for `cpu` needs. Error: a name that LLVM does not know.
llvm::Expected<CodeNeeds> getCodeNeeds(llvm::StringRef cpu);

/// Error: this processor lacks instructions that code with `needs` may have, or
/// is of another architecture.
llvm::Error checkRunsHere(const CodeNeeds &needs);

/// The same of code for `cpu`. Error also: LLVM does not know the name.
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

} // namespace spindle

#endif // SPINDLE_TARGET_CPU_HOST_H
