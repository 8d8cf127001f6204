//===- Stages.h - the program at each stage ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_STAGES_H
#define SPINDLE_SESSION_STAGES_H

#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Session/Options.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// The number of threads that `options` ask for; that of this thread's setting
/// where they leave it open.
int countThreads(const Options &options);

/// Whether `stage` is one that kernels for a GPU alone have.
bool isOfGPU(EmitStage stage);

/// Whether `options` ask for kernels of a GPU: by a stage that only these have,
/// or by naming one.
bool isForGPU(const Options &options);

/// The GPU, or else the processor, that code is for.
Target getTarget(const Options &options);

/// What `options` ask of the lowerings of `program`.
LoweringChoices getChoices(const Program &program, const Options &options);

/// Has `transform` change `module`. Error: what it reports where it fails.
llvm::Error runPasses(mlir::ModuleOp module, const Watcher &watcher,
                      llvm::function_ref<mlir::LogicalResult()> transform);

/// Lowers `module`, a copy of that of `program` or itself, to the stage `stop`;
/// from plain loops on it has versions for certain sizes. Errors: those of
/// `specialize`, what the passes report, `Cancelled`.
llvm::Error lower(mlir::ModuleOp module, const Program &program, StopAt stop,
                  const LoweringChoices &choices, const Watcher &watcher);

/// Lowers `module`, a copy of that of `program` or itself, to the LLVM dialect
/// as `options` ask. Error: as above.
llvm::Error lowerToLLVM(mlir::ModuleOp module, const Program &program,
                        const Options &options);

/// The text of `program` at `stage`, up to which it is lowered as `options`
/// ask; machine code at one stage. Errors: those of `lower` and of the
/// translation to LLVM; a GPU of a maker who does not have the stage.
llvm::Expected<std::string> emit(Program &program, EmitStage stage,
                                 const Options &options);

} // namespace spindle::session

#endif // SPINDLE_SESSION_STAGES_H
