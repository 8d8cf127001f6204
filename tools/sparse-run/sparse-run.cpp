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

#include "Draw.h"
#include "Dump.h"
#include "Failure.h"
#include "Help.h"
#include "OutputFiles.h"
#include "Report.h"
#include "Returned.h"
#include "ShippedPrograms.h"
#include "Signals.h"
#include "Stages.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace spindle;
using namespace spindle::run;

namespace {

/// The exit statuses.
enum Status : int { Right = 0, WrongNumbers = 1, BadInput = 2 };

/// A run, from its command line to its end.
struct Session {
  CommandLine line;
  std::unique_ptr<mlir::MLIRContext> context;
  Program program;
  llvm::SmallVector<Binding> bindings;
  std::vector<Operand> operands;
  std::optional<execution::Kernel> kernel;
  mlir::ArrayAttr signature;
  std::optional<Reference> reference;
  Report report;
};

} // namespace

/// More body runs than this are interpreted only where --check=force asks.
static constexpr int64_t mostCheckedRuns = 1000000000;

/// Seconds since `start`.
static double secondsSince(std::chrono::steady_clock::time_point start) {
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

/// Loads the program.
static llvm::Error openProgram(Session &session) {
  session.context = createContext();
  auto program = loadProgram(*session.context, session.line);
  if (!program)
    return program.takeError();
  session.program = std::move(*program);
  return llvm::Error::success();
}

/// Gets the operands ready, and checks the paths of the outputs.
static llvm::Error openOperands(Session &session) {
  auto bindings = bindOperands(session.program, session.line);
  if (!bindings)
    return bindings.takeError();
  session.bindings = std::move(*bindings);
  if (llvm::Error error = checkOutputPaths(session.bindings, session.line))
    return error;
  auto operands =
      loadOperands(session.bindings, session.line, session.report.loadTimes);
  if (!operands)
    return operands.takeError();
  session.operands = std::move(*operands);
  return llvm::Error::success();
}

/// Counts the body runs and the operations in them, where that is asked for.
static llvm::Error count(Session &session) {
  bool checks = session.line.check != CheckMode::Off;
  session.report.bodyFlops = countBodyFlops(session.program.entry);
  bool counts = session.line.benchRuns != 0 && session.report.bodyFlops;
  if (!checks && !counts)
    return llvm::Error::success();
  DiagnosticKeeper diagnostics(session.context.get());
  auto runs = interpreter::countBodyRuns(session.program.entry,
                                         getArguments(session.operands));
  if (!runs)
    return runs.takeError();
  session.report.bodyRuns = *runs;
  if (*runs > mostCheckedRuns && session.line.check == CheckMode::On)
    return fail("expected at most " + llvm::Twine(mostCheckedRuns) +
                " body runs to check but got " + llvm::Twine(*runs) +
                "; --check=force checks them all the same");
  return llvm::Error::success();
}

/// Compiles the program. A copy of it is lowered: the program is interpreted
/// later.
static llvm::Error compile(Session &session) {
  mlir::OwningOpRef<mlir::ModuleOp> module = session.program.module->clone();
  llvm::StringRef entry = session.program.entry.getName();
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error =
          lower(*module, StopAt::LLVM, getChoices(session.line)))
    return error;
  session.report.lowerSeconds = secondsSince(start);
  DiagnosticKeeper diagnostics(session.context.get());
  auto signature = execution::getSignature(*module, entry,
                                           getViews(session.operands).size());
  if (!signature)
    return signature.takeError();
  session.signature = *signature;
  if (!execution::getResults(*module, entry).empty() &&
      session.line.benchRuns != 0)
    return failExpected("--bench of a program that returns nothing",
                        "one that returns tensors");
  auto kernel = execution::Kernel::compile(*module, entry, session.line.cpu);
  if (!kernel)
    return kernel.takeError();
  session.report.llvmSeconds = kernel->getCompileSeconds();
  session.kernel.emplace(std::move(*kernel));
  return llvm::Error::success();
}

/// Interprets the program, where that is asked for. It comes before the kernel
/// runs, because it survives what is undefined and reports it.
static llvm::Error interpretOnce(Session &session) {
  if (session.line.check == CheckMode::Off)
    return llvm::Error::success();
  auto reference = interpretCopies(session.program.entry, session.operands,
                                   *session.report.bodyRuns);
  if (!reference)
    return reference.takeError();
  session.reference = std::move(*reference);
  return llvm::Error::success();
}

/// Runs the kernel once on `operands`. Ends the process where it faults.
static llvm::Error runKernel(Session &session,
                             llvm::MutableArrayRef<Operand> operands) {
  auto arguments =
      execution::ArgumentList::create(session.signature, getViews(operands));
  if (!arguments)
    return arguments.takeError();
  FaultScope faults;
  if (operands.empty() || !operands.back().spec->isResult) {
    session.kernel->run(*arguments);
    return llvm::Error::success();
  }
  auto returned = session.kernel->runForTensors(*arguments);
  return returned ? setReturned(operands, std::move(*returned))
                  : returned.takeError();
}

/// Finds what the kernel has not written. Where elements look so, a second run
/// tells: they stay what they were before it too.
static llvm::Error checkWritten(Session &session) {
  if (!mayBeUnwritten(session.operands))
    return llvm::Error::success();
  auto others = clonePoisoned(session.operands);
  if (!others)
    return others.takeError();
  if (llvm::Error error = runKernel(session, *others))
    return error;
  session.report.wrong = findUnwritten(session.operands, *others);
  return llvm::Error::success();
}

