//===- Explanation.cpp - what was compiled, for people --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation.h"

#include "Colors.h"
#include "Spindle/Session/PrintNumber.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::run;
using llvm::formatv;

/// Prints how the operands are stored.
static void printOperands(llvm::ArrayRef<OperandSize> operands,
                          llvm::raw_ostream &stream) {
  stream << paint("storage", Paint::Head) << "\n";
  for (const OperandSize &operand : operands) {
    stream << "  " << operand.description;
    if (operand.valueBytes)
      stream << formatv(": {0} of structure, {1} of values, {2:f1} % padding",
                        formatBytes(*operand.structureBytes),
                        formatBytes(*operand.valueBytes),
                        100 * *operand.padding);
    stream << "\n";
  }
}

/// Prints one loop under those around it.
static void printLoop(const LoopInfo &loop, llvm::raw_ostream &stream) {
  stream.indent(4 + 2 * loop.depth) << formatv(
      "{0}: {1} ({2}, {3})", loop.getDims(), loop.range, loop.axis, loop.kind);
  if (loop.refusal && loop.refusal->empty())
    stream << "; may run in parallel";
  else if (loop.refusal)
    stream << "; stays serial, since " << *loop.refusal;
  stream << "\n";
}

/// Prints the loops, nest by nest.
static void printLoops(llvm::ArrayRef<LoopInfo> loops,
                       llvm::raw_ostream &stream) {
  stream << paint("loops", Paint::Head)
         << " (more than one of --threads runs an outermost one in parallel)\n";
  const std::string *nest = nullptr;
  for (const LoopInfo &loop : loops) {
    if (!nest || (loop.depth == 0 && loop.nest != *nest))
      stream << "  nest " << loop.nest << "\n";
    nest = &loop.nest;
    printLoop(loop, stream);
  }
  if (loops.empty())
    stream << "  none\n";
}

/// Prints the steps of schedules that have left the program as it was.
static void printIdleSteps(llvm::ArrayRef<ScheduleStep> steps,
                           llvm::raw_ostream &stream) {
  size_t idle = llvm::count_if(
      steps, [](const ScheduleStep &step) { return !step.hasChanged; });
  if (steps.empty())
    return;
  stream << paint("steps", Paint::Head)
         << formatv(": {0} of {1} left everything as it was\n", idle,
                    steps.size());
  for (const ScheduleStep &step : steps) {
    if (step.hasChanged)
      continue;
    stream << "  " << step.name << " in @" << step.sequence;
    if (!step.file.empty())
      stream << " (" << step.file << ":" << step.line << ")";
    stream << "\n";
  }
}

/// Prints which widths a weight has, against what.
static void printWidths(const plans::WidthChoice &choice,
                        llvm::raw_ostream &stream) {
  auto getTypes = [](const plans::Way &way) {
    return llvm::join(way.types, " and ");
  };
  stream << formatv("  {0}: stored as {1}, since {2}\n", choice.weight,
                    getTypes(choice.ways[choice.choice]), choice.reason);
  for (const plans::Way &way : choice.ways) {
    double rounding = way.roundsInputs ? choice.roundingSeconds : 0;
    stream << formatv("    {0,10:f1} us  {1}",
                      1e6 * (way.getSeconds() + rounding), getTypes(way));
    if (way.roundsInputs)
      stream << formatv(", {0:f1} of them to round inputs", 1e6 * rounding);
    stream << "\n";
  }
}

/// Prints how the products of a model are computed, against what.
static void printPlan(const plans::Plan &plan, llvm::raw_ostream &stream) {
  stream << paint("plan", Paint::Head)
         << formatv(": products of {0:f1} us, weights of {1}",
                    1e6 * plan.getSeconds(), formatBytes(plan.getBytes()));
  if (plan.removed.arguments > 0)
    stream << formatv("; {0} arguments have {1} of {2} elements left",
                      plan.removed.arguments, plan.removed.elementsAfter,
                      plan.removed.elementsBefore);
  stream << "\n";
  for (const plans::WidthChoice &choice : plan.widths)
    printWidths(choice, stream);
  for (const plans::ProductPlan &product : plan.products) {
    stream << formatv("  {0}, {1} x {2}, {3} elements, {4} columns: {5}, "
                      "since {6}\n",
                      product.weight, product.outputs, product.inputs,
                      product.elements, product.columns,
                      product.getChoice().format, product.reason);
    for (const plans::Candidate &candidate : product.candidates) {
      stream << formatv("    {0,10:f1} us", 1e6 * candidate.seconds);
      if (candidate.measured)
        stream << formatv(", {0:f1} measured", 1e6 * *candidate.measured);
      stream << "  " << candidate.format << "\n";
    }
  }
}

void run::printExplanation(const Explanation &explanation,
                           llvm::raw_ostream &stream) {
  if (explanation.plan)
    printPlan(*explanation.plan, stream);
  printOperands(explanation.operands, stream);
  stream << paint("stages", Paint::Head) << ", with their operations:";
  for (const StageSize &stage : explanation.stages)
    stream << " " << stage.name << " " << stage.operations
           << (&stage == &explanation.stages.back() ? "\n" : ",");
  printLoops(explanation.loops, stream);
  printIdleSteps(explanation.steps, stream);
  if (!explanation.code)
    return;
  const MachineCode &code = *explanation.code;
  stream << paint("code", Paint::Head)
         << formatv(": {0} instructions, {1} bytes", code.instructions,
                    code.bytes);
  for (auto [width, count] : code.widths)
    stream << formatv(", {0} on {1} bits", count, width);
  stream << "\n";
}
