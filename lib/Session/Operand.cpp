//===- Operand.cpp - an operand in memory ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Operand.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spindle/Session/Convert.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Parts.h"

#include <cstring>

using namespace spindle;
using namespace spindle::session;

std::optional<runtime::Error> session::setResult(Operand &operand,
                                                 runtime::Storage storage) {
  auto elements = markElements(storage, operand.spec->format);
  if (!elements)
    return elements.takeError();
  operand.elements = std::move(*elements);
  operand.shape = storage.shape;
  operand.values = storage.values;
  operand.storage = std::move(storage);
  return std::nullopt;
}

int64_t Operand::countElements() const {
  if (!elements.data())
    return values.size();
  const bool *bits = elements.as<bool>();
  return std::count(bits, bits + elements.size(), true);
}

/// The bytes of the arrays of the structure of `storage`.
static int64_t countStructure(const runtime::Storage &storage) {
  int64_t bytes = storage.bitmap.byteSize();
  for (const auto *arrays :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const runtime::Array &array : *arrays)
      bytes += array.byteSize();
  return bytes;
}

int64_t Operand::countStructureBytes() const {
  int64_t bytes = countStructure(storage);
  for (const runtime::Storage &part : parts)
    bytes += countStructure(part);
  return bytes;
}

bool session::returnsTensors(llvm::ArrayRef<Operand> operands) {
  return !operands.empty() && operands.back().spec->isResult;
}

//===----------------------------------------------------------------------===//
// Poison
//===----------------------------------------------------------------------===//

/// The bits of Poison::Kernel: a quiet NaN as a float of 16, 32 and 64 bits,
/// and no i1.
static constexpr uint32_t kernelPoison = 0x7FFD7FFD;
/// The bits of Poison::Interpreter: finite numbers as such floats, and no i1.
static constexpr uint32_t interpreterPoison = 0x5ADBAD5A;

void session::clearPadding(Operand &operand) {
  const auto *elements = static_cast<const uint8_t *>(operand.elements.data());
  auto *bytes = static_cast<char *>(operand.values.data());
  int64_t size = runtime::dtypeSize(unpackedType(operand.values.dtype()));
  for (int64_t i = 0; i < operand.elements.size(); ++i)
    if (!elements[i])
      std::memset(bytes + i * size, 0, size);
}

void session::fillPoison(Operand &operand, Poison poison) {
  auto *bytes = static_cast<char *>(operand.values.data());
  uint32_t bits = poison == Poison::Kernel ? kernelPoison : interpreterPoison;
  int64_t size = operand.values.byteSize();
  for (int64_t at = 0; at < size; at += sizeof(bits))
    std::memcpy(bytes + at, &bits, std::min<int64_t>(sizeof(bits), size - at));
  clearPadding(operand);
}

/// Whether element `element` of `array` holds what memory full of `bits` does.
static bool holds(const runtime::Array &array, int64_t element, uint32_t bits) {
  const uint32_t words[] = {bits, bits, bits, bits};
  int64_t size = dtypeSize(array.dtype()), at = element * size;
  const char *expected = reinterpret_cast<const char *>(words);
  return std::memcmp(static_cast<const char *>(array.data()) + at,
                     expected + at % sizeof(bits), size) == 0;
}

int64_t session::countPoison(const runtime::Array &array,
                             const runtime::Array *other) {
  int64_t count = 0;
  for (int64_t element = 0; element < array.size(); ++element)
    count += holds(array, element, kernelPoison) &&
             (!other || holds(*other, element, interpreterPoison));
  return count;
}

llvm::Expected<std::vector<Operand>>
session::cloneWritten(llvm::ArrayRef<Operand> operands) {
  std::vector<Operand> copies = operands.vec();
  for (Operand &operand : copies) {
    if (!operand.spec->isWritten() || operand.spec->isResult)
      continue;
    runtime::Expected<runtime::Array> values = clone(operand.values);
    if (!values)
      return fail(values.error());
    operand.values = std::move(*values);
  }
  return copies;
}

