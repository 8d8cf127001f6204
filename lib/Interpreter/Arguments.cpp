//===- Arguments.cpp - arguments of a function ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "FormatPlan.h"
#include "Number.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// What is wrong with an argument: empty where nothing is
//===----------------------------------------------------------------------===//

/// Of sizes, against those that are known.
static std::string checkShape(ArrayRef<int64_t> sizes,
                              ArrayRef<int64_t> known) {
  if (sizes.size() != known.size())
    return ("expected " + Twine(known.size()) + " dimensions but got " +
            Twine(sizes.size()))
        .str();
  for (auto [dim, size, wanted] : llvm::enumerate(sizes, known)) {
    if (size < 0 || (!ShapedType::isDynamic(wanted) && size != wanted))
      return ("expected the size of dimension " + Twine(dim) + " to be " +
              (ShapedType::isDynamic(wanted) ? "at least 0" : Twine(wanted)) +
              " but got " + Twine(size))
          .str();
  }
  return "";
}

/// Of memory, against its type.
static std::string checkMemory(const Memory &memory, ArrayRef<int64_t> known,
                               Type elementType) {
  if (memory.elementType != elementType)
    return "expected elements of type " + debugString(elementType) +
           " but got " +
           (memory.elementType ? debugString(memory.elementType) : "none");
  if (!getByteSize(elementType))
    return "expected elements of a type that the interpreter knows but got " +
           debugString(elementType);
  std::string fault = checkShape(memory.shape, known);
  if (!fault.empty())
    return fault;
  bool empty = llvm::is_contained(memory.shape, 0);
  return memory.data || empty ? "" : "expected memory but got none";
}

/// Of an array of a tensor's structure.
static std::string checkArray(const FormatArray &array) {
  std::string fault =
      array.memory ? checkMemory(*array.memory, array.shape, array.elementType)
                   : "expected an array but got none";
  if (fault.empty())
    return "";
  std::string level =
      array.level < 0 ? "" : "level " + std::to_string(array.level) + ", ";
  return level + array.what.str() + ": " + fault;
}

/// Of the arrays of a tensor, where the interpreter knows its format.
static std::string checkArrays(const Tensor &tensor,
                               sparse::SparseTensorType type) {
  std::string fault;
  if (std::optional<FormatPlan> plan = FormatPlan::make(type))
    for (const FormatArray &array : plan->getArrays(tensor))
      if (fault.empty())
        fault = checkArray(array);
  return fault;
}

/// Of a tensor, whose levels are its own unless it shares another's structure.
static std::string checkTensor(const Tensor &tensor,
                               sparse::SparseTensorType type,
                               bool sharesStructure) {
  std::string fault = checkShape(tensor.shape, type.getShape());
  if (fault.empty() && !sharesStructure)
    fault = checkArrays(tensor, type);
  if (!fault.empty())
    return fault;
  auto buffer = cast<sparse::BufferType>(sparse::getUnpackedTypes(type).back());
  fault = checkMemory(tensor.values, buffer.getShape(), type.getElementType());
  return fault.empty() ? "" : "values: " + fault;
}

/// Of a tensor in a composite format, part by part.
static std::string checkParts(const Tensor &tensor,
                              sparse::CompositeTensorType type,
                              bool sharesStructure) {
  std::string fault = checkShape(tensor.shape, type.getShape());
  SmallVector<Type> types = type.getPartTypes();
  if (fault.empty() && tensor.parts.size() != types.size())
    fault = "expected " + std::to_string(types.size()) + " parts but got " +
            std::to_string(tensor.parts.size());
  if (!fault.empty())
    return fault;
  for (auto [number, part, partType] : llvm::enumerate(tensor.parts, types)) {
    fault = part.shape == tensor.shape
                ? checkTensor(part, cast<sparse::SparseTensorType>(partType),
                              sharesStructure)
                : "expected the sizes of the whole tensor";
    if (!fault.empty())
      return "part " + std::to_string(number) + ": " + fault;
  }
  return "";
}

static std::string checkArgument(const Argument &argument, Type type,
                                 bool sharesStructure) {
  if (auto memref = dyn_cast<MemRefType>(type)) {
    const auto *memory = std::get_if<Memory>(&argument);
    if (!memref.getLayout().isIdentity())
      return "expected a row-major memref but got " + debugString(type);
    return memory ? checkMemory(*memory, memref.getShape(),
                                memref.getElementType())
                  : "expected memory for " + debugString(type);
  }
  if (auto builtin = dyn_cast<RankedTensorType>(type)) {
    const auto *memory = std::get_if<Memory>(&argument);
    return memory ? checkMemory(*memory, builtin.getShape(),
                                builtin.getElementType())
                  : "expected memory for " + debugString(type);
  }
  if (auto tensorType = dyn_cast<sparse::SparseTensorType>(type)) {
    const auto *tensor = std::get_if<Tensor>(&argument);
    return tensor ? checkTensor(*tensor, tensorType, sharesStructure)
                  : "expected a tensor for " + debugString(type);
  }
  if (auto composite = dyn_cast<sparse::CompositeTensorType>(type)) {
    const auto *tensor = std::get_if<Tensor>(&argument);
    return tensor ? checkParts(*tensor, composite, sharesStructure)
                  : "expected a tensor for " + debugString(type);
  }
  if (isa<FloatType>(type))
    return std::holds_alternative<double>(argument) && getByteSize(type)
               ? ""
               : "expected a float for " + debugString(type);
  if (isa<ComplexType>(type))
    return std::holds_alternative<std::complex<double>>(argument) &&
                   getByteSize(type)
               ? ""
               : "expected a complex number for " + debugString(type);
  return std::holds_alternative<int64_t>(argument) && getByteSize(type)
             ? ""
             : "expected an integer for " + debugString(type);
}

