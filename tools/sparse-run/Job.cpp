//===- Job.cpp - a command line and its session ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"

#include "Drawings.h"
#include "OutputPaths.h"
#include "Progress.h"
#include "Signals.h"
#include "Spindle/Session/Failure.h"

using namespace spindle;
using namespace spindle::run;

/// More body runs than this are interpreted only where --check=force asks.
static constexpr int64_t mostCheckedRuns = 1000000000;

/// Has `options` keep kernels in the user's folder. Where that cannot be,
/// programs run all the same.
static void useDisk(Options &options) {
  auto disk = execution::DiskCache::openUsual();
  if (disk)
    options.disk = std::move(*disk);
  else
    options.watcher.note("no kernels are kept: " + toString(disk.takeError()));
}

/// The options of `line`, whose steps are told of on the terminal.
static Options getOptions(const CommandLine &line) {
  Options options = line;
  options.watcher.onStep = [](std::string label, std::string unit) {
    return std::make_unique<Progress>(std::move(label), std::move(unit));
  };
  options.watcher.onNote = [](const std::string &text) {
    llvm::errs() << "note: " << text << "\n";
  };
  if (line.cache)
    useDisk(options);
  return options;
}

Job::Job(CommandLine commandLine)
    : line(std::move(commandLine)), session(::getOptions(line)) {}

void run::fillReport(Job &job) {
  Report &report = job.report;
  static_cast<Measures &>(report) = job.session.getMeasures();
  report.program = &job.session.getProgram();
  report.host = describeHost(job.line.cpu);
  report.bindings = job.session.getBindings();
  report.operands = job.session.getOperands();
}

llvm::Error run::openSamples(Job &job) {
  if (job.line.schedule != kAuto && job.line.storages.empty() &&
      job.line.constants.empty())
    return checkNames(job.session.getProgram(), job.line);
  if (llvm::Error error = job.session.findSources(/*givenAlone=*/true))
    return error;
  return job.session.load();
}

/// Gets the operands ready, and checks where they go to.
static llvm::Error openOperands(Job &job) {
  if (llvm::Error error = job.session.findSources())
    return error;
  if (llvm::Error error = checkOutputPaths(job.session.getBindings(), job.line))
    return error;
  return job.session.load();
}

/// Counts the body runs and the operations in them, where that is asked for.
static llvm::Error countWork(Job &job) {
  bool checks = job.line.check != CheckMode::Off;
  bool times = job.line.benchRuns != 0;
  if (!checks && !times)
    return llvm::Error::success();
  if (llvm::Error error = job.session.countBodies(/*atOnce=*/!checks))
    return error;
  if (!checks)
    return llvm::Error::success();
  int64_t runs = *job.session.getMeasures().checkedRuns;
  if (runs > mostCheckedRuns && job.line.check == CheckMode::On)
    return fail("expected at most " + llvm::Twine(mostCheckedRuns) +
                " body runs to check but got " + llvm::Twine(runs) +
                "; --check=force checks them all the same");
  return llvm::Error::success();
}

llvm::Error run::explainProgram(Job &job) {
  if (!job.line.explain)
    return llvm::Error::success();
  auto explanation = job.session.explain();
  if (!explanation)
    return explanation.takeError();
  job.report.explanation = std::move(*explanation);
  return llvm::Error::success();
}

/// Interprets the program, where that is asked for.
static llvm::Error interpretOnce(Job &job) {
  return job.line.check == CheckMode::Off ? llvm::Error::success()
                                          : job.session.interpret();
}

/// Runs the kernel once, and finds what it has not written. Ends the process
/// where it faults.
static llvm::Error runOnce(Job &job) {
  FaultScope faults;
  if (llvm::Error error = job.session.run())
    return error;
  auto unwritten = job.session.findUnwritten();
  if (!unwritten)
    return unwritten.takeError();
  job.report.wrong = std::move(*unwritten);
  return llvm::Error::success();
}

/// Compares what was written, where that is asked for.
static llvm::Error compare(Job &job) {
  if (job.line.check == CheckMode::Off)
    return llvm::Error::success();
  auto checked = job.session.compare();
  if (!checked)
    return checked.takeError();
  if (job.report.wrong.empty())
    job.report.wrong = checked->wrong;
  job.report.check = std::move(*checked);
  return llvm::Error::success();
}

/// Times the kernel, where that is asked for.
static llvm::Error measure(Job &job) {
  if (job.line.benchRuns == 0)
    return llvm::Error::success();
  FaultScope faults;
  auto measured = job.session.measure(job.line.benchRuns);
  if (!measured)
    return measured.takeError();
  job.report.bench = *measured;
  return llvm::Error::success();
}

/// Compiles the program. Where there is no GPU for it, says what there is.
static llvm::Error compile(Job &job) {
  llvm::Error error = job.session.compile();
  bool lacksGPU = job.line.target == RunTarget::CUDA &&
                  job.line.device == execution::DeviceKind::CUDA &&
                  job.session.getMeasures().chip.empty();
  if (!error || !lacksGPU)
    return error;
  return fail(toString(std::move(error)) +
              "; --device emulator runs the kernels without a GPU");
}

llvm::Error run::runSteps(Job &job) {
  auto choose = [](Job &job) { return job.session.choose(); };
  llvm::Error (*const steps[])(Job &) = {
      openOperands,   checkDrawings, choose,  countWork, compile,
      explainProgram, interpretOnce, runOnce, compare,   measure};
  for (auto *step : steps)
    if (llvm::Error error = step(job))
      return error;
  return llvm::Error::success();
}