/// Runs the kernel once, and checks what it wrote.
static llvm::Error runOnce(Session &session) {
  if (llvm::Error error = runKernel(session, session.operands))
    return error;
  if (llvm::Error error = checkWritten(session))
    return error;
  if (!session.reference)
    return llvm::Error::success();
  auto checked = compareResults(session.program.entry, *session.reference,
                                session.operands, *session.report.bodyRuns);
  if (!checked)
    return checked.takeError();
  if (session.report.wrong.empty())
    session.report.wrong = checked->wrong;
  session.report.check = std::move(*checked);
  return llvm::Error::success();
}

/// Times the kernel, where that is asked for.
static llvm::Error measure(Session &session) {
  if (session.line.benchRuns == 0)
    return llvm::Error::success();
  FaultScope faults;
  auto measured = bench(*session.kernel, session.signature, session.operands,
                        session.line.benchRuns);
  if (!measured)
    return measured.takeError();
  session.report.bench = *measured;
  return llvm::Error::success();
}

/// The operand called `name`.
static const Operand &getOperand(const Session &session, llvm::StringRef name) {
  return *llvm::find_if(session.operands, [&](const Operand &operand) {
    return operand.spec->name == name;
  });
}

/// Checks that the operands that are to be drawn can be.
static llvm::Error checkDrawings(Session &session) {
  for (const Assignment &drawing : session.line.drawings)
    if (llvm::Error error = checkDrawable(getOperand(session, drawing.name)))
      return error;
  return llvm::Error::success();
}

/// Writes the pictures of the operands, as the program leaves them.
static llvm::Error writeDrawings(Session &session, OutputFiles &files) {
  for (const Assignment &drawing : session.line.drawings) {
    auto picture = drawStorage(getOperand(session, drawing.name));
    if (!picture)
      return picture.takeError();
    auto write = [&](const std::string &path) {
      return writeText(path, *picture);
    };
    if (llvm::Error error = files.add(drawing.text, write))
      return error;
  }
  return llvm::Error::success();
}

/// Writes the operands (unless they are wrong), the pictures and the report.
static llvm::Error writeFiles(Session &session) {
  OutputFiles files;
  for (auto [binding, operand] :
       llvm::zip_equal(session.bindings, session.operands)) {
    if (binding.output.empty() || !session.report.wrong.empty())
      continue;
    auto write = [&, &operand = operand](const std::string &path) {
      return writeOperand(operand, path);
    };
    if (llvm::Error error = files.add(binding.output, write))
      return error;
  }
  if (llvm::Error error = writeDrawings(session, files))
    return error;
  if (!session.line.json.empty() && session.line.json != "-") {
    auto write = [&](const std::string &path) {
      return writeText(path, formatJson(session.report));
    };
    if (llvm::Error error = files.add(session.line.json, write))
      return error;
  }
  return files.commit();
}

/// Prints the storage of the operands that the user asked for, as the program
/// leaves them.
static void dump(const Session &session, llvm::raw_ostream &stream) {
  for (const Operand &operand : session.operands)
    if (llvm::is_contained(session.line.dumps, operand.spec->name))
      dumpStorage(operand, stream);
}

/// Runs the program and tells the outcome.
static llvm::Expected<Status> runProgram(Session &session) {
  for (auto *step : {openOperands, checkDrawings, count, compile, interpretOnce,
                     runOnce, measure})
    if (llvm::Error error = step(session))
      return error;
  Report &report = session.report;
  report.program = &session.program;
  report.bindings = session.bindings;
  report.operands = session.operands;
  report.host = execution::describeHost(session.line.cpu);
  if (llvm::Error error = writeFiles(session))
    return error;
  bool jsonToStdout = session.line.json == "-";
  llvm::raw_ostream &stream = jsonToStdout ? llvm::errs() : llvm::outs();
  dump(session, stream);
  printReport(report, stream);
  if (jsonToStdout)
    llvm::outs() << formatJson(report);
  if (report.wrong.empty())
    return Right;
  llvm::outs().flush();
  llvm::errs() << "error: " << report.wrong << "\n";
  return WrongNumbers;
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
  if (!session.line.emit)
    return runProgram(session);
  if (llvm::Error error = checkNames(session.program, session.line))
    return error;
  llvm::Expected<std::string> text =
      emit(session.program, *session.line.emit, session.line);
  if (!text)
    return text.takeError();
  llvm::outs() << *text;
  return Right;
}

/// Reads the command line and does what it asks for.
static llvm::Expected<Status> runTool(llvm::ArrayRef<const char *> arguments) {
  llvm::Expected<CommandLine> line = parseCommandLine(arguments);
  if (!line)
    return line.takeError();
  Session session;
  session.line = std::move(*line);
  llvm::Expected<Status> status = dispatch(session);
  llvm::outs().flush();
  if (!status || !llvm::outs().has_error())
    return status;
  std::string text = llvm::StringRef(llvm::outs().error().message()).lower();
  llvm::outs().clear_error();
  return failExpected("a writable standard output", text);
}

int main(int argc, char **argv) {
  handleSignals();
  llvm::Expected<Status> status =
      runTool(llvm::ArrayRef<const char *>(argv + (argc > 0), argv + argc));
  if (!status)
    llvm::errs() << "error: " << toString(status.takeError()) << "\n";
  // Without a standard error there is nobody to tell of it.
  llvm::errs().clear_error();
  return status ? *status : BadInput;
}
