//===- Stages.cpp - the program at each stage -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Stages.h"

#include "Spindle/Execution/DebugInfo.h"
#include "Spindle/Execution/DeviceCode.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Execution/Translate.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Specializing.h"
#include "Spindle/Target/CPU/Host.h"
#include "Spindle/Target/GPU/Chips.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

int session::countThreads(const Options &options) {
  return options.threads ? int(options.threads) : execution::getThreads();
}

namespace {

/// Has a pipeline fail at the next pass once work is to stop.
class Canceller : public PassInstrumentation {
public:
  explicit Canceller(CancelToken token) : token(std::move(token)) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (token.isCancelled())
      FailingPass::fail(*pass);
  }

private:
  /// Names what passes alone may call.
  struct FailingPass : Pass {
    static void fail(Pass &pass) {
      (pass.*(&FailingPass::signalPassFailure))();
    }
  };

  CancelToken token;
};

} // namespace

/// Whose GPU `stage` is for; nothing for one that a processor has too.
static std::optional<KernelDialect> getDialect(EmitStage stage) {
  switch (stage) {
  case EmitStage::NVVM:
  case EmitStage::PTX:
    return KernelDialect::NVVM;
  case EmitStage::ROCDL:
  case EmitStage::AMDGCN:
  case EmitStage::HSACO:
    return KernelDialect::ROCDL;
  default:
    return std::nullopt;
  }
}

bool session::isOfGPU(EmitStage stage) { return getDialect(stage).has_value(); }

bool session::isForGPU(const Options &options) {
  return options.target == RunTarget::CUDA || !options.chip.empty() ||
         (options.emit && isOfGPU(*options.emit));
}

/// The GPU that kernels are for, at `stage` where one is given.
static std::string getChip(const Options &options,
                           std::optional<EmitStage> stage) {
  if (!options.chip.empty())
    return options.chip;
  bool isROCDL = stage && getDialect(*stage) == KernelDialect::ROCDL;
  return isROCDL ? "gfx90a" : DeviceChoices().chip;
}

Target session::getTarget(const Options &options) {
  return isForGPU(options) ? describeNearestChip(getChip(options, options.emit))
                           : llvm::cantFail(describeProcessor(options.cpu));
}

LoweringChoices session::getChoices(const Program &program,
                                    const Options &options) {
  LoweringChoices choices;
  choices.target = getTarget(options);
  choices.schedule = program.schedule;
  choices.strict = options.strict;
  choices.checkMode = options.checkMode;
  choices.parallel = isForGPU(options) || countThreads(options) > 1;
  choices.observe = [token = options.watcher.token](PassManager &passes) {
    passes.addInstrumentation(std::make_unique<Canceller>(token));
  };
  return choices;
}

llvm::Error session::runPasses(ModuleOp module, const Watcher &watcher,
                               llvm::function_ref<LogicalResult()> transform) {
  std::unique_ptr<Step> step = watcher.begin("running passes");
  DiagnosticKeeper diagnostics(module.getContext(), &watcher);
  bool isDone = succeeded(transform());
  if (llvm::Error error = watcher.check())
    return error;
  if (isDone)
    return llvm::Error::success();
  return diagnostics.takeError("expected a program that can be lowered but a "
                               "pass failed");
}

llvm::Error session::lower(ModuleOp module, const Program &program, StopAt stop,
                           const LoweringChoices &choices,
                           const Watcher &watcher) {
  if (llvm::Error error = specialize(module, program))
    return error;
  func::FuncOp entry = program.entry;
  llvm::ArrayRef<SizeVersion> versions = program.versions;
  if (stop == StopAt::Coordinates || stop == StopAt::Positions)
    versions = {};
  return runPasses(module, watcher, [&] {
    LoweringChoices own = choices;
    // Code for one size is called with what the function is given.
    if (!versions.empty())
      own.inspectors = InspectorUse::Inside;
    return lowerWithVersions(module, entry.getName(), versions, stop, own);
  });
}

llvm::Error session::lowerToLLVM(ModuleOp module, const Program &program,
                                 const Options &options) {
  LoweringChoices choices = getChoices(program, options);
  choices.lengthChecks = true;
  // Tensors that are returned are not made of what is found.
  if (program.operands.empty() || !program.operands.back().isResult)
    choices.inspectors = InspectorUse::ApartWhereLegal;
  if (llvm::Error error =
          lower(module, program, StopAt::LLVM, choices, options.watcher))
    return error;
  if (!options.debugInfo)
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
  default:
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

static DeviceFormat getFormat(EmitStage stage) {
  switch (stage) {
  case EmitStage::PTX:
  case EmitStage::AMDGCN:
    return DeviceFormat::Assembly;
  case EmitStage::HSACO:
    return DeviceFormat::Object;
  default:
    return DeviceFormat::Functions;
  }
}

/// Refuses a GPU that does not have `stage`.
static llvm::Error checkStage(EmitStage stage, StringRef chip) {
  if (describeCode(chip).dialect == getDialect(stage))
    return llvm::Error::success();
  return failExpected(describeMaker(*getDialect(stage)) + " for this stage",
                      "'" + chip + "'");
}

/// Kernels for a GPU: the module that holds them, or their code.
static llvm::Expected<std::string>
emitKernels(Program &program, EmitStage stage, const Options &options) {
  DeviceChoices device;
  device.format = getFormat(stage);
  device.chip = getChip(options, stage);
  if (llvm::Error error = checkStage(stage, device.chip))
    return error;
  ModuleOp module = *program.module;
  if (llvm::Error error = specialize(module, program))
    return error;
  execution::addDeviceDialects(*module.getContext());
  PassManager passes(module.getContext());
  buildLowerToKernels(passes, device, getChoices(program, options));
  if (llvm::Error error = runPasses(module, options.watcher,
                                    [&] { return passes.run(module); }))
    return error;
  return device.format == DeviceFormat::Functions
             ? toText(module)
             : execution::getObjects(module);
}

llvm::Expected<std::string> session::emit(Program &program, EmitStage stage,
                                          const Options &options) {
  if (stage == EmitStage::Tensors)
    return toText(*program.module);
  if (isOfGPU(stage))
    return emitKernels(program, stage, options);
  StopAt stop = getStop(stage);
  llvm::Error error =
      stop == StopAt::LLVM
          ? lowerToLLVM(*program.module, program, options)
          : lower(*program.module, program, stop, getChoices(program, options),
                  options.watcher);
  if (error)
    return error;
  if (stage == EmitStage::LLVMIR)
    return execution::emitLLVMIR(*program.module, options.cpu,
                                 options.watcher.token);
  if (stage == EmitStage::Assembly)
    return execution::emitAssembly(*program.module, options.cpu,
                                   options.watcher.token);
  return toText(*program.module);
}
