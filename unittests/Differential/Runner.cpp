//===- Runner.cpp - runs a program in every way ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"

#include "Arguments.h"
#include "Backwards.h"
#include "PassPlan.h"
#include "Workers.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Execution/Kernel.h"
#include "Spindle/InitAll.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Runtime/Checks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using spindle::StopAt;
using namespace spindle::differential;
namespace execution = spindle::execution;
namespace interpreter = spindle::interpreter;
namespace iter = spindle::iter;

void spindle::differential::prepareContext(MLIRContext &context) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  spindle::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.disableMultithreading();
}

using Begun = std::function<void(const std::string &)>;

namespace {
/// A case while it is run in every way.
struct Run {
  MLIRContext &context;
  const Case &program;
  bool compile;
  const Begun &begun;
  /// What the interpreter makes of the program as it is.
  Arguments expected;
  Verdict verdict;
  std::string diagnostics;
  /// Whether cells may be padding by their bits, and all numbers are finite.
  bool hasPadding = false, finite = false;
  Equality equality = Equality::Exact;

  void begin(const std::string &step) {
    if (begun)
      begun(step);
  }
  bool fail(const std::string &way, const std::string &category,
            const std::string &fault);
  bool interpretOriginal(ModuleOp module);
  bool interpret(const std::string &way, ModuleOp module);
  bool execute(const std::string &way, ModuleOp module, bool parallel = false);
  bool apply(const std::string &way, ModuleOp module,
             const std::vector<Step> &steps);
  spindle::LoweringChoices choosePadding();
  bool lowerByPipeline(ModuleOp original);
  bool lowerBackwards(ModuleOp original);
  bool lowerByPlan(ModuleOp original);
  bool lowerWithChecks(ModuleOp original);
  bool lowerForWorkers(ModuleOp original);
  std::string findStep(ModuleOp original, const PassPlan &plan);
  bool readAgain(ModuleOp module);
};
} // namespace

