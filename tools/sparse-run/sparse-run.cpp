//===- sparse-run.cpp - runs sparse programs on files ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what there is to read and checks what there is to check before it runs
// anything, and writes only when all is done.
//
//===----------------------------------------------------------------------===//

#include "AdviceText.h"
#include "Batch.h"
#include "Colors.h"
#include "Completion.h"
#include "Help.h"
#include "Outcome.h"
#include "OutputPaths.h"
#include "Programs.h"
#include "Signals.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Save.h"
#include "Spindle/Session/SaveStorage.h"
#include "Spindle/Session/Scheduling.h"
#include "Spindle/Session/Stages.h"
#include "StorageSizes.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace spindle;
using namespace spindle::run;

namespace {

/// The exit statuses.
enum Status : int { Right = 0, WrongNumbers = 1, BadInput = 2 };

} // namespace

/// Does what `arguments`, those after the program's name, ask for, and tells of
/// an error. Gives the exit status.
static int runToEnd(llvm::ArrayRef<const char *> arguments);

/// Completes the report, writes the files and tells the outcome.
static llvm::Expected<Status> endRun(Job &job) {
  Report &report = job.report;
  fillReport(job);
  if (report.explanation)
    report.explanation->operands =
        measureOperands(*report.program, report.operands);
  if (llvm::Error error = writeFiles(job))
    return error;
  tellOutcome(job);
  return report.wrong.empty() ? Right : WrongNumbers;
}

/// Runs the program and tells the outcome.
static llvm::Expected<Status> runProgram(Job &job) {
  if (llvm::Error error = runSteps(job))
    return error;
  return endRun(job);
}

/// Whether it is kernels of a GPU that are explained; or the program needs
/// data, and the user gives none and asks for nothing that takes a run.
static bool isOnlyExplained(const Job &job) {
  const CommandLine &line = job.line;
  if (isForGPU(line))
    return line.explain;
  return line.explain && line.binds.empty() && line.archives.empty() &&
         line.outputs.empty() && line.drawings.empty() &&
         line.patterns.empty() && line.dumps.empty() && line.storages.empty() &&
         line.check == CheckMode::Off && line.benchRuns == 0 &&
         llvm::any_of(job.session.getProgram().operands,
                      [](const OperandSpec &spec) {
                        return spec.needsSource() || spec.hasPattern();
                      });
}

/// Explains the program without running it. What a GPU is given may depend on
/// data.
static llvm::Expected<Status> explainOnly(Job &job) {
  if (llvm::Error error = isForGPU(job.line)
                              ? openSamples(job)
                              : checkNames(job.session.getProgram(), job.line))
    return error;
  if (llvm::Error error = job.session.choose())
    return error;
  job.session.releaseOperands();
  if (llvm::Error error = explainProgram(job))
    return error;
  job.report.hasRun = false;
  return endRun(job);
}

/// Prints the program at a stage, or its schedule, which may depend on data.
static llvm::Expected<Status> printText(Job &job) {
  if (llvm::Error error = openSamples(job))
    return error;
  if (llvm::Error error = job.session.choose())
    return error;
  llvm::Expected<std::string> text =
      job.line.emit ? job.session.emit(*job.line.emit)
                    : printSchedule(job.session.getProgram());
  if (!text)
    return text.takeError();
  llvm::outs() << *text;
  return Right;
}

/// Saves the program as a shared object, by a schedule that may depend on data,
/// with the storage of operands where that is asked for.
static llvm::Expected<Status> save(Job &job) {
  if (llvm::Error error = openSamples(job))
    return error;
  if (llvm::Error error = checkOutputPaths(job.session.getBindings(), job.line))
    return error;
  if (llvm::Error error = job.session.choose())
    return error;
  OutputFiles files;
  if (llvm::Error error =
          job.session.save(job.line.save, job.line.symbol, files))
    return error;
  if (llvm::Error error = saveStorages(
          job.session.getOperands(), job.line.storages, job.line.names, files))
    return error;
  fillReport(job);
  if (llvm::Error error = saveReport(job, files))
    return error;
  if (llvm::Error error = files.commit())
    return error;
  if (job.line.json == "-")
    llvm::outs() << formatJson(job.report);
  return Right;
}

