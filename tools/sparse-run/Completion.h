//===- Completion.h - what a shell offers to type ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_COMPLETION_H
#define SPINDLE_TOOLS_SPARSE_RUN_COMPLETION_H

#include "llvm/Support/raw_ostream.h"

namespace spindle::run {

/// Prints functions of bash that complete the command lines of this tool: its
/// options and their values, the programs that ship, their operands and
/// dimensions, formats, types, schedules and files.
void printBashCompletion(llvm::raw_ostream &stream);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_COMPLETION_H