//===----------------------------------------------------------------------===//
// All arguments
//===----------------------------------------------------------------------===//

static llvm::Error makeError(func::FuncOp function, const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 describe(function) + message);
}

/// Checks that dimensions of one name have one size.
static llvm::Error checkDims(func::FuncOp function,
                             ArrayRef<Argument> arguments) {
  llvm::StringMap<int64_t> sizes;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    auto names = function.getArgAttrOfType<ArrayAttr>(
        index, sparse::SparseDialect::kDimsAttr);
    const auto *tensor = std::get_if<Tensor>(&argument);
    if (!names || !tensor)
      continue;
    for (auto [name, size] :
         llvm::zip(names.getAsRange<StringAttr>(), tensor->shape)) {
      int64_t known = sizes.try_emplace(name, size).first->second;
      if (known != size)
        return makeError(function, "argument " + Twine(index) +
                                       ": expected size " + Twine(known) +
                                       " of dimension '" + name.getValue() +
                                       "' but got " + Twine(size));
    }
  }
  return llvm::Error::success();
}

/// Checks that a tensor has the sizes of the one whose structure it shares.
static llvm::Error checkStructures(func::FuncOp function,
                                   ArrayRef<Argument> arguments) {
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    const auto *tensor = std::get_if<Tensor>(&argument);
    auto owner =
        tensor ? dyn_cast_or_null<BlockArgument>(
                     sparse::getStructureOwner(function.getArgument(index)))
               : BlockArgument();
    if (owner && std::get<Tensor>(arguments[owner.getArgNumber()]).shape !=
                     tensor->shape)
      return makeError(function, "argument " + Twine(index) +
                                     ": expected the sizes of argument " +
                                     Twine(owner.getArgNumber()) +
                                     ", whose structure it shares");
  }
  return llvm::Error::success();
}

llvm::Error spindle::interpreter::checkArguments(func::FuncOp function,
                                                 ArrayRef<Argument> arguments) {
  if (arguments.size() != function.getNumArguments())
    return makeError(function, "expected " + Twine(function.getNumArguments()) +
                                   " arguments but got " +
                                   Twine(arguments.size()));
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    bool sharesStructure = bool(
        function.getArgAttr(index, sparse::SparseDialect::kStructureOfAttr));
    std::string fault = checkArgument(
        argument, function.getArgumentTypes()[index], sharesStructure);
    if (!fault.empty())
      return makeError(function, "argument " + Twine(index) + ": " + fault);
  }
  if (llvm::Error error = checkDims(function, arguments))
    return error;
  return checkStructures(function, arguments);
}

static View *makeView(Machine &m, const Memory &memory) {
  View &view = m.views.emplace_back();
  view.data = static_cast<char *>(memory.data);
  view.shape.assign(memory.shape.begin(), memory.shape.end());
  return &view;
}

/// The tensor of an argument, and before it those of its parts.
static TensorState *makeTensor(Machine &m, const Tensor &tensor) {
  TensorState state;
  state.argument = &tensor;
  if (tensor.parts.empty())
    state.values.view = makeView(m, tensor.values);
  for (const Tensor &part : tensor.parts)
    state.parts.push_back(makeTensor(m, part));
  return &m.tensors.emplace_back(std::move(state));
}

static Cell makeArgumentCell(Machine &m, const Argument &argument, Type type) {
  Cell cell;
  if (const auto *integer = std::get_if<int64_t>(&argument))
    visitInt(type, [&](auto number) {
      cell.integer = decltype(number)::wrap(*integer);
      return true;
    });
  if (const auto *real = std::get_if<double>(&argument))
    visitFloat(type, [&](auto number) {
      using N = decltype(number);
      N::in(cell) = N::round(*real);
      return true;
    });
  if (const auto *complex = std::get_if<std::complex<double>>(&argument))
    visitComplex(type, [&](auto number) {
      using N = decltype(number);
      N::in(cell) = typename N::Value(*complex);
      return true;
    });
  if (const auto *memory = std::get_if<Memory>(&argument))
    cell.memory = makeView(m, *memory);
  if (const auto *tensor = std::get_if<Tensor>(&argument))
    cell.tensor = makeTensor(m, *tensor);
  return cell;
}

void spindle::interpreter::bindArguments(Translator &translator,
                                         func::FuncOp function, Machine &m) {
  for (auto [value, argument] : llvm::zip(function.getArguments(), m.arguments))
    m[translator.slotOf(value)] =
        makeArgumentCell(m, argument, value.getType());
}
