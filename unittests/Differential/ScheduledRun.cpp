//===- ScheduledRun.cpp - runs a program by its schedule ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledRun.h"

#include "RandomSchedule.h"

#include "Spindle/Schedule/Schedule.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace spindle;
using namespace spindle::differential;

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

/// What the pipeline is to keep to, by the seed and the program.
static LoweringChoices choose(const Run &run) {
  LoweringChoices choices;
  bool hasPadding =
      run.program.text.find("axis.occupancy") != std::string::npos;
  choices.strict = hasPadding;
  static const int64_t widths[] = {128, 256, 512};
  choices.vectorBits = widths[run.program.seed % 3];
  return choices;
}

/// Whether all floats are so small that sums of integers were exact.
static bool areSmall(const Arguments &arguments) {
  for (const CaseArgument &argument : arguments) {
    const auto *tensor = std::get_if<TensorArgument>(&argument);
    const Array *array =
        tensor ? &tensor->values : std::get_if<Array>(&argument);
    if (!array || (array->element != "f32" && array->element != "f64"))
      continue;
    size_t size = getByteSize(array->element);
    for (size_t at = 0; at < array->bytes.size(); at += size) {
      float single;
      double number;
      std::memcpy(&single, &array->bytes[at], sizeof(single));
      std::memcpy(&number, &array->bytes[at], size);
      if (!(std::fabs(size == 4 ? double(single) : number) < 0x1p15))
        return false;
    }
  }
  return true;
}

/// What the program leaves in memory without a schedule.
static bool findExpected(Run &run, ModuleOp module) {
  bool isPlain = findStage(module) == ProgramStage::Loops &&
                 run.program.text.find("iter.loop") != std::string::npos;
  if (!isPlain)
    return run.interpretOriginal(module);
  run.expected = run.program.arguments;
  OwningOpRef<ModuleOp> copy(module.clone());
  if (!run.executeGuarded("as it is", *copy, LoweringChoices(), run.expected))
    return false;
  run.verdict.changes =
      !compareArguments(run.expected, run.program.arguments, Equality::Exact)
           .empty();
  return true;
}

/// Applies the schedule; false where it failed, which is a fault unless it may.
static bool schedule(Run &run, ModuleOp module,
                     const LoweringChoices &choices) {
  run.begin("schedule");
  auto schedule =
      Schedule::parse(&run.context, run.program.schedule, "the schedule", "");
  if (!schedule)
    return run.fail("schedule", "parser", llvm::toString(schedule.takeError()));
  std::string before = print(module);
  if (succeeded(
          applySchedule(module, **schedule, choices, ProgramStage::Loops)))
    return true;
  if (!mayFail(run.program))
    return run.fail("schedule", "failure", "expected it to succeed");
  if (run.diagnostics.empty())
    return run.fail("schedule", "silence", "expected a message");
  if (print(module) != before)
    return run.fail("schedule", "remains", "expected the program as it was");
  return false;
}

void spindle::differential::runScheduled(Run &run, ModuleOp module) {
  if (!findExpected(run, module))
    return;
  LoweringChoices choices = choose(run);
  OwningOpRef<ModuleOp> plain(module.clone()), copy(module.clone());
  if (!schedule(run, *copy, choices))
    return;
  if (succeeded(lowerTo(*plain, ProgramStage::Loops, choices, true))) {
    (*plain)->setAttrs((*copy)->getAttrDictionary());
    run.verdict.scheduled = print(*plain) != print(*copy);
  }
  Arguments arguments = expandArguments(*copy, run.program.arguments);
  std::string scheduled = print(*copy);
  if (!run.executeGuarded("by schedule", *copy, choices, arguments))
    return;
  run.verdict.compiled = true;
  bool reorders = run.program.schedule.find("reassociate") != std::string::npos;
  if (reorders && !areSmall(run.expected))
    return;
  std::string fault =
      compareArguments(arguments, run.expected,
                       reorders ? Equality::UpToSignsOfZeros : Equality::Exact);
  if (!fault.empty())
    run.fail("by schedule", "differs", fault);
}
