//===- ProgramRun.cpp - operands of programs, and their results -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramRun.h"

#include "Densify.h"
#include "Spindle/Interpreter/Interpreter.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <cstring>

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;
using programs::ArgumentRole;
using programs::ProgramArgument;
using runtime::Array;
using runtime::DType;
using runtime::Storage;

ProgramRun::ProgramRun(MLIRContext &context, const Problem &problem,
                       const ReadFormat &format, const StoredTensor &stored)
    : context(context), problem(problem), format(format), stored(stored) {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    refusal += diag.str();
    return success();
  });
  Type type = parseType(runtime::dtypeName(problem.dtype), &context);
  int64_t rank = problem.getSparse().getRank();
  bool driven = problem.program == &getDensify(rank);
  if (driven || problem.program == &getLookUp(rank)) {
    module = parseSourceString<ModuleOp>(
        writeDensify(rank, driven, format.attribute(), type), &context);
    return;
  }
  programs::FormatMap formats;
  formats[problem.getSparse().name] = format.attribute();
  module = programs::buildProgram(
      &context, problem.program->name, type, formats,
      [&] { return emitError(UnknownLoc::get(&context)); });
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// What memory is full of that is to be written.
static constexpr int kPoison = 0x55;

/// An array that nothing has been written to.
static Array makePoisoned(DType dtype, const std::vector<int64_t> &shape) {
  Array array = *Array::allocate(dtype, shape);
  if (array.byteSize())
    std::memset(array.data(), dtype == DType::I1 ? 1 : kPoison,
                array.byteSize());
  return array;
}

std::vector<Storage> ProgramRun::makeParts(const ProgramArgument &argument,
                                           DType dtype) const {
  if (argument.role == ArgumentRole::Sparse)
    return stored.parts;
  if (argument.structureOf == problem.getSparse().name) {
    std::vector<Storage> parts;
    for (const Storage &part : stored.parts) {
      parts.emplace_back();
      parts.back().shape = part.shape;
      parts.back().values = makePoisoned(dtype, part.values.shape());
    }
    return parts;
  }
  Storage dense;
  dense.shape = problem.getShape(argument);
  dense.values = makePoisoned(dtype, dense.shape);
  if (argument.access == sparse::Access::Update)
    for (int64_t n = 0; n < dense.values.size(); ++n)
      setNumber(dense.values, n, 0.0);
  if (auto values = problem.dense.find(argument.name.str());
      values != problem.dense.end())
    for (size_t n = 0; n < values->second.size(); ++n)
      setNumber(dense.values, int64_t(n), values->second[n]);
  return {dense};
}

