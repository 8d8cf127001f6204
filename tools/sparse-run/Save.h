//===- Save.h - programs for other programs ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_SAVE_H
#define SPINDLE_TOOLS_SPARSE_RUN_SAVE_H

#include "OutputFiles.h"
#include "Program.h"

namespace spindle::run {

/// Lowers `program` as `line` asks and adds the shared object and the header
/// that `line` names to `files`. Errors: a program that returns tensors, a name
/// that C does not take, those of the passes, the linker and the system.
llvm::Error saveProgram(Program &program, const CommandLine &line,
                        OutputFiles &files);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_SAVE_H
