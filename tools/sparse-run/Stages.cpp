//===- Stages.cpp - the program at each stage -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "Spindle/Execution/Translate.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::run;

LoweringChoices run::getChoices(const CommandLine &line) {
  LoweringChoices choices;
  choices.strict = line.strict;
  choices.checkMode = line.checkMode;
  choices.smallFloats = llvm::cantFail(execution::getSmallFloats(line.cpu));
  return choices;
}

llvm::Error run::lower(ModuleOp module, StopAt stop,
                       const LoweringChoices &choices) {
  DiagnosticKeeper diagnostics(module.getContext());
  PassManager passes(module.getContext());
  buildLowering(passes, stop, choices);
  if (succeeded(passes.run(module)))
    return llvm::Error::success();
  return diagnostics.takeError("expected a program that can be lowered but a "
                               "pass failed");
}

/// Where the passes stop on the way to `stage`.
static StopAt getStop(EmitStage stage) {
  switch (stage) {
  case EmitStage::Generic:
  case EmitStage::Iter:
    return StopAt::Iter;
  case EmitStage::SCF:
    return StopAt::SCF;
  case EmitStage::MemRef:
    return StopAt::MemRef;
  case EmitStage::LLVM:
  case EmitStage::LLVMIR:
  case EmitStage::Assembly:
    return StopAt::LLVM;
  }
  llvm_unreachable("the stage is one of seven");
}

/// The text of `module`.
static std::string toText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << "\n";
  return text;
}

llvm::Expected<std::string> run::emit(Program &program, EmitStage stage,
                                      const CommandLine &line) {
  if (stage == EmitStage::Generic)
    return toText(*program.module);
  if (llvm::Error error =
          lower(*program.module, getStop(stage), getChoices(line)))
    return error;
  if (stage == EmitStage::LLVMIR)
    return execution::emitLLVMIR(*program.module, line.cpu);
  if (stage == EmitStage::Assembly)
    return execution::emitAssembly(*program.module, line.cpu);
  return toText(*program.module);
}
