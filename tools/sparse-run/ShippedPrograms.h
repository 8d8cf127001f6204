//===- ShippedPrograms.h - programs inside the binary -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_SHIPPEDPROGRAMS_H
#define SPINDLE_TOOLS_SPARSE_RUN_SHIPPEDPROGRAMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace spindle::run {

/// A program of the folder programs/, as it was when the tool was built.
struct ShippedProgram {
  /// The file's stem.
  llvm::StringRef name;
  /// The file's text.
  llvm::StringRef text;
};

/// All programs that ship, by name.
llvm::ArrayRef<ShippedProgram> getShippedPrograms();

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_SHIPPEDPROGRAMS_H
