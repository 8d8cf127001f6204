//===- ScheduledRun.cpp - runs a program by its schedule ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledRun.h"

#include "CodeSize.h"
#include "RandomSchedule.h"
#include "Workers.h"

#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Schedule/Schedule.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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
  choices.target.vectorBits = widths[run.program.seed % 3];
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
  auto kernel = run.compile("as it is", *copy, LoweringChoices());
  if (!kernel)
    return false;
  run.runGuarded("as it is", *kernel, run.expected);
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

/// How results of a program are compared where nothing else is to change them:
/// `maxnumf` and `minnumf` of zeros may give either.
static Equality getEquality(const Case &program) {
  return program.text.find("numf") == std::string::npos
             ? Equality::Exact
             : Equality::UpToSignsOfZeros;
}

/// Compares what the schedule left with what the program leaves without it;
/// not where rounded sums are made in another order.
static bool compareWithProgram(Run &run, const Arguments &arguments) {
  bool reorders = mayReassociate(run.program);
  if (reorders && (isRounded(run.program) || !areSmall(run.expected)))
    return true;
  std::string fault = compareArguments(arguments, run.expected,
                                       reorders ? Equality::UpToSignsOfZeros
                                                : getEquality(run.program));
  return fault.empty() || run.fail("by schedule", "differs", fault);
}

/// The arguments of the program with other floats, so that each order of a sum
/// makes another number.
static Arguments drawReals(const Case &program) {
  Random random(program.seed);
  Arguments arguments = program.arguments;
  for (CaseArgument &argument : arguments)
    if (!std::holds_alternative<int64_t>(argument)) {
      Array &array = getMemory(argument);
      drawReals(random, array.bytes, array.element);
    }
  return arguments;
}

namespace {
/// A program that is compiled, its arguments, and others with real numbers.
struct Compiled {
  std::optional<execution::Kernel> kernel;
  Arguments arguments, reals;
};
} // namespace

/// Compiles `module`, plain loops.
static Compiled compile(Run &run, const std::string &way, ModuleOp module,
                        const LoweringChoices &choices) {
  Compiled compiled;
  compiled.arguments = expandArguments(module, run.program.arguments);
  compiled.reals = expandArguments(module, drawReals(run.program));
  compiled.kernel = run.compile(way, module, choices);
  return compiled;
}

/// Compiles `module` for several threads by the schedule, and compares with
/// what `serial` does, bit for bit.
static void compareThreads(Run &run, ModuleOp module, const Compiled &serial) {
  LoweringChoices choices = choose(run);
  choices.parallel = true;
  OwningOpRef<ModuleOp> copy(module.clone());
  if (!schedule(run, *copy, choices) || !shareAnyWork(*copy) ||
      isTooLarge(*copy))
    return;
  Compiled parallel = compile(run, "for threads", *copy, choices);
  if (!parallel.kernel)
    return;
  run.verdict.shared = true;
  Arguments expected = serial.reals;
  run.runGuarded("by schedule, reals", *serial.kernel, expected);
  for (int threads : kThreads) {
    std::string way = "on " + std::to_string(threads) + " threads";
    Arguments arguments = parallel.reals;
    execution::setThreads(threads);
    run.runGuarded(way, *parallel.kernel, arguments);
    std::string fault =
        compareArguments(arguments, expected, getEquality(run.program));
    if (!fault.empty()) {
      run.fail("threads", "differs", way + ": " + fault);
      return;
    }
  }
}

/// Counts the tiles that products share.
static void countTiles(ModuleOp module, Verdict &verdict) {
  module.walk([&](func::CallOp call) {
    verdict.tiled += call.getCallee() == "spindle_inspect_tile_fusion";
  });
  module.walk([&](scf::ForOp loop) {
    iter::LoopAttr label = iter::getLabel(loop);
    // The columns of what --tiles makes.
    if (!label || label.getRole() != iter::LoopRole::Tile ||
        label.getDims().size() != 1 || label.getDims().front() != "l")
      return;
    llvm::DenseSet<Attribute> nests;
    for (scf::ForOp inner : loop.getOps<scf::ForOp>())
      if (iter::LoopAttr own = iter::getLabel(inner))
        nests.insert(own.getNest());
    verdict.columnTiles += nests.size() > 1;
  });
}

void spindle::differential::runScheduled(Run &run, ModuleOp module) {
  if (!findExpected(run, module))
    return;
  LoweringChoices choices = choose(run);
  OwningOpRef<ModuleOp> plain(module.clone()), copy(module.clone());
  if (!schedule(run, *copy, choices) || isTooLarge(*copy))
    return;
  if (succeeded(lowerTo(*plain, ProgramStage::Loops, choices, true))) {
    (*plain)->setAttrs((*copy)->getAttrDictionary());
    run.verdict.scheduled = print(*plain) != print(*copy);
  }
  countTiles(*copy, run.verdict);
  Compiled serial = compile(run, "by schedule", *copy, choices);
  if (!serial.kernel)
    return;
  run.runGuarded("by schedule", *serial.kernel, serial.arguments);
  run.verdict.compiled = true;
  if (compareWithProgram(run, serial.arguments) &&
      findStage(module) != ProgramStage::Loops)
    compareThreads(run, module, serial);
}