llvm::Expected<std::vector<Operand>>
session::clonePoisoned(llvm::ArrayRef<Operand> operands) {
  auto copies = cloneWritten(operands);
  if (!copies)
    return copies;
  for (Operand &operand : *copies)
    if (!operand.spec->needsSource() && !operand.spec->isResult)
      fillPoison(operand, Poison::Interpreter);
  return copies;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The bytes of a scalar operand.
static execution::ScalarView viewScalar(const Operand &operand) {
  execution::ScalarView scalar;
  scalar.dtype = operand.spec->dtype;
  auto store = [&](const auto &number) {
    static_assert(sizeof(number) <= sizeof(scalar.bytes));
    std::memcpy(scalar.bytes, &number, sizeof(number));
  };
  if (operand.spec->type.isIntOrIndex()) {
    store(operand.integer);
    return scalar;
  }
  visitDType(operand.spec->dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isComplexType<T>)
      store(T(operand.number));
    else if constexpr (runtime::isFloatType<T>)
      store(T(operand.number.real()));
  });
  return scalar;
}

/// An operand as a compiled function's arguments are made from.
static execution::OperandView viewOperand(const Operand &operand) {
  const OperandSpec &spec = *operand.spec;
  if (spec.kind == OperandKind::Scalar)
    return viewScalar(operand);
  if (spec.kind == OperandKind::Memory)
    return execution::viewArray(operand.values);
  // The levels of a tensor that shares its structure are the other one's; those
  // of a dense one store nothing.
  runtime::Storage storage;
  if (spec.hasPattern())
    storage = operand.storage;
  storage.shape = operand.shape;
  storage.values = operand.values;
  return execution::viewTensor(storage, spec.name);
}

/// Appends the parts of an operand in a composite format.
static void viewParts(const Operand &operand,
                      std::vector<execution::OperandView> &views) {
  for (auto [number, part] : llvm::enumerate(getParts(operand))) {
    views.push_back(execution::viewTensor(part, operand.spec->name));
    std::get<execution::TensorView>(views.back()).part = {int64_t(number)};
  }
}

std::vector<execution::OperandView>
session::getViews(llvm::ArrayRef<Operand> operands) {
  std::vector<execution::OperandView> views;
  for (const Operand &operand : operands)
    if (operand.spec->isResult)
      continue;
    else if (operand.spec->composite)
      viewParts(operand, views);
    else
      views.push_back(viewOperand(operand));
  return views;
}

/// An array of elements of `type` as a part of the interpreter's argument.
static interpreter::Memory lend(const execution::MemoryView &view,
                                mlir::Type type) {
  return {view.data, type, view.shape};
}

/// An array of structure as a part of the interpreter's argument; one that the
/// format does not keep has no memory.
static interpreter::Memory lendStructure(const execution::MemoryView &view,
                                         const OperandSpec &spec) {
  if (!view.data)
    return {};
  bool isBit = view.dtype == runtime::DType::I1;
  unsigned width = isBit ? 1 : 8 * runtime::dtypeSize(*view.dtype);
  return lend(view, mlir::IntegerType::get(spec.type.getContext(), width));
}

/// A tensor, or a part of one, as the interpreter takes it.
static interpreter::Tensor lend(const execution::TensorView &view,
                                const OperandSpec &spec) {
  interpreter::Tensor tensor;
  tensor.shape = view.shape;
  tensor.values = lend(view.values, spec.elementType);
  auto lendLevels = [&](llvm::ArrayRef<execution::MemoryView> arrays) {
    auto lent = llvm::map_to_vector(
        arrays, [&](const auto &array) { return lendStructure(array, spec); });
    lent.resize(std::max(lent.size(), spec.format.levels.size()));
    return lent;
  };
  tensor.positions = lendLevels(view.positions);
  tensor.coordinates = lendLevels(view.coordinates);
  tensor.lengths = lendLevels(view.lengths);
  tensor.bitmap = lendStructure(view.bitmap, spec);
  return tensor;
}

/// An operand as the interpreter takes it.
static interpreter::Argument lendOperand(const Operand &operand) {
  const OperandSpec &spec = *operand.spec;
  if (spec.kind == OperandKind::Scalar && spec.type.isIntOrIndex())
    return operand.integer;
  if (spec.kind == OperandKind::Scalar && isComplex(spec.dtype))
    return operand.number;
  if (spec.kind == OperandKind::Scalar)
    return operand.number.real();
  std::vector<execution::OperandView> views = getViews(operand);
  if (spec.kind == OperandKind::Memory)
    return lend(std::get<execution::MemoryView>(views.front()),
                spec.elementType);
  if (!spec.composite)
    return lend(std::get<execution::TensorView>(views.front()), spec);
  interpreter::Tensor tensor;
  tensor.shape.assign(operand.shape.begin(), operand.shape.end());
  for (const execution::OperandView &part : views)
    tensor.parts.push_back(lend(std::get<execution::TensorView>(part), spec));
  return tensor;
}

