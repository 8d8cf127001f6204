//===- ShippedProgram.cpp - a program that ships, run both ways -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShippedProgram.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/IO/Generate.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir;
using namespace spindle;
using namespace spindle::execution;
using programs::ProgramArgument;
using runtime::Array;
using runtime::DType;

/// The value of `result`, which is no error.
template <typename T> static T take(runtime::Expected<T> result) {
  if (!result) {
    ADD_FAILURE() << result.takeError().str();
    return T();
  }
  return std::move(*result);
}

ShippedProgram::ShippedProgram(const std::string &name,
                               const std::string &formatText,
                               llvm::function_ref<void(ModuleOp)> change,
                               std::shared_ptr<const Schedule> schedule,
                               bool alsoSerial)
    : info(*programs::lookUp(name)) {
  auto attr = cast<sparse::FormatAttr>(
      parseAttribute("#sparse." + formatText, &getTestContext()));
  format = sparse::getDescriptor(attr);
  programs::FormatMap formats;
  for (const ProgramArgument &argument : info.arguments)
    if (argument.role == programs::ArgumentRole::Sparse)
      formats[argument.name] = attr;
  auto module = programs::buildProgram(
      &getTestContext(), name, Float32Type::get(&getTestContext()), formats,
      [] { return emitError(UnknownLoc::get(&getTestContext())); });
  size_t operands = info.arguments.size();
  serial = compileTest(*module, name, false, operands, {},
                       alsoSerial ? schedule : nullptr);
  parallel =
      compileTest(*module, name, true, operands, change, std::move(schedule));
}

/// The type of the elements of `argument`, of a program of f32.
static DType getType(const ProgramArgument &argument) {
  Type f32 = Float32Type::get(&getTestContext());
  return *cinterface::getDType(argument.getElementType(f32));
}

TestOperands ShippedProgram::draw(const runtime::CooTensor &tensor,
                                  int64_t columns) const {
  TestOperands operands;
  for (const ProgramArgument &argument : info.arguments)
    if (argument.role == programs::ArgumentRole::Sparse) {
      operands.sparseName = argument.name.str();
      operands.sparse = take(runtime::store(tensor, format));
      for (auto [dim, size] : llvm::zip_equal(argument.dims, tensor.shape))
        operands.sizes[dim.str()] = size;
    }
  uint64_t seed = 1;
  for (const ProgramArgument &argument : info.arguments) {
    std::vector<int64_t> shape;
    for (llvm::StringRef dim : argument.dims)
      shape.push_back(
          operands.sizes.try_emplace(dim.str(), columns).first->second);
    if (argument.structureOf == operands.sparseName)
      shape = operands.sparse.values.shape();
    if (argument.role != programs::ArgumentRole::Sparse)
      operands.values[argument.name.str()] =
          take(runtime::random(getType(argument), shape, seed++));
  }
  return operands;
}

static MemoryView view(const Array &array) {
  return {const_cast<void *>(array.data()), llvm::to_vector(array.shape())};
}

/// The sparse operand as compiled code takes it.
static TensorView view(const runtime::Storage &storage) {
  TensorView tensor;
  tensor.shape = llvm::to_vector(storage.shape);
  for (const Array &array : storage.positions)
    tensor.positions.push_back(view(array));
  for (const Array &array : storage.coordinates)
    tensor.coordinates.push_back(view(array));
  for (const Array &array : storage.lengths)
    tensor.lengths.push_back(view(array));
  tensor.bitmap = view(storage.bitmap);
  tensor.values = view(storage.values);
  return tensor;
}

/// A copy of `array`, whose bytes were all `byte` if it is written anyway.
static Array copy(const Array &array, std::optional<int> byte) {
  Array other = take(Array::allocate(array.dtype(), array.shape()));
  if (array.byteSize() == 0)
    return other;
  if (byte)
    std::memset(other.data(), *byte, array.byteSize());
  else
    std::memcpy(other.data(), array.data(), array.byteSize());
  return other;
}

std::string ShippedProgram::run(const Compiled &compiled,
                                const TestOperands &operands) const {
  std::vector<OperandView> views;
  std::vector<Array> outputs;
  for (const ProgramArgument &argument : info.arguments) {
    std::string name = argument.name.str();
    TensorView tensor;
    if (name == operands.sparseName) {
      tensor = view(operands.sparse);
    } else {
      const Array &values = operands.values.at(name);
      bool isOutput = argument.access != sparse::Access::Read;
      // Where padding of a shared structure is not written it stays this.
      outputs.push_back(
          copy(values, isOutput ? std::optional(0x55) : std::nullopt));
      for (llvm::StringRef dim : argument.dims)
        tensor.shape.push_back(operands.sizes.at(dim.str()));
      tensor.values = view(outputs.back());
      if (!isOutput)
        tensor.values = view(values);
    }
    tensor.name = name;
    views.push_back(tensor);
  }
  compiled.run(views);
  std::string bytes;
  for (const Array &output : outputs)
    bytes.append(static_cast<const char *>(output.data()), output.byteSize());
  return bytes;
}

std::string ShippedProgram::runSerial(const TestOperands &operands) const {
  return run(serial, operands);
}

std::string ShippedProgram::runParallel(const TestOperands &operands) const {
  return run(parallel, operands);
}
