//===- MachineCode.h - what a kernel was compiled to ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_CPU_MACHINECODE_H
#define SPINDLE_TARGET_CPU_MACHINECODE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spindle {

/// How large code is, and how wide its vectors are.
struct MachineCode {
  /// Instructions, and the bytes that they take.
  int64_t instructions = 0, bytes = 0;
  /// The widths of vector registers that x86 has, in bits, the widest first,
  /// each with the number of instructions whose widest one it is: numbers are
  /// in the registers of 128 bits too. Empty for other processors.
  llvm::SmallVector<std::pair<int64_t, int64_t>> widths;
};

/// Counts the instructions of `assembly`, as LLVM prints it for a processor of
/// the architecture that this program is for, and their widths.
MachineCode countInstructions(llvm::StringRef assembly);

/// The bytes of code in `object`, an object file. Error: what is none.
llvm::Expected<int64_t> countCodeBytes(llvm::StringRef object);

} // namespace spindle

#endif // SPINDLE_TARGET_CPU_MACHINECODE_H
