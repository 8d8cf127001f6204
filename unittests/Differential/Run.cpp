//===- Run.cpp - interprets and compiles a case ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "GuardedMemory.h"
#include "Workers.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Execution/Threads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace spindle::differential;
namespace execution = spindle::execution;
namespace interpreter = spindle::interpreter;
namespace iter = spindle::iter;

bool Run::fail(const std::string &way, const std::string &category,
               const std::string &fault) {
  verdict.fault = way + ": " + fault + "\n" + diagnostics;
  verdict.kind = way + ": " + category;
  return false;
}

/// The operation that an error of the interpreter names, quoted.
static std::string getCulprit(const std::string &error) {
  size_t first = error.find('\''), last = error.find('\'', first + 1);
  return last == std::string::npos ? "" : error.substr(first, last - first + 1);
}

/// Whether data may decide which nests run: these are not counted exactly.
static bool hasNestInBranch(ModuleOp module) {
  auto result = module.walk([](iter::NestOp nest) {
    return nest->getParentOfType<scf::IfOp>() ? WalkResult::interrupt()
                                              : WalkResult::advance();
  });
  return result.wasInterrupted();
}

bool Run::interpretOriginal(ModuleOp module) {
  begin("original, interpreter");
  expected = program.arguments;
  auto count = interpreter::countBodyRuns(getFunction(module),
                                          viewArguments(&context, expected));
  if (!count)
    return fail("count", "error", llvm::toString(count.takeError()));
  interpreter::Options options;
  options.progress = [&](int64_t done) { verdict.bodyRuns = done; };
  std::string error = llvm::toString(interpreter::run(
      getFunction(module), viewArguments(&context, expected), options));
  if (!error.empty())
    return fail("original", "error " + getCulprit(error), error);
  verdict.changes =
      !compareArguments(expected, program.arguments, Equality::Exact).empty();
  if (*count != verdict.bodyRuns && !hasNestInBranch(module))
    return fail("count", "differs",
                "expected " + std::to_string(*count) +
                    " runs of bodies but got " +
                    std::to_string(verdict.bodyRuns));
  for (const auto &[index, bytes] : program.expected) {
    CaseArgument known = expected[index];
    getMemory(known).bytes = bytes;
    std::string fault =
        compareArguments({expected[index]}, {known}, Equality::Exact);
    if (!fault.empty())
      return fail("known", "differs", fault);
  }
  return true;
}

/// Some number for each value that no one may look at, which the interpreter
/// does not know.
static void replacePoison(ModuleOp module) {
  module.walk([](ub::PoisonOp op) {
    OpBuilder builder(op);
    Type type = op.getType();
    TypedAttr number;
    if (type.isIntOrIndex())
      number = builder.getIntegerAttr(type, -71);
    else if (isa<FloatType>(type))
      number = builder.getFloatAttr(type, 71.0);
    Value value;
    if (number)
      value = arith::ConstantOp::create(builder, op.getLoc(), number);
    else if (auto complex = dyn_cast<ComplexType>(type))
      value = complex::ConstantOp::create(
          builder, op.getLoc(), type,
          builder.getArrayAttr(SmallVector<Attribute>(
              2, builder.getFloatAttr(complex.getElementType(), 71.0))));
    if (!value)
      return;
    op.replaceAllUsesWith(value);
    op.erase();
  });
}

bool Run::interpret(const std::string &way, ModuleOp lowered) {
  begin(way + ", interpreter");
  OwningOpRef<ModuleOp> copy(lowered.clone());
  ModuleOp module = *copy;
  replacePoison(module);
  Arguments arguments = expandArguments(module, program.arguments);
  std::string error = llvm::toString(interpreter::run(
      getFunction(module), viewArguments(&context, arguments)));
  if (!error.empty())
    return fail(way, "error " + getCulprit(error), error);
  std::string fault = compareArguments(arguments, expected, equality);
  return fault.empty() || fail(way, "differs", fault);
}

std::optional<execution::Kernel>
Run::compile(const std::string &way, ModuleOp module,
             const spindle::LoweringChoices &choices) {
  begin(way);
  PassManager pm(&context);
  spindle::buildLoopsToLLVM(pm, choices);
  if (failed(pm.run(module))) {
    fail(way, "passes", "expected the passes to LLVM to succeed");
    return std::nullopt;
  }
  auto kernel = execution::Kernel::compile(module, "f");
  if (kernel)
    return std::move(*kernel);
  fail(way, "compiler", llvm::toString(kernel.takeError()));
  return std::nullopt;
}

bool Run::execute(const std::string &way, ModuleOp module, bool parallel) {
  Arguments before = expandArguments(module, program.arguments);
  // By turns for any processor, and for what this one has.
  spindle::LoweringChoices choices;
  choices.parallel = parallel;
  if (program.seed % 3 == 0)
    choices.target.smallFloats =
        llvm::cantFail(describeProcessor(kNative)).smallFloats;
  auto kernel = compile(way, module, choices);
  if (!kernel)
    return false;
  verdict.compiled = true;
  size_t counts = parallel ? std::size(kThreads) : 1;
  for (int threads : llvm::ArrayRef(kThreads).take_front(counts)) {
    Arguments arguments = before;
    execution::ArgumentList list = listArguments(arguments);
    execution::setThreads(threads);
    llvm::cantFail(kernel->run(list));
    std::string fault = compareArguments(arguments, expected, equality);
    if (!fault.empty())
      return fail(way, "differs",
                  "on " + std::to_string(threads) + " threads: " + fault);
  }
  return true;
}

void Run::runGuarded(const std::string &way, const execution::Kernel &kernel,
                     Arguments &arguments) const {
  begin(way);
  GuardedMemory memory(arguments, /*before=*/program.seed % 4 == 0);
  execution::ArgumentList list = memory.list();
  llvm::cantFail(kernel.run(list));
  memory.copyTo(arguments);
}

bool Run::apply(const std::string &way, ModuleOp module,
                const std::vector<Step> &steps) {
  for (const Step &step : steps) {
    if (step.suits && !step.suits(module))
      continue;
    begin(way + ", " + step.name);
    PassManager pm(&context);
    step.add(pm);
    if (failed(pm.run(module)))
      return fail(way, "pass " + step.name,
                  "expected " + step.name + " to succeed after " +
                      describe(steps));
  }
  return true;
}
