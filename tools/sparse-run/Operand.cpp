//===- Operand.cpp - an operand in memory ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operand.h"

#include "Convert.h"
#include "Failure.h"
#include "Spindle/Runtime/MatrixMarket.h"
#include "Spindle/Runtime/Npy.h"

#include <cstring>

using namespace spindle;
using namespace spindle::run;

//===----------------------------------------------------------------------===//
// Poison
//===----------------------------------------------------------------------===//

/// The bits of Poison::Kernel: as f32 and as f64 a quiet NaN.
static constexpr uint32_t kernelPoison = 0x7FFDC0DE;
/// The bits of Poison::Interpreter: as f32 and as f64 a finite number.
static constexpr uint32_t interpreterPoison = 0x5ADBAD5A;

void run::fillPoison(runtime::Array &array, Poison poison) {
  auto *bytes = static_cast<char *>(array.data());
  uint32_t bits = poison == Poison::Kernel ? kernelPoison : interpreterPoison;
  for (int64_t at = 0, size = array.byteSize(); at < size; at += sizeof(bits))
    std::memcpy(bytes + at, &bits, std::min<int64_t>(sizeof(bits), size - at));
}

/// Whether element `element` of `array` holds what memory full of `bits` does.
static bool holds(const runtime::Array &array, int64_t element, uint32_t bits) {
  const uint32_t words[] = {bits, bits};
  int64_t size = dtypeSize(array.dtype()), at = element * size;
  const char *expected = reinterpret_cast<const char *>(words);
  return std::memcmp(static_cast<const char *>(array.data()) + at,
                     expected + at % sizeof(bits), size) == 0;
}

int64_t run::countPoison(const runtime::Array &array,
                         const runtime::Array *other) {
  int64_t count = 0;
  for (int64_t element = 0; element < array.size(); ++element)
    count += holds(array, element, kernelPoison) &&
             (!other || holds(*other, element, interpreterPoison));
  return count;
}

llvm::Expected<std::vector<Operand>>
run::cloneWritten(llvm::ArrayRef<Operand> operands) {
  std::vector<Operand> copies = operands.vec();
  for (Operand &operand : copies) {
    if (!operand.spec->isWritten())
      continue;
    runtime::Expected<runtime::Array> values = clone(operand.values);
    if (!values)
      return fail(values.error());
    operand.values = std::move(*values);
  }
  return copies;
}

llvm::Expected<std::vector<Operand>>
run::clonePoisoned(llvm::ArrayRef<Operand> operands) {
  auto copies = cloneWritten(operands);
  if (!copies)
    return copies;
  for (Operand &operand : *copies)
    if (!operand.spec->needsSource())
      fillPoison(operand.values, Poison::Interpreter);
  return copies;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// An array as a part of a compiled function's argument.
static execution::MemoryView view(const runtime::Array &array) {
  return {const_cast<void *>(array.data()),
          llvm::SmallVector<int64_t>(llvm::ArrayRef(array.shape()))};
}

/// The bytes of a scalar operand.
static execution::ScalarView viewScalar(const Operand &operand) {
  execution::ScalarView scalar;
  mlir::Type type = operand.spec->type;
  float single = static_cast<float>(operand.real);
  if (type.isF32())
    std::memcpy(scalar.bytes, &single, sizeof(single));
  else if (type.isF64())
    std::memcpy(scalar.bytes, &operand.real, sizeof(operand.real));
  else
    std::memcpy(scalar.bytes, &operand.integer, sizeof(operand.integer));
  return scalar;
}

/// An operand as a compiled function's arguments are made from.
static execution::OperandView viewOperand(const Operand &operand) {
  const OperandSpec &spec = *operand.spec;
  if (spec.kind == OperandKind::Scalar)
    return viewScalar(operand);
  if (spec.kind == OperandKind::Memory)
    return view(operand.values);
  execution::TensorView tensor;
  tensor.name = spec.name;
  tensor.shape.assign(operand.shape.begin(), operand.shape.end());
  tensor.values = view(operand.values);
  // The levels of a tensor that shares its structure are the other one's.
  if (!spec.structureOf.empty())
    return tensor;
  size_t levels = operand.shape.size();
  tensor.positions.resize(levels);
  tensor.coordinates.resize(levels);
  if (spec.kind == OperandKind::Csr) {
    tensor.positions[1] = view(operand.csr.positions);
    tensor.coordinates[1] = view(operand.csr.coordinates);
  }
  return tensor;
}

std::vector<execution::OperandView>
run::getViews(llvm::ArrayRef<Operand> operands) {
  std::vector<execution::OperandView> views;
  llvm::transform(operands, std::back_inserter(views), viewOperand);
  return views;
}

/// An array as a part of the interpreter's argument.
static interpreter::Memory lend(const runtime::Array &array, mlir::Type type) {
  return {const_cast<void *>(array.data()), type,
          llvm::SmallVector<int64_t>(llvm::ArrayRef(array.shape()))};
}

/// An operand as the interpreter takes it.
static interpreter::Argument lendOperand(const Operand &operand) {
  const OperandSpec &spec = *operand.spec;
  if (spec.kind == OperandKind::Scalar && spec.type.isIntOrIndex())
    return operand.integer;
  if (spec.kind == OperandKind::Scalar)
    return operand.real;
  interpreter::Memory values = lend(operand.values, spec.elementType);
  if (spec.kind == OperandKind::Memory)
    return values;
  interpreter::Tensor tensor;
  tensor.shape.assign(operand.shape.begin(), operand.shape.end());
  tensor.values = values;
  if (!spec.structureOf.empty())
    return tensor;
  tensor.positions.resize(operand.shape.size());
  tensor.coordinates.resize(operand.shape.size());
  if (spec.kind == OperandKind::Csr) {
    auto level = mlir::cast<sparse::SparseTensorType>(spec.type)
                     .getFormat()
                     .getLevels()[1];
    tensor.positions[1] = lend(operand.csr.positions, level.getPos());
    tensor.coordinates[1] = lend(operand.csr.coordinates, level.getCrd());
  }
  return tensor;
}

std::vector<interpreter::Argument>
run::getArguments(llvm::ArrayRef<Operand> operands) {
  std::vector<interpreter::Argument> arguments;
  llvm::transform(operands, std::back_inserter(arguments), lendOperand);
  return arguments;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Writes a Csr operand as a list of entries.
static std::optional<runtime::Error> writeCsr(const Operand &operand,
                                              const std::string &path) {
  runtime::CsrMatrix csr = operand.csr;
  csr.values = operand.values;
  auto coo = toCoo(csr);
  return coo ? writeMatrixMarket(path, *coo) : coo.takeError();
}

/// Writes a dense operand as a matrix, a vector as its only column.
static std::optional<runtime::Error> writeMatrix(const Operand &operand,
                                                 const std::string &path) {
  std::vector<int64_t> shape = operand.shape;
  shape.resize(2, 1);
  auto matrix = reshape(operand.values, shape);
  return matrix ? writeMatrixMarket(path, *matrix) : matrix.takeError();
}

llvm::Error run::writeOperand(const Operand &operand, const std::string &path) {
  std::optional<runtime::Error> error;
  if (llvm::StringRef(path).ends_with(".npy"))
    error = writeNpy(path, operand.values);
  else if (operand.spec->kind == OperandKind::Csr)
    error = writeCsr(operand, path);
  else
    error = writeMatrix(operand, path);
  return error ? fail(*error) : llvm::Error::success();
}
