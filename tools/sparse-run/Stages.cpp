//===- Stages.cpp - the program at each stage -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "Progress.h"
#include "Specializing.h"
#include "Spindle/Execution/DebugInfo.h"
#include "Spindle/Execution/DeviceCode.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Execution/Translate.h"
#include "Spindle/Target/CPU/Host.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::run;

int run::countThreads(const CommandLine &line) {
  return line.threads ? int(line.threads) : execution::countProcessors();
}

LoweringChoices run::getChoices(const Program &program,
                                const CommandLine &line) {
  LoweringChoices choices;
  choices.target = llvm::cantFail(describeProcessor(line.cpu));
  choices.schedule = program.schedule;
  choices.strict = line.strict;
  choices.checkMode = line.checkMode;
  choices.parallel = countThreads(line) > 1;
  return choices;
}

/// Has `transform` change `module`. Error: what it reports where it fails.
static llvm::Error runPasses(ModuleOp module,
                             llvm::function_ref<LogicalResult()> transform) {
  Progress progress("running passes");
  DiagnosticKeeper diagnostics(module.getContext());
  if (succeeded(transform()))
    return llvm::Error::success();
  return diagnostics.takeError("expected a program that can be lowered but a "
                               "pass failed");
}

llvm::Error run::lower(ModuleOp module, const Program &program, StopAt stop,
                       const LoweringChoices &choices) {
  if (llvm::Error error = specialize(module, program))
    return error;
  func::FuncOp entry = program.entry;
  llvm::ArrayRef<SizeVersion> versions = program.versions;
  if (stop == StopAt::Coordinates || stop == StopAt::Positions)
    versions = {};
  return runPasses(module, [&] {
    return lowerWithVersions(module, entry.getName(), versions, stop, choices);
  });
}

llvm::Error run::lowerToLLVM(ModuleOp module, const Program &program,
                             const CommandLine &line) {
  LoweringChoices choices = getChoices(program, line);
  choices.lengthChecks = true;
  if (llvm::Error error = lower(module, program, StopAt::LLVM, choices))
    return error;
  if (!line.debugInfo)
    return llvm::Error::success();
  return execution::addDebugInfo(module, program.entryName);
}

/// Where the passes stop on the way to `stage`.
static StopAt getStop(EmitStage stage) {
  switch (stage) {
  case EmitStage::Tensors:
  case EmitStage::Coordinates:
    return StopAt::Coordinates;
  case EmitStage::Positions:
    return StopAt::Positions;
  case EmitStage::Loops:
    return StopAt::Loops;
  case EmitStage::LLVM:
  case EmitStage::LLVMIR:
  case EmitStage::Assembly:
    return StopAt::LLVM;
  case EmitStage::NVVM:
  case EmitStage::PTX:
    break;
  }
  llvm_unreachable("the stage is one of a CPU's seven");
}

/// The text of `module`.
static std::string toText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  stream << "\n";
  return text;
}

/// Kernels for a GPU: the module that holds them, or their PTX.
static llvm::Expected<std::string>
emitKernels(Program &program, EmitStage stage, const CommandLine &line) {
  ModuleOp module = *program.module;
  if (llvm::Error error = specialize(module, program))
    return error;
  DeviceChoices device;
  device.format =
      stage == EmitStage::PTX ? DeviceFormat::PTX : DeviceFormat::NVVM;
  if (!line.chip.empty())
    device.chip = line.chip;
  execution::addDeviceDialects(*module.getContext());
  PassManager passes(module.getContext());
  buildLowerToNVVM(passes, device, getChoices(program, line));
  if (llvm::Error error = runPasses(module, [&] { return passes.run(module); }))
    return error;
  return stage == EmitStage::PTX ? execution::getPTX(module) : toText(module);
}

llvm::Expected<std::string> run::emit(Program &program, EmitStage stage,
                                      const CommandLine &line) {
  if (stage == EmitStage::Tensors)
    return toText(*program.module);
  if (stage == EmitStage::NVVM || stage == EmitStage::PTX)
    return emitKernels(program, stage, line);
  StopAt stop = getStop(stage);
  llvm::Error error =
      stop == StopAt::LLVM
          ? lowerToLLVM(*program.module, program, line)
          : lower(*program.module, program, stop, getChoices(program, line));
  if (error)
    return error;
  if (stage == EmitStage::LLVMIR)
    return execution::emitLLVMIR(*program.module, line.cpu);
  if (stage == EmitStage::Assembly)
    return execution::emitAssembly(*program.module, line.cpu);
  return toText(*program.module);
}
