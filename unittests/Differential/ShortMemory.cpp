//===- ShortMemory.cpp - calls with memory that is too short --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortMemory.h"

#include "GuardedMemory.h"
#include "Random.h"

#include "Spindle/Execution/Kernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using spindle::StopAt;
using namespace spindle::differential;
namespace execution = spindle::execution;
namespace interpreter = spindle::interpreter;

/// Takes the last `count` indices of dimension `dim` off `array`.
static void cutOff(Array &array, size_t dim, int64_t count) {
  int64_t outer = 1, inner = getByteSize(array.element);
  for (size_t other = 0; other < dim; ++other)
    outer *= array.shape[other];
  for (size_t other = dim + 1; other < array.shape.size(); ++other)
    inner *= array.shape[other];
  int64_t before = array.shape[dim] * inner;
  array.shape[dim] -= count;
  int64_t after = array.shape[dim] * inner;
  std::vector<char> bytes;
  for (int64_t part = 0; part < outer; ++part)
    bytes.insert(bytes.end(), array.bytes.begin() + part * before,
                 array.bytes.begin() + part * before + after);
  array.bytes = std::move(bytes);
}

/// Cuts one dimension of `array`, whose argument is of `type`, by some indices.
/// Gives whether there was one to cut.
static bool cutSomewhere(Array &array, MemRefType type, Random &random) {
  std::vector<size_t> dims;
  for (size_t dim = 0; dim < array.shape.size(); ++dim)
    if (type.isDynamicDim(dim) && array.shape[dim] > 0)
      dims.push_back(dim);
  if (dims.empty())
    return false;
  size_t dim = random.pick(dims);
  int64_t all = array.shape[dim];
  cutOff(array, dim, random.chance(50) ? 1 : random.between(1, all));
  return true;
}

/// Calls `kernel` with `arguments`, unless it refuses them, and compares.
static bool callOn(Run &run, const execution::Kernel &kernel, ModuleOp original,
                   const Arguments &arguments) {
  GuardedMemory memory(arguments, /*before=*/false);
  execution::ArgumentList list = memory.list();
  std::string refusal = llvm::toString(kernel.check(list));
  if (!refusal.empty()) {
    ++run.verdict.refused;
    return true;
  }
  Arguments interpreted = arguments, executed = arguments;
  std::string error = llvm::toString(interpreter::run(
      getFunction(original), viewArguments(&run.context, interpreted)));
  if (!error.empty())
    return run.fail("short memory", "accepted", error);
  llvm::cantFail(kernel.run(list));
  memory.copyTo(executed);
  std::string fault = compareArguments(executed, interpreted, run.equality);
  return fault.empty() || run.fail("short memory", "differs", fault);
}

bool spindle::differential::runOnShortMemory(Run &run, ModuleOp original) {
  const Arguments &sound = run.program.arguments;
  if (llvm::any_of(sound, [](const CaseArgument &argument) {
        return std::holds_alternative<TensorArgument>(argument);
      }))
    return true;
  run.begin("short memory");
  OwningOpRef<ModuleOp> module(original.clone());
  spindle::LoweringChoices choices;
  choices.lengthChecks = true;
  choices.strict = true;
  run.equality = Equality::Exact;
  PassManager pm(&run.context);
  spindle::buildLowering(pm, StopAt::LLVM, choices);
  if (failed(pm.run(*module)))
    return run.fail("short memory", "passes", "expected the passes to succeed");
  auto kernel = execution::Kernel::compile(*module, "f");
  if (!kernel)
    return run.fail("short memory", "compiler",
                    llvm::toString(kernel.takeError()));
  Random random(run.program.seed);
  auto types = getFunction(original).getArgumentTypes();
  for (size_t index = 0; index < sound.size(); ++index) {
    Arguments arguments = sound;
    auto *array = std::get_if<Array>(&arguments[index]);
    if (array && cutSomewhere(*array, cast<MemRefType>(types[index]), random) &&
        !callOn(run, *kernel, original, arguments)) {
      run.verdict.fault += "with " + array->name + " cut\n";
      return false;
    }
  }
  return true;
}
