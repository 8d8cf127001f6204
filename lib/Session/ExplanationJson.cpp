//===- ExplanationJson.cpp - what was compiled, for programs --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Explain.h"

using namespace spindle;
using namespace spindle::session;

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

llvm::json::Object session::toJson(const Explanation &explanation) {
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
  const MachineCode code = explanation.code.value_or(MachineCode());
  for (auto [width, count] : code.widths)
    widths[std::to_string(width)] = count;
  llvm::json::Value plan = nullptr;
  if (explanation.plan)
    plan = plans::toJson(*explanation.plan);
  return llvm::json::Object{{"plan", std::move(plan)},
                            {"operands", std::move(operands)},
                            {"stages", std::move(stages)},
                            {"loops", std::move(loops)},
                            {"steps", std::move(steps)},
                            {"instructions", code.instructions},
                            {"code_bytes", code.bytes},
                            {"instructions_by_bits", std::move(widths)}};
}
