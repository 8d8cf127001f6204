//===- Trial.cpp - programs that ship, on small operands ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "Elements.h"
#include "Spindle/Execution/Kernel.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::programs;
namespace execution = spindle::execution;
namespace interpreter = spindle::interpreter;
namespace sparse = spindle::sparse;

Type spindle::programs::parseTestType(StringRef text) {
  return parseType(text, &getTestContext());
}

sparse::FormatAttr spindle::programs::parseTestFormat(StringRef text) {
  return cast<sparse::FormatAttr>(
      parseAttribute(("#sparse." + text).str(), &getTestContext()));
}

std::vector<std::string> spindle::programs::getMeantTypes(StringRef program) {
  std::vector<std::string> texts;
  for (Type type : getElementTypes(&getTestContext()))
    if (lookUp(program)->hasMeaning(type))
      llvm::raw_string_ostream(texts.emplace_back()) << type;
  return texts;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void Trial::add(const std::string &name, std::vector<int64_t> shape,
                std::vector<int64_t> valuesShape, Levels levels,
                const std::vector<Number> &values) {
  const ProgramArgument &argument = *program.lookUp(name);
  Type type = argument.getElementType(element);
  for (auto [dim, size] : llvm::zip_equal(argument.dims, shape))
    EXPECT_EQ(sizes.try_emplace(dim.str(), size).first->second, size) << name;
  given[name] = {name,        type,   shape,
                 valuesShape, levels, packNumbers(values, type)};
}

Trial &Trial::sparse(const std::string &name, StringRef format,
                     std::vector<int64_t> shape, Levels levels,
                     const std::vector<Number> &values,
                     std::vector<int64_t> valuesShape) {
  formats[name] = parseTestFormat(format);
  if (valuesShape.empty())
    valuesShape = {int64_t(values.size())};
  add(name, shape, valuesShape, levels, values);
  return *this;
}

Trial &Trial::dense(const std::string &name, std::vector<int64_t> shape,
                    const std::vector<Number> &values) {
  add(name, shape, shape, {}, values);
  return *this;
}

void Trial::addOutput(const ProgramArgument &argument) {
  std::vector<int64_t> shape, valuesShape;
  for (StringRef dim : argument.dims)
    shape.push_back(sizes[dim.str()]);
  valuesShape = shape;
  if (!argument.structureOf.empty())
    valuesShape = given[argument.structureOf.str()].valuesShape;
  int64_t count = 1;
  for (int64_t size : valuesShape)
    count *= size;
  add(argument.name.str(), shape, valuesShape, {},
      std::vector<Number>(count, kBefore));
}

Trial::Operands Trial::getOperands() {
  Operands operands;
  for (const ProgramArgument &argument : program.arguments) {
    if (argument.access == sparse::Access::Write)
      addOutput(argument);
    operands.push_back(given[argument.name.str()]);
  }
  return operands;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getShape(const Integers &array, const int64_t &size) {
  return array.shape.empty() ? ArrayRef(size) : ArrayRef(array.shape);
}

/// The arrays `from` in the form of `Memory`, appended to `to`.
template <typename Memory, typename View>
static void appendArrays(SmallVector<Memory> &to, std::vector<Integers> &from,
                         View view) {
  for (Integers &array : from) {
    int64_t size = array.data.size();
    to.push_back(view(array.data.data(), 32, getShape(array, size)));
  }
}

/// An operand as a tensor of the interpreter, or of compiled code.
template <typename Tensor, typename Operand, typename View>
static Tensor makeTensor(Operand &operand, View view) {
  Tensor tensor;
  Levels &levels = operand.levels;
  tensor.shape.assign(operand.shape.begin(), operand.shape.end());
  appendArrays(tensor.positions, levels.positions, view);
  appendArrays(tensor.coordinates, levels.coordinates, view);
  appendArrays(tensor.lengths, levels.lengths, view);
  if (!levels.bitmap.empty())
    tensor.bitmap = view(levels.bitmap.data(), 1, operand.valuesShape);
  tensor.values = view(operand.bytes.data(), 0, operand.valuesShape);
  return tensor;
}

void Trial::interpret(ModuleOp module, Operands &operands) {
  std::vector<interpreter::Argument> arguments;
  for (Operand &operand : operands) {
    auto view = [&](void *data, unsigned width, ArrayRef<int64_t> shape) {
      Type type =
          width ? IntegerType::get(&getTestContext(), width) : operand.element;
      return interpreter::Memory{data, type,
                                 llvm::to_vector_of<int64_t>(shape)};
    };
    arguments.push_back(makeTensor<interpreter::Tensor>(operand, view));
  }
  auto function = *module.getOps<func::FuncOp>().begin();
  EXPECT_EQ(llvm::toString(interpreter::run(function, arguments)), "");
}

void Trial::execute(ModuleOp module, Operands &operands) {
  PassManager pm(&getTestContext());
  spindle::buildLowering(pm, spindle::StopAt::LLVM);
  ASSERT_TRUE(succeeded(pm.run(module)));
  auto kernel = execution::Kernel::compile(module, program.name);
  ASSERT_TRUE(bool(kernel)) << llvm::toString(kernel.takeError());
  auto view = [](void *data, unsigned, ArrayRef<int64_t> shape) {
    return execution::MemoryView{data, llvm::to_vector_of<int64_t>(shape)};
  };
  std::vector<execution::OperandView> views;
  for (Operand &operand : operands) {
    auto tensor = makeTensor<execution::TensorView>(operand, view);
    tensor.name = operand.name;
    views.push_back(tensor);
  }
  ArrayAttr signature = llvm::cantFail(
      execution::getSignature(module, program.name, views.size()));
  auto list = llvm::cantFail(execution::ArgumentList::create(signature, views));
  llvm::cantFail(kernel->run(list));
}

void Trial::run() {
  OwningOpRef<ModuleOp> module =
      buildProgram(&getTestContext(), program.name, element, formats, [&] {
        return emitError(UnknownLoc::get(&getTestContext()));
      });
  ASSERT_TRUE(module);
  interpreted = executed = getOperands();
  interpret(*module, interpreted);
  execute(*module, executed);
}

static void expectNear(const std::vector<Number> &found,
                       const std::vector<Number> &expected, double tolerance,
                       const std::string &what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (size_t index = 0; index < found.size(); ++index)
    if (found[index] != expected[index]) {
      EXPECT_LE(std::abs(found[index] - expected[index]), tolerance)
          << what << ", element " << index << ": expected " << expected[index]
          << " but got " << found[index];
    }
}

void Trial::expect(const std::string &name, const std::vector<Number> &values,
                   double tolerance) {
  size_t index = program.lookUp(name) - program.arguments.begin();
  ASSERT_LT(index, executed.size());
  Type type = interpreted[index].element;
  std::string what = (program.name + " " + name).str();
  llvm::raw_string_ostream(what) << " of " << element;
  // Rounded to the type as the result is.
  auto expected = unpackNumbers(packNumbers(values, type), type);
  expectNear(unpackNumbers(interpreted[index].bytes, type), expected, tolerance,
             what + ", interpreted");
  expectNear(unpackNumbers(executed[index].bytes, type), expected, tolerance,
             what + ", compiled");
}
