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

#include "Advise.h"
#include "Batch.h"
#include "Colors.h"
#include "Drawings.h"
#include "Failure.h"
#include "Help.h"
#include "Outcome.h"
#include "Save.h"
#include "SaveStorage.h"
#include "Scheduling.h"
#include "Signals.h"
#include "Stages.h"
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

/// Sets what every report tells.
static void beginReport(Session &session) {
  session.report.program = &session.program;
  session.report.host = describeHost(session.line.cpu);
  session.report.bindings = session.bindings;
  session.report.operands = session.operands;
}

/// Completes the report, writes the files and tells the outcome.
static llvm::Expected<Status> endRun(Session &session) {
  Report &report = session.report;
  beginReport(session);
  if (report.explanation)
    report.explanation->operands =
        measureOperands(session.program, session.operands);
  if (llvm::Error error = writeFiles(session))
    return error;
  tellOutcome(session);
  return report.wrong.empty() ? Right : WrongNumbers;
}

/// Runs the program and tells the outcome.
static llvm::Expected<Status> runProgram(Session &session) {
  for (auto *step : {openOperands, checkDrawings, choose, countBodies, compile,
                     explainProgram, interpretOnce, runOnce, measure})
    if (llvm::Error error = step(session))
      return error;
  return endRun(session);
}

/// Whether the program needs data, and the user gives none and asks for nothing
/// that takes a run.
static bool isOnlyExplained(const Session &session) {
  const CommandLine &line = session.line;
  return line.explain && line.binds.empty() && line.outputs.empty() &&
         line.drawings.empty() && line.patterns.empty() && line.dumps.empty() &&
         line.storages.empty() && line.check == CheckMode::Off &&
         line.benchRuns == 0 &&
         llvm::any_of(session.program.operands, [](const OperandSpec &spec) {
           return spec.needsSource() || spec.hasPattern();
         });
}

/// Explains the program without running it.
static llvm::Expected<Status> explainOnly(Session &session) {
  if (llvm::Error error = checkNames(session.program, session.line))
    return error;
  if (llvm::Error error = choose(session))
    return error;
  if (llvm::Error error = explainProgram(session))
    return error;
  session.report.hasRun = false;
  return endRun(session);
}

/// Prints the program at a stage, or its schedule, which may depend on data.
static llvm::Expected<Status> printText(Session &session) {
  if (llvm::Error error = openSamples(session))
    return error;
  if (llvm::Error error = choose(session))
    return error;
  llvm::Expected<std::string> text =
      session.line.emit
          ? emit(session.program, *session.line.emit, session.line)
          : printSchedule(session.program);
  if (!text)
    return text.takeError();
  llvm::outs() << *text;
  return Right;
}

/// Saves the program as a shared object, by a schedule that may depend on data,
/// with the storage of operands where that is asked for.
static llvm::Expected<Status> save(Session &session) {
  if (llvm::Error error = openSamples(session))
    return error;
  if (llvm::Error error = checkOutputPaths(session.bindings, session.line))
    return error;
  if (llvm::Error error = choose(session))
    return error;
  OutputFiles files;
  if (llvm::Error error = saveProgram(session.program, session.line, files))
    return error;
  if (llvm::Error error = saveStorages(session, files))
    return error;
  beginReport(session);
  if (llvm::Error error = saveReport(session, files))
    return error;
  if (llvm::Error error = files.commit())
    return error;
  if (session.line.json == "-")
    llvm::outs() << formatJson(session.report);
  return Right;
}

/// Prints which formats suit an operand.
static llvm::Expected<Status> printFormats(Session &session) {
  llvm::Expected<FormatAdvice> advice = adviseFormat(session);
  if (!advice)
    return advice.takeError();
  const std::string &place = session.line.json;
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
static llvm::Expected<Status> dispatch(Session &session) {
  if (session.line.help) {
    printHelp(llvm::outs());
    return Right;
  }
  if (session.line.version) {
    llvm::outs() << "sparse-run " SPINDLE_VERSION ", LLVM " LLVM_VERSION_STRING
                    "\n";
    return Right;
  }
  if (session.line.list) {
    llvm::Error error = listPrograms(llvm::outs());
    return error ? llvm::Expected<Status>(std::move(error)) : Right;
  }
  if (llvm::Error error = openProgram(session))
    return error;
  if (!session.line.advised.empty())
    return printFormats(session);
  if (llvm::Error error = chooseFormats(session))
    return error;
  if (!session.line.measured.empty()) {
    llvm::Error error = tellStorageSizes(session, llvm::outs());
    return error ? llvm::Expected<Status>(std::move(error)) : Right;
  }
  if (!session.line.save.empty())
    return save(session);
  if (isOnlyExplained(session))
    return explainOnly(session);
  if (session.line.emit || session.line.printSchedule)
    return printText(session);
  return runProgram(session);
}

/// Reads the command line and does what it asks for. Gives the exit status.
static llvm::Expected<int> runTool(llvm::ArrayRef<const char *> arguments) {
  llvm::Expected<CommandLine> line = parseCommandLine(arguments);
  if (!line)
    return line.takeError();
  setColors(line->color);
  if (!line->batch.empty())
    return runBatch(line->batch, runToEnd);
  Session session;
  session.line = std::move(*line);
  llvm::Expected<Status> status = dispatch(session);
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
