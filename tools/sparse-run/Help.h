//===- Help.h - what the tool says of itself --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_HELP_H
#define SPINDLE_TOOLS_SPARSE_RUN_HELP_H

#include "llvm/Support/raw_ostream.h"

namespace spindle::run {

/// Prints the usage, every option, examples, and the names of formats and
/// types, in lines of at most 80 columns.
void printHelp(llvm::raw_ostream &stream);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_HELP_H