/// Records a failure; always false.
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

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Whether data may decide which nests run: these are not counted exactly.
static bool hasNestInBranch(ModuleOp module) {
  auto result = module.walk([](iter::NestOp nest) {
    return nest->getParentOfType<scf::IfOp>() ? WalkResult::interrupt()
                                              : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// The program as it is, whose outcome is the expected one.
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

/// Compiles the module, plain loops, and runs it.
bool Run::execute(const std::string &way, ModuleOp module, bool parallel) {
  Arguments arguments = expandArguments(module, program.arguments);
  begin(way);
  PassManager pm(&context);
  // By turns for any processor, and for what this one has.
  spindle::SmallFloats floats;
  if (program.seed % 3 == 0)
    floats = llvm::cantFail(execution::getSmallFloats(execution::kNative));
  spindle::buildLoopsToLLVM(pm, floats, parallel);
  if (failed(pm.run(module)))
    return fail(way, "passes", "expected the passes to LLVM to succeed");
  auto kernel = execution::Kernel::compile(module, "f");
  if (!kernel)
    return fail(way, "compiler", llvm::toString(kernel.takeError()));
  execution::ArgumentList list = listArguments(arguments);
  kernel->run(list);
  verdict.compiled = true;
  std::string fault = compareArguments(arguments, expected, equality);
  return fault.empty() || fail(way, "differs", fault);
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

bool Run::readAgain(ModuleOp module) {
  std::string text, again;
  llvm::raw_string_ostream(text) << module;
  auto copy = parseSourceString<ModuleOp>(text, &context);
  if (!copy)
    return fail("printed", "parser", text);
  llvm::raw_string_ostream(again) << *copy;
  return text == again || fail("printed", "differs", text + again);
}

/// Runs the steps one by one, each followed by the verifier.
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

/// Where zeros times numbers that are not finite would show, nothing is
/// absorbed.
spindle::LoweringChoices Run::choosePadding() {
  spindle::LoweringChoices choices;
  choices.strict = hasPadding && !finite;
  equality =
      hasPadding && finite ? Equality::UpToSignsOfZeros : Equality::Exact;
  return choices;
}

bool Run::lowerByPipeline(ModuleOp original) {
  spindle::LoweringChoices choices = choosePadding();
  static const std::pair<const char *, StopAt> stops[] = {
      {"cleaned up", StopAt::Iter},
      {"in position space", StopAt::SCF},
      {"as plain loops", StopAt::MemRef}};
  OwningOpRef<ModuleOp> module(original.clone());
  for (auto [way, stop] : stops) {
    begin(std::string(way) + ", pipeline");
    PassManager pm(&context);
    spindle::buildLowering(pm, stop, choices);
    if (failed(pm.run(*module)))
      return fail(way, "passes", "expected the pipeline to succeed");
    if (!interpret(way, *module))
      return false;
  }
  return !compile || execute("compiled", *module);
}

/// In position space, what is parallel in the opposite order.
bool Run::lowerBackwards(ModuleOp original) {
  spindle::LoweringChoices choices = choosePadding();
  OwningOpRef<ModuleOp> module(original.clone());
  begin("backwards, pipeline");
  PassManager pm(&context);
  spindle::buildLowering(pm, StopAt::Iter, choices);
  addParallelLoops(pm, choices.strict);
  if (failed(pm.run(*module)))
    return fail("backwards", "passes", "expected the pipeline to succeed");
  verdict.backwards = turnBackwards(*module);
  return verdict.backwards == 0 || interpret("backwards", *module);
}

/// What the checks of compiled code found first.
static std::string reportedFault;

/// Compiled with checks, which have nothing to report: programs are defined.
bool Run::lowerWithChecks(ModuleOp original) {
  OwningOpRef<ModuleOp> module(original.clone());
  spindle::LoweringChoices choices;
  choices.checkMode = true;
  equality = Equality::Exact;
  begin("with checks, pipeline");
  PassManager pm(&context);
  spindle::buildLowering(pm, StopAt::MemRef, choices);
  if (failed(pm.run(*module)))
    return fail("with checks", "passes", "expected the pipeline to succeed");
  reportedFault.clear();
  auto before = spindle::runtime::setCheckHandler([](const char *text) {
    reportedFault += reportedFault.empty() ? text : "";
  });
  bool agrees = execute("with checks", *module);
  spindle::runtime::setCheckHandler(before);
  return reportedFault.empty() ? agrees
                               : fail("with checks", "report", reportedFault);
}

/// Compiled for several threads, however little there is to do.
bool Run::lowerForWorkers(ModuleOp original) {
  constexpr int64_t workers = 3;
  OwningOpRef<ModuleOp> module(original.clone());
  spindle::LoweringChoices choices = choosePadding();
  choices.parallel = true;
  begin("by workers, pipeline");
  PassManager pm(&context);
  spindle::buildLowering(pm, StopAt::MemRef, choices);
  if (failed(pm.run(*module)))
    return fail("by workers", "passes", "expected the pipeline to succeed");
  verdict.shared = fixWorkers(*module, workers);
  return !verdict.shared || execute("by workers", *module, /*parallel=*/true);
}

/// The step after which the interpreter finds something else.
std::string Run::findStep(ModuleOp original, const PassPlan &plan) {
  OwningOpRef<ModuleOp> module(original.clone());
  Verdict before = verdict;
  std::string guilty = "compilation";
  for (const auto *steps : {&plan.coordinates, &plan.positions, &plan.loops})
    for (const Step &step : *steps)
      if (guilty == "compilation" &&
          (!apply("", *module, {step}) || !interpret("", *module)))
        guilty = step.name;
  verdict = before;
  return guilty;
}

bool Run::lowerByPlan(ModuleOp original) {
  bool strict = !hasPadding || !finite || program.seed % 2 == 0;
  equality = strict ? Equality::Exact : Equality::UpToSignsOfZeros;
  PassPlan plan = makePlan(program.seed, strict);
  OwningOpRef<ModuleOp> module(original.clone());
  bool agrees =
      apply("passes in coordinate space", *module, plan.coordinates) &&
      interpret("passes in coordinate space", *module) &&
      apply("passes in position space", *module, plan.positions) &&
      interpret("passes in position space", *module) &&
      apply("passes on loops", *module, plan.loops) &&
      interpret("passes on loops", *module) &&
      (!compile || execute("compiled after passes", *module));
  if (agrees)
    return true;
  std::string guilty = findStep(original, plan);
  verdict.kind += ", " + guilty;
  verdict.fault += "the first step at fault: " + guilty +
                   "\nthe plan: " + describe(plan.coordinates) + ", " +
                   describe(plan.positions) + ", " + describe(plan.loops) +
                   "\n";
  return false;
}

Verdict spindle::differential::runCase(MLIRContext &context,
                                       const Case &program, bool compile,
                                       const Begun &begun) {
  Run run{context, program, compile, begun, {}, {}, ""};
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    run.diagnostics += diag.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(program.text, &context);
  if (!module) {
    run.fail("text", "parser", "");
    return run.verdict;
  }
  if (!run.interpretOriginal(*module) || !run.readAgain(*module))
    return run.verdict;
  run.hasPadding = program.text.find("axis.occupancy") != std::string::npos;
  run.finite = program.finite && areFinite(run.expected);
  if (!run.lowerByPipeline(*module) || !run.lowerBackwards(*module))
    return run.verdict;
  if (!run.lowerByPlan(*module) || !compile)
    return run.verdict;
  if (program.seed % 8 == 0)
    run.lowerWithChecks(*module);
  else if (program.seed % 16 == 4)
    run.lowerForWorkers(*module);
  return run.verdict;
}

std::string spindle::differential::printAgain(MLIRContext &context,
                                              const std::string &text) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  std::string printed;
  if (module)
    llvm::raw_string_ostream(printed) << *module;
  return printed;
}