std::vector<ProgramRun::Operand> ProgramRun::makeOperands() const {
  std::vector<Operand> operands;
  for (const ProgramArgument &argument : problem.program->arguments) {
    DType dtype = getArgumentType(argument, problem.dtype);
    bool onPattern = argument.role == ArgumentRole::Sparse ||
                     argument.structureOf == problem.getSparse().name;
    operands.push_back({&argument, dtype, makeParts(argument, dtype),
                        onPattern && format.composite});
  }
  return operands;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Says how `found` differs from `expected`, if it does.
static std::string compareNumber(Number found, Number expected, DType dtype,
                                 double tolerance) {
  if (tolerance == 0)
    expected = roundTo(expected, dtype);
  bool isNear =
      std::abs(found - expected) <= tolerance * (1 + std::abs(expected));
  if (found == expected || isNear)
    return "";
  std::string text;
  llvm::raw_string_ostream(text)
      << "expected (" << expected.real() << ", " << expected.imag()
      << ") but got (" << found.real() << ", " << found.imag() << ")";
  return text;
}

/// Whether `array` holds what it did before at `index`.
static bool isUntouched(const Array &array, int64_t index) {
  int64_t size = runtime::dtypeSize(array.dtype());
  const auto *bytes = static_cast<const char *>(array.data()) + index * size;
  return std::all_of(bytes, bytes + size, [&](char byte) {
    return byte == (array.dtype() == DType::I1 ? 1 : kPoison);
  });
}

/// Checks that the padding among `values` of a tensor like `owner` was not
/// written, and sets it to 0.
static std::string clearPadding(const Storage &owner,
                                const runtime::Format &format, Array &values) {
  Array marks = *markElements(owner, format);
  for (int64_t n = 0; n < marks.size(); ++n) {
    if (marks.as<bool>()[n])
      continue;
    if (!isUntouched(values, n))
      return "padding " + std::to_string(n) + " is written";
    setNumber(values, n, 0.0);
  }
  return "";
}

std::string ProgramRun::compareOnPattern(const Operand &operand,
                                         const Result &expected) const {
  StoredTensor result;
  for (size_t part = 0; part < stored.parts.size(); ++part) {
    Array values = operand.parts[part].values;
    const Storage &owner = stored.parts[part];
    std::string fault = clearPadding(owner, format.formats[part], values);
    if (!fault.empty())
      return fault;
    result.parts.push_back(owner);
    result.parts.back().values = values;
  }
  ElementMap found = listStored(format, result);
  size_t e = 0;
  for (const auto &[place, number] : problem.elements) {
    std::string fault = compareNumber(found[place], expected.numbers[e++],
                                      operand.dtype, expected.tolerance);
    if (!fault.empty())
      return "element " + std::to_string(e - 1) + ": " + fault;
  }
  return "";
}

std::string ProgramRun::compare(const std::vector<Operand> &operands) const {
  auto results = refer(problem);
  for (const Operand &operand : operands) {
    auto expected = results.find(operand.argument->name.str());
    if (expected == results.end())
      continue;
    std::string fault;
    if (operand.argument->structureOf == problem.getSparse().name)
      fault = compareOnPattern(operand, expected->second);
    const Array &values = operand.parts.front().values;
    bool isDense = operand.argument->structureOf != problem.getSparse().name;
    for (int64_t n = 0; isDense && fault.empty() && n < values.size(); ++n) {
      fault = compareNumber(getNumber(values, n), expected->second.numbers[n],
                            operand.dtype, expected->second.tolerance);
      if (!fault.empty())
        fault = "element " + std::to_string(n) + ": " + fault;
    }
    if (!fault.empty())
      return expected->first + ": " + fault;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// The interpreter
//===----------------------------------------------------------------------===//

/// `array` as the interpreter takes it; none where there is no memory.
static interpreter::Memory lend(MLIRContext &context, const Array &array) {
  if (!array.data())
    return {};
  Type type = parseType(runtime::dtypeName(array.dtype()), &context);
  return {const_cast<void *>(array.data()), type,
          llvm::to_vector(array.shape())};
}

/// A tensor, or a part of one, as the interpreter takes it.
static interpreter::Tensor lend(MLIRContext &context, const Storage &storage,
                                size_t levels) {
  interpreter::Tensor tensor;
  tensor.shape = llvm::to_vector(storage.shape);
  tensor.values = lend(context, storage.values);
  tensor.positions.resize(levels);
  tensor.coordinates.resize(levels);
  tensor.lengths.resize(levels);
  for (size_t level = 0; level < storage.positions.size(); ++level) {
    tensor.positions[level] = lend(context, storage.positions[level]);
    tensor.coordinates[level] = lend(context, storage.coordinates[level]);
    tensor.lengths[level] = lend(context, storage.lengths[level]);
  }
  tensor.bitmap = lend(context, storage.bitmap);
  return tensor;
}

std::string ProgramRun::interpret() {
  std::vector<Operand> operands = makeOperands();
  std::vector<interpreter::Argument> arguments;
  for (const Operand &operand : operands) {
    bool onPattern = operand.argument->role != ArgumentRole::Dense &&
                     operand.parts.size() == stored.parts.size();
    std::vector<interpreter::Tensor> parts;
    for (size_t part = 0; part < operand.parts.size(); ++part) {
      size_t levels = onPattern ? format.formats[part].levels.size()
                                : operand.argument->dims.size();
      parts.push_back(lend(context, operand.parts[part], levels));
    }
    interpreter::Tensor tensor = parts.front();
    if (operand.isComposite) {
      tensor = {};
      tensor.shape = parts.front().shape;
      tensor.parts = std::move(parts);
    }
    arguments.push_back(std::move(tensor));
  }
  auto function = *module->getOps<func::FuncOp>().begin();
  if (llvm::Error error = interpreter::run(function, arguments))
    return llvm::toString(std::move(error));
  return compare(operands);
}
