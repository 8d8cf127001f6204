//===- Trial.cpp - changes of the format, run both ways -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Execution/Kernel.h"
#include "Spindle/Interpreter/Interpreter.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir;
using namespace spindle;
using namespace spindle::convert;
using runtime::Array;
using runtime::DType;
using runtime::Storage;

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

std::string convert::getType(const std::string &name, int64_t rank,
                             DType dtype) {
  std::string sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes += "?x";
  return "!sparse.tensor<" + sizes + std::string(runtime::dtypeName(dtype)) +
         ", #sparse." + name + ">";
}

runtime::Format convert::getFormat(const std::string &name, int64_t rank) {
  Type type = parseType(getType(name, rank, DType::F32), &getTestContext());
  EXPECT_TRUE(type) << name;
  return sparse::getDescriptor(
      cast<sparse::SparseTensorType>(type).getFormat());
}

runtime::Composite convert::getComposite(const std::string &name,
                                         int64_t rank) {
  Type type = parseType(getType(name, rank, DType::F32), &getTestContext());
  EXPECT_TRUE(type) << name;
  return sparse::getDescriptor(
      cast<sparse::CompositeTensorType>(type).getFormat());
}

std::string convert::convertTo(const std::string &from,
                               const std::vector<std::string> &to, int64_t rank,
                               DType dtype) {
  std::string source = getType(from, rank, dtype);
  std::string body, names, types;
  for (const std::string &name : to) {
    std::string type = getType(name, rank, dtype);
    std::string value = "%r" + std::to_string(&name - to.data());
    body.append("  " + value + " = sparse.convert %A : " + source + " -> " +
                type + "\n");
    names.append((names.empty() ? "" : ", ") + value);
    types.append((types.empty() ? "" : ", ") + type);
  }
  return "func.func @f(%A: " + source + " {sparse.name = \"A\"}) -> (" + types +
         ") {\n" + body + "  return " + names + " : " + types + "\n}\n";
}

struct Program::State {
  /// As it was written, and lowered.
  OwningOpRef<ModuleOp> module, lowered;
  std::optional<execution::Kernel> kernel;
  /// What kept it from being compiled.
  std::string error;
};

/// Lowers the module of `state`; says what kept it from that.
static std::string lower(ModuleOp module, bool checks) {
  std::string errors;
  ScopedDiagnosticHandler handler(&getTestContext(), [&](Diagnostic &diag) {
    errors += diag.str() + "\n";
    return success();
  });
  PassManager passes(&getTestContext());
  LoweringChoices choices;
  choices.checkMode = checks;
  buildLowering(passes, StopAt::LLVM, choices);
  (void)passes.run(module);
  return errors;
}

Program::Program(const std::string &text, bool checks)
    : state(std::make_unique<State>()) {
  state->module = parseSourceString<ModuleOp>(
      text, ParserConfig(&getTestContext()), "test.mlir");
  if (!state->module) {
    ADD_FAILURE() << "expected a program but got " << text;
    return;
  }
  state->lowered = state->module->clone();
  state->error = lower(*state->lowered, checks);
  if (!state->error.empty())
    return;
  auto kernel = execution::Kernel::compile(*state->lowered, "f");
  if (kernel)
    state->kernel = std::move(*kernel);
  else
    state->error = llvm::toString(kernel.takeError());
}

Program::~Program() = default;

//===----------------------------------------------------------------------===//
// The interpreter
//===----------------------------------------------------------------------===//

static Type getElementType(DType dtype) {
  return parseType(runtime::dtypeName(dtype), &getTestContext());
}

static interpreter::Memory getMemory(Array &array) {
  return {array.data(), getElementType(array.dtype()),
          llvm::to_vector(array.shape())};
}

static interpreter::Tensor getTensor(Storage &storage) {
  interpreter::Tensor tensor;
  tensor.shape.assign(storage.shape.begin(), storage.shape.end());
  for (Array &array : storage.positions)
    tensor.positions.push_back(getMemory(array));
  for (Array &array : storage.coordinates)
    tensor.coordinates.push_back(getMemory(array));
  for (Array &array : storage.lengths)
    tensor.lengths.push_back(getMemory(array));
  tensor.bitmap = getMemory(storage.bitmap);
  tensor.values = getMemory(storage.values);
  return tensor;
}

