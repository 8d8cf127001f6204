//===- DeviceProgram.cpp - programs for a GPU -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/DeviceProgram.h"

#include "Spindle/Execution/DeviceCall.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"
#include "Spindle/Session/Specializing.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Target/GPU/Chips.h"
#include "Spindle/Target/GPU/Passes.h"
#include "Stopwatch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

llvm::Error session::checkRunnable(StringRef chip) {
  if (describeCode(chip).dialect == KernelDialect::NVVM)
    return llvm::Error::success();
  return failExpected(describeMaker(KernelDialect::NVVM) +
                          " to run on, since kernels for others are compiled, "
                          "not run,",
                      "'" + chip + "'");
}

llvm::Error session::lowerForDevice(ModuleOp module, const Program &program,
                                    const Options &options,
                                    const execution::DeviceImages &images) {
  if (llvm::Error error = checkRunnable(images.chips.front()))
    return error;
  if (llvm::Error error = specialize(module, program))
    return error;
  execution::addDeviceDialects(*module.getContext());
  LoweringChoices choices = getChoices(program, options);
  choices.cEntry = true;
  DeviceChoices device;
  device.chip = images.chips.front();
  PassManager kernels(module.getContext()), host(module.getContext());
  buildLowerToKernels(kernels, device, choices);
  kernels.addPass(createMergeKernelsPass());
  if (llvm::Error error = runPasses(module, options.watcher,
                                    [&] { return kernels.run(module); }))
    return error;
  llvm::Expected<std::string> missing =
      execution::compileKernels(module, images);
  if (!missing)
    return missing.takeError();
  if (!missing->empty())
    options.watcher.note(*missing);
  buildLaunchesToLLVM(host);
  return runPasses(module, options.watcher, [&] { return host.run(module); });
}

/// Refuses an emulated GPU that is another one than kernels are asked for.
static llvm::Error checkEmulatedChip(const Options &options) {
  auto getNumber = [](llvm::StringRef chip) {
    chip.consume_front("sm_");
    return chip.take_while(llvm::isDigit);
  };
  llvm::StringRef rest = options.emulation;
  while (!rest.empty()) {
    auto [word, others] = rest.split(',');
    rest = others;
    auto [name, chip] = word.trim().split('=');
    if (name == "chip" && !options.chip.empty() &&
        getNumber(chip) != getNumber(options.chip))
      return fail("expected the emulator to be of " + options.chip +
                  ", which the kernels are for, but got chip=" + chip);
  }
  return llvm::Error::success();
}

llvm::Error Session::openDevice() {
  if (options.target != RunTarget::CUDA || device)
    return llvm::Error::success();
  if (llvm::Error error = checkRunnable(options.chip))
    return error;
  if (llvm::Error error = checkEmulatedChip(options))
    return error;
  auto opened = execution::Device::open(options.device, options.emulation);
  if (!opened)
    return opened.takeError();
  if (options.chip.empty()) {
    llvm::Expected<std::string> chip = opened->getChip();
    if (!chip)
      return chip.takeError();
    options.chip = std::move(*chip);
  }
  device = *opened;
  measures.chip = options.chip;
  return llvm::Error::success();
}

execution::DeviceImages Session::getImages() const {
  execution::DeviceImages images;
  images.chips = {options.chip};
  // CUDA's driver may be the emulator as a library.
  images.bitcode = device ? device->getDriver().takesBitcode != 0
                          : options.device == execution::DeviceKind::Emulator;
  images.cubins = images.ptx = !images.bitcode;
  return images;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

llvm::Error Session::runOnDevice(llvm::ArrayRef<Operand> arguments) {
  std::unique_ptr<Step> step = options.watcher.begin("running");
  auto call =
      execution::DeviceCall::create(*device, *kernel, getViews(arguments));
  if (!call)
    return call.takeError();
  device->clearReport();
  if (llvm::Error error = (*call)->run())
    return error;
  llvm::Expected<std::string> report = device->getReport();
  if (!report)
    return report.takeError();
  measures.counters = std::move(*report);
  return (*call)->copyBack();
}

/// Runs `call` for a moment, untimed. Gives how often.
static llvm::Expected<int64_t> warmUp(execution::DeviceCall &call,
                                      const Watcher &watcher) {
  constexpr double enoughSeconds = 0.05;
  std::unique_ptr<Step> step = watcher.begin("warming up");
  int64_t count = 0;
  for (double spent = 0; count < 2 || (spent < enoughSeconds && count < 1000);
       ++count) {
    llvm::Expected<double> time = call.time();
    if (!time)
      return time.takeError();
    if (llvm::Error error = watcher.check())
      return std::move(error);
    spent += *time;
  }
  return count;
}

llvm::Expected<BenchResult> session::benchOnDevice(
    const execution::Device &device, const execution::CompiledKernel &kernel,
    llvm::ArrayRef<Operand> operands, int64_t runs, const Watcher &watcher) {
  auto call = execution::DeviceCall::create(device, kernel, getViews(operands));
  if (!call)
    return call.takeError();
  llvm::Expected<int64_t> warmUps = warmUp(**call, watcher);
  if (!warmUps)
    return warmUps.takeError();
  std::unique_ptr<Step> step = watcher.begin("timing", "runs");
  std::vector<double> times;
  for (int64_t run = 0; run < runs; ++run) {
    llvm::Expected<double> time = (*call)->time();
    if (!time)
      return time.takeError();
    if (llvm::Error error = watcher.check())
      return std::move(error);
    times.push_back(*time);
    step->update(run + 1, runs);
  }
  BenchResult result = summarizeTimes(std::move(times));
  result.warmUps = *warmUps;
  result.bytes = countTouchedBytes(operands);
  return result;
}
