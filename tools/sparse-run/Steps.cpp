//===- Steps.cpp - the steps of a run -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "Explain.h"
#include "Failure.h"
#include "OutputFiles.h"
#include "Program.h"
#include "Progress.h"
#include "Returned.h"
#include "Scheduling.h"
#include "Signals.h"
#include "Specializing.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Transforms/Tensors/TensorOps.h"
#include "Stages.h"

#include <chrono>

using namespace spindle;
using namespace spindle::run;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Tensors in parts
//===----------------------------------------------------------------------===//

/// Whether the module of `schedule` has an operation that puts tensors in
/// parts.
static bool decomposes(const Schedule &schedule) {
  auto module = schedule.getEntry()->getParentOfType<ModuleOp>();
  return module
      .walk([](transform_ops::DecomposeOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}
/// Stores tensors of `program` in parts where its schedule does so: before any
/// operand is read, since it is read into what the program takes. Applied to
/// the program then, the schedule finds it done. Errors: those of the schedule,
/// and those of `setEntry`.
static llvm::Error decompose(Program &program, const CommandLine &line) {
  if (!program.schedule || !decomposes(*program.schedule))
    return llvm::Error::success();
  DiagnosticKeeper diagnostics(program.module->getContext());
  OwningOpRef<ModuleOp> module = program.module->clone();
  if (failed(applySchedule(*module, *program.schedule,
                           getChoices(program, line), ProgramStage::Tensors)))
    return diagnostics.takeError("expected a schedule that can be applied but "
                                 "it failed");
  // What is left of the schedule is applied when the program is compiled.
  (*module)->removeAttr(iter::IterDialect::kScheduleAttr);
  auto entry = module->lookupSymbol<func::FuncOp>(program.entryName);
  program.module = std::move(module);
  return setEntry(program, entry);
}

/// More body runs than this are interpreted only where --check=force asks.
static constexpr int64_t mostCheckedRuns = 1000000000;

/// Seconds since `start`.
static double secondsSince(std::chrono::steady_clock::time_point start) {
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

llvm::Error run::openProgram(Session &session) {
  session.context = createContext();
  auto program = loadProgram(*session.context, session.line);
  if (!program)
    return program.takeError();
  session.program = std::move(*program);
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = openSchedule(session.program, session.line))
    return error;
  llvm::Error error = decompose(session.program, session.line);
  session.report.lowerSeconds = secondsSince(start);
  return error;
}

/// Reads, or makes, what is bound.
static llvm::Error loadBound(Session &session) {
  auto operands =
      loadOperands(session.bindings, session.line, session.report.loadTimes);
  if (!operands)
    return operands.takeError();
  session.operands = std::move(*operands);
  return llvm::Error::success();
}

llvm::Error run::openOperands(Session &session) {
  auto bindings = bindOperands(session.program, session.line);
  if (!bindings)
    return bindings.takeError();
  session.bindings = std::move(*bindings);
  if (llvm::Error error = checkOutputPaths(session.bindings, session.line))
    return error;
  return loadBound(session);
}

llvm::Error run::openSamples(Session &session) {
  if (session.line.schedule != kAuto && session.line.storages.empty())
    return checkNames(session.program, session.line);
  auto bindings = bindGivenOperands(session.program, session.line);
  if (!bindings)
    return bindings.takeError();
  session.bindings = std::move(*bindings);
  return loadBound(session);
}

llvm::Error run::choose(Session &session) {
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error =
          chooseSizes(session.program, session.operands, session.line))
    return error;
  llvm::Error error =
      chooseSchedule(session.program, session.operands, session.line);
  session.report.lowerSeconds += secondsSince(start);
  return error;
}

llvm::Error run::countBodies(Session &session) {
  bool checks = session.line.check != CheckMode::Off;
  bool times = session.line.benchRuns != 0;
  if (!checks && !times)
    return llvm::Error::success();
  Progress progress("counting body runs");
  DiagnosticKeeper diagnostics(session.context.get());
  auto arguments = getArguments(session.program.entry, session.operands);
  if (times) {
    auto counts = countFlops(session.program.entry, arguments);
    if (!counts)
      return counts.takeError();
    if (*counts) {
      session.report.bodyRuns = (*counts)->runs;
      session.report.flops = (*counts)->flops;
    }
  }
  if (checks && !session.report.bodyRuns) {
    auto runs = interpreter::countBodyRuns(session.program.entry, arguments);
    if (!runs)
      return runs.takeError();
    session.report.bodyRuns = *runs;
  }
  if (!checks)
    return llvm::Error::success();
  int64_t runs = *session.report.bodyRuns;
  if (runs > mostCheckedRuns && session.line.check == CheckMode::On)
    return fail("expected at most " + llvm::Twine(mostCheckedRuns) +
                " body runs to check but got " + llvm::Twine(runs) +
                "; --check=force checks them all the same");
  return llvm::Error::success();
}

llvm::Error run::compile(Session &session) {
  mlir::OwningOpRef<mlir::ModuleOp> module = session.program.module->clone();
  llvm::StringRef entry = session.program.entry.getName();
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = lowerToLLVM(*module, session.program, session.line))
    return error;
  session.report.lowerSeconds += secondsSince(start);
  DiagnosticKeeper diagnostics(session.context.get());
  auto signature = execution::getSignature(*module, entry,
                                           getViews(session.operands).size());
  if (!signature)
    return signature.takeError();
  session.signature = *signature;
  Progress progress("compiling");
  execution::Observers observers{session.line.debugInfo, session.line.jitdump};
  auto kernel =
      execution::Kernel::compile(*module, entry, session.line.cpu, observers);
  if (!kernel)
    return kernel.takeError();
  session.report.optLevel = observers.getOptLevel();
  session.report.llvmSeconds = kernel->getCompileSeconds();
  session.kernel.emplace(std::move(*kernel));
  session.report.threads = countThreads(session.line);
  if (session.report.threads > 1)
    execution::setThreads(session.report.threads);
  return llvm::Error::success();
}

llvm::Error run::explainProgram(Session &session) {
  if (!session.line.explain)
    return llvm::Error::success();
  Progress progress("explaining");
  auto explanation = explain(session.program, session.line);
  if (!explanation)
    return explanation.takeError();
  session.report.explanation = std::move(*explanation);
  return llvm::Error::success();
}

llvm::Error run::interpretOnce(Session &session) {
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
  if (llvm::Error error = session.kernel->check(*arguments))
    return error;
  FaultScope faults;
  Progress progress("running");
  if (!returnsTensors(operands)) {
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

llvm::Error run::runOnce(Session &session) {
  if (llvm::Error error = runKernel(session, session.operands))
    return error;
  if (llvm::Error error = checkWritten(session))
    return error;
  if (!session.reference)
    return llvm::Error::success();
  Progress progress("comparing");
  auto checked = compareResults(session.program.entry, *session.reference,
                                session.operands, *session.report.bodyRuns);
  if (!checked)
    return checked.takeError();
  if (session.report.wrong.empty())
    session.report.wrong = checked->wrong;
  session.report.check = std::move(*checked);
  return llvm::Error::success();
}

llvm::Error run::measure(Session &session) {
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

const Operand &run::getOperand(const Session &session, llvm::StringRef name) {
  return *llvm::find_if(session.operands, [&](const Operand &operand) {
    return operand.spec->name == name;
  });
}