/// A copy of `memory`; an empty array where there is none.
static Array copy(const interpreter::Memory &memory) {
  if (!memory.elementType)
    return {};
  auto dtype = cinterface::getDType(memory.elementType);
  auto array =
      Array::allocate(*dtype, {memory.shape.begin(), memory.shape.end()});
  std::memcpy(array->data(), memory.data, array->byteSize());
  return *array;
}

static Storage copy(const interpreter::Tensor &tensor) {
  Storage storage;
  storage.shape.assign(tensor.shape.begin(), tensor.shape.end());
  for (const interpreter::Memory &memory : tensor.positions)
    storage.positions.push_back(copy(memory));
  for (const interpreter::Memory &memory : tensor.coordinates)
    storage.coordinates.push_back(copy(memory));
  for (const interpreter::Memory &memory : tensor.lengths)
    storage.lengths.push_back(copy(memory));
  storage.bitmap = copy(tensor.bitmap);
  storage.values = copy(tensor.values);
  return storage;
}

Outcome Program::interpret(std::vector<Storage> operands) const {
  if (!state->module)
    return {{}, "expected a program"};
  std::vector<interpreter::Argument> arguments;
  for (Storage &operand : operands)
    arguments.push_back(getTensor(operand));
  std::vector<interpreter::OwnedTensor> results;
  interpreter::Options options;
  options.results = &results;
  auto function = *state->module->getOps<func::FuncOp>().begin();
  Outcome outcome;
  outcome.error =
      llvm::toString(interpreter::run(function, arguments, options));
  for (const interpreter::OwnedTensor &result : results) {
    for (const interpreter::Tensor &part : result.tensor.parts)
      outcome.tensors.push_back(copy(part));
    if (result.tensor.parts.empty())
      outcome.tensors.push_back(copy(result.tensor));
  }
  return outcome;
}

//===----------------------------------------------------------------------===//
// Compiled code
//===----------------------------------------------------------------------===//

Outcome Program::execute(std::vector<Storage> operands) const {
  if (!state->kernel)
    return {{}, state->error};
  std::vector<execution::OperandView> views;
  for (const Storage &operand : operands)
    views.push_back(
        execution::viewTensor(operand, std::string(1, 'A' + views.size())));
  ArrayAttr signature = llvm::cantFail(
      execution::getSignature(*state->lowered, "f", views.size()));
  auto list = execution::ArgumentList::create(signature, views);
  if (!list)
    return {{}, llvm::toString(list.takeError())};
  auto tensors = state->kernel->runForTensors(*list);
  if (!tensors)
    return {{}, llvm::toString(tensors.takeError())};
  return {std::move(*tensors), ""};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string print(const std::string &what, const Array &array) {
  if (array.rank() == 1 && array.size() == 0 && array.dtype() == DType::F32)
    return ""; // There is none, or no value.
  std::string text = what + " " + runtime::shapeText(array.shape()) + " " +
                     std::string(runtime::dtypeName(array.dtype())) + ":";
  const auto *bytes = static_cast<const unsigned char *>(array.data());
  int64_t size = runtime::dtypeSize(array.dtype());
  for (int64_t at = 0; at < array.byteSize(); ++at)
    text += (at % size ? "." : " ") + std::to_string(bytes[at]);
  return text + "\n";
}

std::string convert::print(const Storage &storage) {
  std::string text = "shape " + runtime::shapeText(storage.shape) + "\n";
  for (size_t level = 0; level < storage.positions.size(); ++level) {
    std::string name = "level " + std::to_string(level) + " ";
    text += ::print(name + "positions", storage.positions[level]);
    text += ::print(name + "coordinates", storage.coordinates[level]);
    text += ::print(name + "lengths", storage.lengths[level]);
  }
  return text + ::print("bitmap", storage.bitmap) +
         ::print("values", storage.values);
}
