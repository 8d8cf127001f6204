//===- Dump.h - the storage of a tensor, as text ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_DUMP_H
#define SPINDLE_TOOLS_SPARSE_RUN_DUMP_H

#include "Operand.h"

namespace spindle::run {

/// Prints the arrays of a tensor operand: a line for what it is and how large,
/// one for each level, and below it what the level stores. Of an array of more
/// than 1000 elements the first and the last are printed.
void dumpStorage(const Operand &operand, llvm::raw_ostream &stream);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_DUMP_H
