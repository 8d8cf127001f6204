//===- Arguments.cpp - arguments while a program runs ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

using namespace mlir;
using namespace spindle::differential;
namespace execution = spindle::execution;
namespace interpreter = spindle::interpreter;
namespace sparse = spindle::sparse;

func::FuncOp spindle::differential::getFunction(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("f");
}

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

/// An array of level `level` of `tensor`, under a name of its own.
static Array qualify(const TensorArgument &tensor, Array array, size_t level) {
  array.name += " " + std::to_string(level) + " of " + tensor.name;
  return array;
}

static CaseArgument getPiece(const TensorArgument &tensor,
                             sparse::PieceAttr piece) {
  auto level = size_t(piece.getIndex());
  switch (piece.getRole()) {
  case sparse::PieceRole::Size:
    return tensor.shape[level];
  case sparse::PieceRole::Positions:
    return qualify(tensor, tensor.positions[level], level);
  case sparse::PieceRole::Coordinates:
    return qualify(tensor, tensor.coordinates[level], level);
  case sparse::PieceRole::Values:
    return tensor.values;
  case sparse::PieceRole::Lengths:
  case sparse::PieceRole::Bitmap:
    break; // Of formats that no random program has.
  }
  return int64_t(0);
}

Arguments spindle::differential::expandArguments(ModuleOp module,
                                                 const Arguments &arguments) {
  auto signature = getFunction(module)->getAttrOfType<ArrayAttr>(
      sparse::SparseDialect::kSignatureAttr);
  if (!signature)
    return arguments;
  std::map<std::string, const TensorArgument *> tensors;
  std::vector<const CaseArgument *> others;
  for (const CaseArgument &argument : arguments)
    if (const auto *tensor = std::get_if<TensorArgument>(&argument))
      tensors[tensor->name] = tensor;
    else
      others.push_back(&argument);
  Arguments pieces;
  size_t next = 0;
  for (Attribute attr : signature)
    if (auto piece = dyn_cast<sparse::PieceAttr>(attr))
      pieces.push_back(getPiece(*tensors[piece.getTensor().str()], piece));
    else
      pieces.push_back(*others[next++]);
  return pieces;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static interpreter::Memory view(MLIRContext *context, Array &array) {
  if (array.element.empty())
    return {};
  return {array.bytes.data(), parseType(array.element, context),
          SmallVector<int64_t>(array.shape.begin(), array.shape.end())};
}

static interpreter::Tensor view(MLIRContext *context, TensorArgument &tensor) {
  interpreter::Tensor result;
  result.shape.assign(tensor.shape.begin(), tensor.shape.end());
  for (Array &array : tensor.positions)
    result.positions.push_back(view(context, array));
  for (Array &array : tensor.coordinates)
    result.coordinates.push_back(view(context, array));
  result.values = view(context, tensor.values);
  return result;
}

std::vector<interpreter::Argument>
spindle::differential::viewArguments(MLIRContext *context,
                                     Arguments &arguments) {
  std::vector<interpreter::Argument> result;
  for (CaseArgument &argument : arguments) {
    if (auto *array = std::get_if<Array>(&argument))
      result.push_back(view(context, *array));
    else if (auto *tensor = std::get_if<TensorArgument>(&argument))
      result.push_back(view(context, *tensor));
    else
      result.push_back(std::get<int64_t>(argument));
  }
  return result;
}

execution::ArgumentList
spindle::differential::listArguments(Arguments &arguments) {
  execution::ArgumentList list;
  for (CaseArgument &argument : arguments) {
    if (auto *array = std::get_if<Array>(&argument))
      list.append(execution::MemoryView{
          array->bytes.data(),
          SmallVector<int64_t>(array->shape.begin(), array->shape.end())});
    else
      list.append(std::get<int64_t>(argument));
  }
  return list;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// The memory of an argument; null for a number.
static const Array *getMemory(const CaseArgument &argument) {
  if (const auto *tensor = std::get_if<TensorArgument>(&argument))
    return &tensor->values;
  return std::get_if<Array>(&argument);
}

Array &spindle::differential::getMemory(CaseArgument &argument) {
  return const_cast<Array &>(
      *::getMemory(static_cast<const CaseArgument &>(argument)));
}

static std::string compareArrays(const Array &got, const Array &expected,
                                 Equality equality) {
  size_t size = getByteSize(got.element);
  for (size_t at = 0; at < got.bytes.size(); at += size) {
    const char *left = got.bytes.data() + at, *right = &expected.bytes[at];
    if (!areEqual(left, right, got.element, equality))
      return got.name + "[" + std::to_string(at / size) + "]: expected " +
             printNumber(right, got.element) + " but got " +
             printNumber(left, got.element);
  }
  return "";
}

std::string spindle::differential::compareArguments(const Arguments &got,
                                                    const Arguments &expected,
                                                    Equality equality) {
  std::map<std::string, const Array *> arrays;
  for (const CaseArgument &argument : expected)
    if (const Array *array = ::getMemory(argument))
      arrays[array->name] = array;
  for (const CaseArgument &argument : got) {
    const Array *array = ::getMemory(argument);
    auto other = array ? arrays.find(array->name) : arrays.end();
    if (other == arrays.end())
      continue;
    std::string fault = compareArrays(*array, *other->second, equality);
    if (!fault.empty())
      return fault;
  }
  return "";
}

bool spindle::differential::areFinite(const Arguments &arguments) {
  for (const CaseArgument &argument : arguments) {
    const Array *array = ::getMemory(argument);
    size_t size = array ? getByteSize(array->element) : 1;
    for (size_t at = 0; array && at < array->bytes.size(); at += size)
      if (!isFiniteNumber(&array->bytes[at], array->element))
        return false;
  }
  return true;
}
