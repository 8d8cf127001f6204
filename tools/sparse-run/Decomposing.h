//===- Decomposing.h - tensors in parts by a schedule -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_DECOMPOSING_H
#define SPINDLE_TOOLS_SPARSE_RUN_DECOMPOSING_H

#include "Program.h"

namespace spindle::run {

/// Stores tensors of `program` in parts where its schedule does so: before any
/// operand is read, since it is read into what the program takes. Applied to
/// the program then, the schedule finds it done. Errors: those of the schedule,
/// and those of `setEntry`.
llvm::Error decompose(Program &program, const CommandLine &line);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_DECOMPOSING_H
