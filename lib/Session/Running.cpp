//===- Running.cpp - runs of a session's kernel ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretModel.h"
#include "Returned.h"
#include "Rounding.h"
#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Session/Convert.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"

#include <chrono>

using namespace spindle;
using namespace spindle::session;

llvm::Error Session::countBodies(bool atOnce) {
  return doStep([&]() -> llvm::Error {
    using Clock = std::chrono::steady_clock;
    std::unique_ptr<Step> step = options.watcher.begin("counting body runs");
    DiagnosticKeeper diagnostics(context.get());
    auto end = Clock::now() + std::chrono::seconds(1);
    bool isLate = false;
    interpreter::Options counting;
    counting.isCancelled = [&] {
      isLate = atOnce && Clock::now() > end;
      return isLate || options.watcher.token.isCancelled();
    };
    auto counts = session::countBodies(program.entry, operands, counting);
    if (!counts && !isLate)
      return counts.takeError();
    if (!counts) {
      llvm::consumeError(counts.takeError());
      return llvm::Error::success();
    }
    measures.bodyRuns = counts->runs;
    measures.operations = counts->operations;
    measures.checkedRuns = counts->runs;
    mlir::func::FuncOp written = getWritten(program);
    if (atOnce || !isOnBuiltinTensors(written))
      return llvm::Error::success();
    auto runs = countModelRuns(written, operands, counting);
    if (!runs)
      return runs.takeError();
    measures.checkedRuns = *runs;
    return llvm::Error::success();
  });
}

llvm::Error Session::interpret() {
  return doStep([&]() -> llvm::Error {
    mlir::func::FuncOp written = getWritten(program);
    auto found = interpretCopies(
        written, operands, measures.checkedRuns.value_or(0), options.watcher);
    // What a format leaves out is no factor: it makes no NaN of an infinity.
    if (found && isOnBuiltinTensors(written) && mayLackProducts(found->results))
      found = interpretCopies(program.entry, operands,
                              measures.bodyRuns.value_or(0), options.watcher);
    if (!found)
      return found.takeError();
    reference = std::move(*found);
    return llvm::Error::success();
  });
}

/// Gives operands whose memory was given away memory of their own.
llvm::Error Session::renewTaken() {
  for (Operand &operand : operands) {
    if (!llvm::is_contained(taken, operand.spec->name) ||
        operand.spec->isResult)
      continue;
    auto values = clone(operand.values);
    if (!values)
      return fail(operand.spec->name + ": " + values.error().str());
    operand.values = std::move(*values);
  }
  taken.clear();
  return llvm::Error::success();
}

/// Runs the kernel on `arguments`, which are the operands or copies of them.
llvm::Error Session::runKernel(llvm::MutableArrayRef<Operand> arguments) {
  if (device)
    return runOnDevice(arguments);
  auto list = kernel->prepare(getViews(arguments));
  if (!list)
    return list.takeError();
  execution::ScopedThreads threads(measures.threads);
  std::unique_ptr<Step> step = options.watcher.begin("running");
  if (!returnsTensors(arguments))
    return kernel->kernel.run(*list);
  auto returned = kernel->kernel.runForTensors(*list);
  return returned ? setReturned(arguments, std::move(*returned))
                  : returned.takeError();
}

llvm::Error Session::run() {
  return doStep([&]() -> llvm::Error {
    if (!kernel || operands.size() != program.operands.size())
      return failExpected("a program that is bound and compiled",
                          kernel ? "one without operands" : "one that is not");
    if (llvm::Error error = renewTaken())
      return error;
    return runKernel(operands);
  });
}

llvm::Expected<std::string> Session::findUnwritten() {
  return doStepFor<std::string>([&]() -> llvm::Expected<std::string> {
    if (!mayBeUnwritten(operands))
      return "";
    auto others = clonePoisoned(operands);
    if (!others)
      return others.takeError();
    if (llvm::Error error = runKernel(*others))
      return std::move(error);
    return session::findUnwritten(operands, *others);
  });
}

llvm::Expected<CheckResult> Session::compare() {
  return doStepFor<CheckResult>([&]() -> llvm::Expected<CheckResult> {
    if (!reference)
      return failExpected("a program that is interpreted before it is compared",
                          "one that is not");
    std::unique_ptr<Step> step = options.watcher.begin("comparing");
    auto result =
        compareResults(program.entry, *reference, operands,
                       measures.bodyRuns.value_or(0), options.watcher);
    if (!result || program.wide.empty())
      return result;
    auto rounding = measureRounding(program, operands, lent, options);
    if (!rounding)
      return rounding.takeError();
    result->rounding = *rounding;
    return result;
  });
}

llvm::Expected<BenchResult> Session::measure(int64_t runs) {
  return doStepFor<BenchResult>([&] {
    if (device)
      return benchOnDevice(*device, *kernel, operands, runs, options.watcher);
    execution::ScopedThreads threads(measures.threads);
    return bench(*kernel, operands, runs, options.fixedStructures,
                 options.watcher);
  });
}

llvm::Expected<runtime::Storage> Session::takeResult(llvm::StringRef name) {
  return doStepFor<runtime::Storage>([&]() -> llvm::Expected<runtime::Storage> {
    auto spec = lookUp(name);
    if (!spec)
      return spec.takeError();
    if (!(*spec)->isWritten() || (*spec)->composite ||
        (*spec)->kind == OperandKind::Scalar || operands.empty())
      return ofOperand(failExpected("an operand in one part that the program "
                                    "has written",
                                    "'" + name + "'"),
                       name);
    if (!lent.operands.contains(name) && !llvm::is_contained(taken, name))
      taken.push_back(name.str());
    return getStorage(getOperand(name));
  });
}
