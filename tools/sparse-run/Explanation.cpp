//===- Explanation.cpp - what was compiled, for people and programs -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation.h"

#include "Colors.h"
#include "Spindle/Session/PrintNumber.h"
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

void run::printExplanation(const Explanation &explanation,
                           llvm::raw_ostream &stream) {
  printOperands(explanation.operands, stream);
  stream << paint("stages", Paint::Head) << ", with their operations:";
  for (const StageSize &stage : explanation.stages)
    stream << " " << stage.name << " " << stage.operations
           << (&stage == &explanation.stages.back() ? "\n" : ",");
  printLoops(explanation.loops, stream);
  printIdleSteps(explanation.steps, stream);
  const MachineCode &code = explanation.code;
  stream << paint("code", Paint::Head)
         << formatv(": {0} instructions, {1} bytes", code.instructions,
                    code.bytes);
  for (auto [width, count] : code.widths)
    stream << formatv(", {0} on {1} bits", count, width);
  stream << "\n";
}

/// One loop as JSON; `parallel` is null for those that are not outermost.
static llvm::json::Object toJson(const LoopInfo &loop) {
  llvm::json::Object object{
      {"nest", loop.nest},   {"axis", loop.axis},   {"kind", loop.kind},
      {"range", loop.range}, {"depth", loop.depth}, {"parallel", nullptr},
      {"refusal", nullptr},
  };
  object["dims"] = llvm::json::Array(loop.dims);
  if (loop.refusal)
    object["parallel"] = loop.refusal->empty();
  if (loop.refusal && !loop.refusal->empty())
    object["refusal"] = *loop.refusal;
  return object;
}

/// A step of a schedule as JSON; `file` and `line` are null where unknown.
static llvm::json::Object toJson(const ScheduleStep &step) {
  llvm::json::Object object{{"name", step.name},
                            {"sequence", step.sequence},
                            {"file", nullptr},
                            {"line", nullptr},
                            {"changed", step.hasChanged}};
  if (step.file.empty())
    return object;
  object["file"] = llvm::json::fixUTF8(step.file);
  object["line"] = step.line;
  return object;
}

/// How an operand is stored, as JSON.
static llvm::json::Object toJson(const OperandSize &operand) {
  llvm::json::Object object{{"name", llvm::json::fixUTF8(operand.name)},
                            {"structure_bytes", nullptr},
                            {"value_bytes", nullptr},
                            {"padding", nullptr}};
  if (operand.valueBytes) {
    object["structure_bytes"] = *operand.structureBytes;
    object["value_bytes"] = *operand.valueBytes;
    object["padding"] = *operand.padding;
  }
  return object;
}

llvm::json::Object run::toJson(const Explanation &explanation) {
  llvm::json::Object stages, widths;
  for (const StageSize &stage : explanation.stages)
    stages[stage.name] = stage.operations;
  llvm::json::Array loops, operands, steps;
  for (const ScheduleStep &step : explanation.steps)
    steps.push_back(::toJson(step));
  for (const OperandSize &operand : explanation.operands)
    operands.push_back(::toJson(operand));
  for (const LoopInfo &loop : explanation.loops)
    loops.push_back(::toJson(loop));
  const MachineCode &code = explanation.code;
  for (auto [width, count] : code.widths)
    widths[std::to_string(width)] = count;
  return llvm::json::Object{{"operands", std::move(operands)},
                            {"stages", std::move(stages)},
                            {"loops", std::move(loops)},
                            {"steps", std::move(steps)},
                            {"instructions", code.instructions},
                            {"code_bytes", code.bytes},
                            {"instructions_by_bits", std::move(widths)}};
}
