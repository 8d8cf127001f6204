//===- Stages.h - the program at each stage ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_STAGES_H
#define SPINDLE_TOOLS_SPARSE_RUN_STAGES_H

#include "CommandLine.h"
#include "Program.h"
#include "Spindle/Pipelines/Pipelines.h"

namespace spindle::run {

/// The number of threads that `line` asks for.
int countThreads(const CommandLine &line);

/// What `line` asks of the lowerings of `program`.
LoweringChoices getChoices(const Program &program, const CommandLine &line);

/// Lowers `module`, a copy of that of `program` or itself, to the stage `stop`;
/// from plain loops on it has versions for certain sizes. Errors: those of
/// `specialize`, and what the passes report.
llvm::Error lower(mlir::ModuleOp module, const Program &program, StopAt stop,
                  const LoweringChoices &choices);

/// Lowers `module`, a copy of that of `program` or itself, to the LLVM dialect
/// as `line` asks. Error: as above.
llvm::Error lowerToLLVM(mlir::ModuleOp module, const Program &program,
                        const CommandLine &line);

/// The text of `program` at `stage`, up to which it is lowered as `line` asks.
/// Errors: those of `lower` and of the translation to LLVM.
llvm::Expected<std::string> emit(Program &program, EmitStage stage,
                                 const CommandLine &line);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_STAGES_H
