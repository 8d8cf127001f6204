//===- Runner.cpp - runs a program in every way ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"

#include "Spindle/Execution/Kernel.h"
#include "Spindle/InitAll.h"
#include "Spindle/Interpreter/Interpreter.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace spindle::differential;
namespace execution = spindle::execution;
namespace interpreter = spindle::interpreter;

void spindle::differential::prepareContext(MLIRContext &context) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  spindle::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.disableMultithreading();
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

using Arguments = std::vector<CaseArgument>;

template <typename T> static T readAt(const Array &array, size_t index) {
  T value;
  std::memcpy(&value, array.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

/// The first element that differs; an empty text where none does.
template <typename T>
static std::string compareElements(const Array &got, const Array &expected) {
  for (size_t index = 0; index < got.bytes.size() / sizeof(T); ++index) {
    T left = readAt<T>(got, index), right = readAt<T>(expected, index);
    if (std::memcmp(&left, &right, sizeof(T)) == 0)
      continue;
    if constexpr (std::is_floating_point_v<T>)
      if (std::isnan(left) && std::isnan(right))
        continue;
    return got.name + "[" + std::to_string(index) + "]: expected " +
           std::to_string(right) + " but got " + std::to_string(left);
  }
  return "";
}

static std::string compareArrays(const Array &got, const Array &expected) {
  if (got.element == "f32")
    return compareElements<float>(got, expected);
  if (got.element == "f64")
    return compareElements<double>(got, expected);
  if (got.element == "i64")
    return compareElements<int64_t>(got, expected);
  if (got.element == "i32")
    return compareElements<int32_t>(got, expected);
  return compareElements<int8_t>(got, expected);
}

static std::string compare(const Arguments &got, const Arguments &expected) {
  for (size_t index = 0; index < got.size(); ++index) {
    const auto *array = std::get_if<Array>(&got[index]);
    if (!array)
      continue;
    std::string fault = compareArrays(*array, std::get<Array>(expected[index]));
    if (!fault.empty())
      return fault;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Ways to run
//===----------------------------------------------------------------------===//

static func::FuncOp getFunction(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

/// The arguments as the interpreter takes them; they keep their memory.
static std::vector<interpreter::Argument> makeArguments(MLIRContext *context,
                                                        Arguments &arguments) {
  std::vector<interpreter::Argument> result;
  for (CaseArgument &argument : arguments) {
    if (auto *array = std::get_if<Array>(&argument))
      result.push_back(interpreter::Memory{
          array->bytes.data(), parseType(array->element, context),
          SmallVector<int64_t>(array->shape.begin(), array->shape.end())});
    else
      result.push_back(std::get<int64_t>(argument));
  }
  return result;
}

/// Runs the module by the interpreter; gives the error.
static std::string interpret(ModuleOp module, Arguments &arguments,
                             int64_t *bodyRuns = nullptr) {
  interpreter::Options options;
  if (bodyRuns)
    options.progress = [&](int64_t done) { *bodyRuns = done; };
  return llvm::toString(
      interpreter::run(getFunction(module),
                       makeArguments(module.getContext(), arguments), options));
}

/// Compiles the module, which is in the LLVM dialect, and runs it; gives the
/// error.
static std::string execute(ModuleOp module, Arguments &arguments) {
  auto kernel = execution::Kernel::compile(module, "f");
  if (!kernel)
    return llvm::toString(kernel.takeError());
  execution::ArgumentList list;
  for (CaseArgument &argument : arguments) {
    if (auto *array = std::get_if<Array>(&argument))
      list.append(execution::MemoryView{
          array->bytes.data(),
          SmallVector<int64_t>(array->shape.begin(), array->shape.end())});
    else
      list.append(std::get<int64_t>(argument));
  }
  kernel->run(list);
  return "";
}

namespace {
/// A form of the program and how it is run.
struct Form {
  const char *name;
  void (*lower)(OpPassManager &pm);
  std::string (*run)(ModuleOp module, Arguments &arguments);
};
} // namespace

static std::string runInterpreter(ModuleOp module, Arguments &arguments) {
  return interpret(module, arguments);
}

static void cleanUp(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

template <spindle::StopAt Stop> static void lowerTo(OpPassManager &pm) {
  spindle::buildLowering(pm, Stop);
}

static const Form kForms[] = {
    {"cleaned up", cleanUp, runInterpreter},
    {"in position space", lowerTo<spindle::StopAt::SCF>, runInterpreter},
    {"as plain loops", lowerTo<spindle::StopAt::MemRef>, runInterpreter},
    {"compiled", lowerTo<spindle::StopAt::LLVM>, execute},
};

/// Brings a copy of the module into a form and runs that; gives what differs.
static std::string runForm(ModuleOp original, const Form &form,
                           Arguments arguments, const Arguments &expected) {
  OwningOpRef<ModuleOp> module(original.clone());
  PassManager pm(module->getContext());
  form.lower(pm);
  if (failed(pm.run(*module)))
    return "expected the passes to succeed";
  std::string fault = form.run(*module, arguments);
  return fault.empty() ? compare(arguments, expected) : fault;
}

/// The program as it is, whose outcome is the expected one.
static Verdict runOriginal(ModuleOp module, Arguments &arguments) {
  Verdict verdict;
  auto count = interpreter::countBodyRuns(
      getFunction(module), makeArguments(module.getContext(), arguments));
  if (!count)
    return {"count: " + llvm::toString(count.takeError())};
  verdict.fault = interpret(module, arguments, &verdict.bodyRuns);
  if (verdict.fault.empty() && *count != verdict.bodyRuns)
    verdict.fault = "expected " + std::to_string(*count) +
                    " runs of bodies but got " +
                    std::to_string(verdict.bodyRuns);
  return verdict;
}

Verdict spindle::differential::runCase(MLIRContext &context,
                                       const Case &program) {
  std::string diagnostics;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    diagnostics += diag.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(program.text, &context);
  if (!module)
    return {"the text: " + diagnostics};
  Arguments expected = program.arguments;
  Verdict verdict = runOriginal(*module, expected);
  for (const Form &form : kForms) {
    if (!verdict.fault.empty())
      break;
    std::string fault = runForm(*module, form, program.arguments, expected);
    if (!fault.empty())
      verdict.fault =
          std::string(form.name) + ": " + fault + "\n" + diagnostics;
  }
  return verdict;
}
