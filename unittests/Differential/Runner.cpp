//===- Runner.cpp - runs a program in every way ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "Backwards.h"
#include "ScheduledRun.h"
#include "ShortMemory.h"
#include "Workers.h"

#include "Spindle/Runtime/Check/Checks.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using spindle::StopAt;
using namespace spindle::differential;

namespace {
/// The ways to run a case.
struct Ways : Run {
  bool compile;
  /// Whether cells may be padding by their bits, and all numbers are finite.
  bool hasPadding = false, finite = false;

  /// Runs it in all ways, up to the first failure.
  void run(ModuleOp original);

private:
  bool readAgain(ModuleOp module);
  spindle::LoweringChoices choosePadding();
  bool lowerByPipeline(ModuleOp original);
  bool lowerBackwards(ModuleOp original);
  bool lowerByPlan(ModuleOp original);
  bool lowerWithChecks(ModuleOp original);
  bool lowerForWorkers(ModuleOp original);
  std::string findStep(ModuleOp original, const PassPlan &plan);
};
} // namespace

bool Ways::readAgain(ModuleOp module) {
  std::string text, again;
  llvm::raw_string_ostream(text) << module;
  auto copy = parseSourceString<ModuleOp>(text, &context);
  if (!copy)
    return fail("printed", "parser", text);
  llvm::raw_string_ostream(again) << *copy;
  return text == again || fail("printed", "differs", text + again);
}

/// Where zeros times numbers that are not finite would show, nothing is
/// absorbed.
spindle::LoweringChoices Ways::choosePadding() {
  spindle::LoweringChoices choices;
  choices.strict = hasPadding && !finite;
  equality =
      hasPadding && finite ? Equality::UpToSignsOfZeros : Equality::Exact;
  return choices;
}

bool Ways::lowerByPipeline(ModuleOp original) {
  spindle::LoweringChoices choices = choosePadding();
  static const std::pair<const char *, StopAt> stops[] = {
      {"cleaned up", StopAt::Coordinates},
      {"in position space", StopAt::Positions},
      {"as plain loops", StopAt::Loops}};
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
bool Ways::lowerBackwards(ModuleOp original) {
  spindle::LoweringChoices choices = choosePadding();
  OwningOpRef<ModuleOp> module(original.clone());
  begin("backwards, pipeline");
  PassManager pm(&context);
  spindle::buildLowering(pm, StopAt::Coordinates, choices);
  addParallelLoops(pm, choices.strict);
  if (failed(pm.run(*module)))
    return fail("backwards", "passes", "expected the pipeline to succeed");
  verdict.backwards = makeSerial(*module, /*isBackwards=*/true);
  return verdict.backwards == 0 || interpret("backwards", *module);
}

/// What the checks of compiled code found first.
static std::string reportedFault;

/// Compiled with checks, which have nothing to report: programs are defined.
bool Ways::lowerWithChecks(ModuleOp original) {
  OwningOpRef<ModuleOp> module(original.clone());
  spindle::LoweringChoices choices;
  choices.checkMode = true;
  equality = Equality::Exact;
  begin("with checks, pipeline");
  PassManager pm(&context);
  spindle::buildLowering(pm, StopAt::Loops, choices);
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
bool Ways::lowerForWorkers(ModuleOp original) {
  OwningOpRef<ModuleOp> module(original.clone());
  spindle::LoweringChoices choices = choosePadding();
  choices.parallel = true;
  begin("by workers, pipeline");
  PassManager pm(&context);
  spindle::buildLowering(pm, StopAt::Loops, choices);
  if (failed(pm.run(*module)))
    return fail("by workers", "passes", "expected the pipeline to succeed");
  verdict.shared = shareAnyWork(*module);
  return !verdict.shared || execute("by workers", *module, /*parallel=*/true);
}

/// The step after which the interpreter finds something else.
std::string Ways::findStep(ModuleOp original, const PassPlan &plan) {
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

bool Ways::lowerByPlan(ModuleOp original) {
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

void Ways::run(ModuleOp original) {
  if (!interpretOriginal(original) || !readAgain(original))
    return;
  hasPadding = program.text.find("axis.occupancy") != std::string::npos;
  finite = program.finite && areFinite(expected);
  if (!lowerByPipeline(original) || !lowerBackwards(original) ||
      !lowerByPlan(original) || !compile)
    return;
  if (program.seed % 8 == 0)
    lowerWithChecks(original);
  else if (program.seed % 16 == 4)
    lowerForWorkers(original);
  else
    runOnShortMemory(*this, original);
}

Verdict spindle::differential::runCase(MLIRContext &context,
                                       const Case &program, bool compile,
                                       const Begun &begun) {
  Ways ways{{context, program, begun, {}, {}, ""}, compile};
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    ways.diagnostics += diag.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(program.text, &context);
  if (!module)
    ways.fail("text", "parser", "");
  else if (program.schedule.empty())
    ways.run(*module);
  else
    runScheduled(ways, *module);
  return ways.verdict;
}

std::string spindle::differential::printAgain(MLIRContext &context,
                                              const std::string &text) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  std::string printed;
  if (module)
    llvm::raw_string_ostream(printed) << *module;
  return printed;
}