/// Entry `index` of `arrays`; nothing where it has none.
static interpreter::Memory getEntry(llvm::ArrayRef<interpreter::Memory> arrays,
                                    int64_t index) {
  return index < int64_t(arrays.size()) ? arrays[index] : interpreter::Memory();
}

/// What `piece` is of `tensor`, or of one of its parts.
static interpreter::Argument getPiece(const interpreter::Tensor &tensor,
                                      sparse::PieceAttr piece) {
  const interpreter::Tensor &part =
      piece.getPart().empty() ? tensor : tensor.parts[piece.getPart().front()];
  int64_t index = piece.getIndex();
  switch (piece.getRole()) {
  case sparse::PieceRole::Size:
    return part.shape[index];
  case sparse::PieceRole::Positions:
    return getEntry(part.positions, index);
  case sparse::PieceRole::Coordinates:
    return getEntry(part.coordinates, index);
  case sparse::PieceRole::Lengths:
    return getEntry(part.lengths, index);
  case sparse::PieceRole::Bitmap:
    return part.bitmap;
  case sparse::PieceRole::Values:
    return part.values;
  }
  llvm_unreachable("a piece has one of these roles");
}

/// The arguments of `function`, which is expanded: pieces of the tensors among
/// `arguments`, those of `operands`, and the others in their order.
static std::vector<interpreter::Argument>
expandArguments(mlir::func::FuncOp function, llvm::ArrayRef<Operand> operands,
                llvm::ArrayRef<interpreter::Argument> arguments) {
  llvm::StringMap<const interpreter::Tensor *> tensors;
  std::vector<interpreter::Argument> others, expanded;
  for (auto [operand, argument] : llvm::zip_equal(operands, arguments))
    if (const auto *tensor = std::get_if<interpreter::Tensor>(&argument))
      tensors[operand.spec->name] = tensor;
    else
      others.push_back(argument);
  auto next = others.begin();
  auto labels = function->getAttrOfType<mlir::ArrayAttr>(
      sparse::SparseDialect::kSignatureAttr);
  for (mlir::Attribute label : labels)
    if (auto piece = mlir::dyn_cast<sparse::PieceAttr>(label))
      expanded.push_back(getPiece(*tensors[piece.getTensor()], piece));
    else
      expanded.push_back(*next++);
  return expanded;
}

std::vector<interpreter::Argument>
session::getArguments(mlir::func::FuncOp function,
                      llvm::ArrayRef<Operand> operands) {
  std::vector<interpreter::Argument> arguments;
  for (const Operand &operand : operands)
    if (!operand.spec->isResult)
      arguments.push_back(lendOperand(operand));
  return isExpanded(function) ? expandArguments(function, operands, arguments)
                              : arguments;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

int64_t session::getIndex(const runtime::Array &array, int64_t i) {
  return visitIndexType(array.dtype(), [&](auto zero) -> int64_t {
    return array.as<decltype(zero)>()[i];
  });
}

std::optional<runtime::Error> session::packValues(Operand &operand) {
  if (operand.spec->dtype != runtime::DType::I4 ||
      operand.values.dtype() != runtime::DType::I8)
    return std::nullopt;
  auto packed = packHalves(operand.values);
  if (!packed)
    return packed.takeError();
  operand.values = std::move(*packed);
  operand.storage.values = runtime::Array();
  return std::nullopt;
}

runtime::Storage session::getStorage(const Operand &operand) {
  runtime::Storage storage = operand.storage;
  storage.shape = operand.shape;
  storage.values = operand.values;
  size_t levels = operand.spec->format.levels.size();
  for (auto *arrays :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    arrays->resize(levels);
  return storage;
}

runtime::Expected<runtime::CooTensor>
session::getEntries(const Operand &operand) {
  runtime::Storage storage = getStorage(operand);
  if (storage.values.dtype() == runtime::DType::I4) {
    auto bytes = unpackHalves(storage.values);
    if (!bytes)
      return bytes.takeError();
    storage.values = std::move(*bytes);
  }
  auto entries = operand.spec->composite
                     ? loadParts(getParts(operand), *operand.spec->composite)
                     : load(storage, operand.spec->format);
  return entries ? sortEntries(*entries) : std::move(entries);
}