/// Saves the functions `names` of the program in one shared object. What they
/// have in common with one alone is said once for all; what is of one alone is
/// refused.
static llvm::Expected<Status> saveAll(Job &job,
                                      llvm::ArrayRef<std::string> names) {
  const CommandLine &line = job.line;
  std::pair<llvm::StringRef, bool> ofOne[] = {
      {"symbol", !line.symbol.empty()},
      {"json", !line.json.empty()},
      {"save-storage", !line.storages.empty()}};
  for (auto [option, isGiven] : ofOne)
    if (isGiven)
      return failExpected("--entry with --" + option +
                              ", one of the functions " +
                              llvm::join(names, ", ") + ",",
                          "none");
  OutputFiles files;
  if (llvm::Error error = checkOutputPaths({}, line))
    return error;
  if (llvm::Error error =
          saveFunctions(job.session.getOptions(), names, line.save, files))
    return error;
  if (llvm::Error error = files.commit())
    return error;
  return Right;
}

/// Prints which formats suit an operand.
static llvm::Expected<Status> printFormats(Job &job) {
  llvm::Expected<FormatAdvice> advice =
      job.session.adviseFormat(job.line.advised);
  if (!advice)
    return advice.takeError();
  const std::string &place = job.line.json;
  std::string json =
      llvm::formatv("{0:2}\n", llvm::json::Value(toJson(*advice))).str();
  if (place == "-")
    llvm::outs() << json;
  else
    printAdvice(*advice, llvm::outs(), advice->advice.estimates.size());
  if (place.empty() || place == "-")
    return Right;
  OutputFiles files;
  if (llvm::Error error = files.add(place, [&](const std::string &path) {
        return writeText(path, json);
      }))
    return error;
  if (llvm::Error error = files.commit())
    return error;
  return Right;
}

/// Does what the command line asks for.
static llvm::Expected<Status> dispatch(Job &job) {
  if (job.line.help) {
    printHelp(llvm::outs());
    return Right;
  }
  if (job.line.version) {
    llvm::outs() << "sparse-run " SPINDLE_VERSION ", LLVM " LLVM_VERSION_STRING
                    "\n";
    return Right;
  }
  if (job.line.completion) {
    printBashCompletion(llvm::outs());
    return Right;
  }
  if (job.line.list) {
    llvm::Error error = listPrograms(llvm::outs());
    return error ? llvm::Expected<Status>(std::move(error)) : Right;
  }
  if (!job.line.save.empty() && job.line.entry.empty())
    if (auto names = listFunctions(job.session.getOptions()); names.size() > 1)
      return saveAll(job, names);
  if (llvm::Error error = job.session.open())
    return error;
  if (!job.line.advised.empty())
    return printFormats(job);
  if (llvm::Error error = job.session.chooseFormats())
    return error;
  if (!job.line.measured.empty()) {
    llvm::Error error = tellStorageSizes(job, llvm::outs());
    return error ? llvm::Expected<Status>(std::move(error)) : Right;
  }
  if (!job.line.save.empty())
    return save(job);
  if (isOnlyExplained(job))
    return explainOnly(job);
  if (job.line.emit || job.line.printSchedule)
    return printText(job);
  return runProgram(job);
}

/// Reads the command line and does what it asks for. Gives the exit status.
static llvm::Expected<int> runTool(llvm::ArrayRef<const char *> arguments) {
  llvm::Expected<CommandLine> line = parseCommandLine(arguments);
  if (!line)
    return line.takeError();
  setColors(line->color);
  if (!line->batch.empty())
    return runBatch(line->batch, runToEnd);
  Job job(std::move(*line));
  llvm::Expected<Status> status = dispatch(job);
  llvm::outs().flush();
  if (!status)
    return status.takeError();
  if (!llvm::outs().has_error())
    return *status;
  std::string text = llvm::StringRef(llvm::outs().error().message()).lower();
  llvm::outs().clear_error();
  return failExpected("a writable standard output", text);
}

static int runToEnd(llvm::ArrayRef<const char *> arguments) {
  setColors(ColorMode::Auto);
  llvm::Expected<int> status = runTool(arguments);
  if (!status)
    printError(toString(status.takeError()));
  // Without a standard error there is nobody to tell of it.
  llvm::errs().clear_error();
  return status ? *status : BadInput;
}

int main(int argc, char **argv) {
  handleSignals();
  return runToEnd(llvm::ArrayRef<const char *>(argv + (argc > 0), argv + argc));
}
