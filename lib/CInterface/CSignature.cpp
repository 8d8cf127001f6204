//===- CSignature.cpp - what a program's C function takes -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/CSignature.h"

#include "Spindle/CInterface/CNames.h"
#include "Spindle/CInterface/DTypes.h"
#include "Spindle/CInterface/OperandSpec.h"
#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace spindle::sparse;
using namespace spindle::cinterface;
using spindle::runtime::DType;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

StringRef spindle::cinterface::getCType(Type type) {
  switch (*getDType(type)) {
  case DType::I1:
    return "uint8_t";
  case DType::I4:
  case DType::I8:
    return "int8_t";
  case DType::I16:
    return "int16_t";
  case DType::I32:
    return "int32_t";
  case DType::I64:
    return "int64_t";
  case DType::F16:
  case DType::BF16:
    return "uint16_t";
  case DType::F32:
  case DType::C64:
    return "float";
  case DType::F64:
  case DType::C128:
    return "double";
  }
  llvm_unreachable("a type of elements is one of these");
}

int64_t spindle::cinterface::getElementBytes(Type type) {
  return dtypeSize(unpackedType(*getDType(type)));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

ArrayRef<int64_t> COperand::getShape() const {
  return cinterface::getShape(attr.getType());
}

FormatAttr COperand::getFormat() const {
  return cast<SparseTensorType>(attr.getType()).getFormat();
}

const CArray &COperand::getArray(PieceRole role, int64_t level) const {
  return *llvm::find_if(arrays, [&](const CArray &array) {
    return array.role == role && array.level == level;
  });
}

bool COperand::hasPiece(PieceAttr piece) const {
  if (piece.getTensor() != tensor || piece.getPart() != ArrayRef(part))
    return false;
  PieceRole role = piece.getRole();
  if (role == PieceRole::Size)
    return kind == COperandKind::Structured &&
           piece.getIndex() < int64_t(getShape().size());
  if (kind == COperandKind::Dense)
    return role == PieceRole::Values;
  return llvm::any_of(arrays, [&](const CArray &array) {
    return array.role == role && array.level == piece.getIndex();
  });
}

const COperand &CSignature::lookUp(StringRef name) const {
  return *llvm::find_if(operands, [&](const COperand &operand) {
    return operand.getName() == name;
  });
}

const COperand &CSignature::lookUp(PieceAttr piece) const {
  return *llvm::find_if(operands, [&](const COperand &operand) {
    return operand.tensor == piece.getTensor() &&
           ArrayRef(operand.part) == piece.getPart();
  });
}

namespace {
/// Lists the parameters of operands, one after the other.
struct Lister {
  CSignature &signature;
  function_ref<InFlightDiagnostic()> emitError;

  LogicalResult add(OperandAttr attr);

private:
  LogicalResult addOperand(COperand operand);
  LogicalResult addParts(OperandAttr attr, CompositeTensorType tensor);
  size_t addParameter(Twine name, CRole role, int64_t index = 0, Type type = {},
                      bool isWritten = false);
  void addArray(COperand &operand, const Piece &piece);
  void addStructure(COperand &operand, SparseTensorType tensor);
  void addValues(COperand &operand, SparseTensorType tensor);
  void addDense(COperand &operand, Type element);
  void addNumber(COperand &operand);
};
} // namespace

size_t Lister::addParameter(Twine name, CRole role, int64_t index, Type type,
                            bool isWritten) {
  signature.parameters.push_back({name.str(), role, index, type, isWritten});
  return signature.parameters.size() - 1;
}

/// What the name of an array ends in, before its level.
static StringRef getSuffix(PieceRole role) {
  return role == PieceRole::Size ? StringRef() : stringifyPieceRole(role);
}

void Lister::addArray(COperand &operand, const Piece &piece) {
  PieceRole role = piece.label.getRole();
  std::string name = operand.cName + "_" + getSuffix(role).str();
  if (piece.label.getIndex() >= 0)
    name += std::to_string(piece.label.getIndex());
  bool isWritten = role == PieceRole::Values && operand.isWritten();
  size_t parameter =
      addParameter(name, CRole::Array, 0,
                   cast<MemRefType>(piece.type).getElementType(), isWritten);
  addParameter(name + "_count", CRole::Count);
  operand.arrays.push_back(
      {role, piece.label.getIndex(), piece.levels, parameter});
}

/// Whether a fibre of `level` has as many cells as a parameter says.
static bool hasOpenWidth(LevelAttr level) {
  return level.getKind() == LevelKind::Fixed &&
         ShapedType::isDynamic(level.getParams().front());
}

void Lister::addStructure(COperand &operand, SparseTensorType tensor) {
  operand.kind = COperandKind::Structured;
  operand.first = signature.parameters.size();
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    addParameter(operand.cName + "_size" + Twine(dim), CRole::Size, dim);
  for (auto [index, level] : llvm::enumerate(tensor.getFormat().getLevels()))
    operand.widths.push_back(
        hasOpenWidth(level)
            ? addParameter(operand.cName + "_width" + Twine(index),
                           CRole::Width, index)
            : 0);
  Pieces pieces =
      getPieces(tensor, operand.attr.getName(), /*sharesStructure=*/false);
  for (const Piece &piece : pieces.list)
    if (piece.label.getRole() != PieceRole::Size)
      addArray(operand, piece);
}

void Lister::addValues(COperand &operand, SparseTensorType tensor) {
  operand.kind = COperandKind::Values;
  Pieces pieces =
      getPieces(tensor, operand.attr.getName(), /*sharesStructure=*/true);
  addArray(operand, pieces.list.back());
}

void Lister::addDense(COperand &operand, Type element) {
  operand.kind = COperandKind::Dense;
  operand.first = addParameter(operand.cName, CRole::Array, 0, element,
                               operand.isWritten());
  if (operand.getShape().empty())
    return;
  addParameter(operand.cName + "_sizes", CRole::Sizes);
  addParameter(operand.cName + "_strides", CRole::Strides);
}

void Lister::addNumber(COperand &operand) {
  Type type = operand.attr.getType();
  operand.kind = COperandKind::Number;
  bool isComplex = isa<ComplexType>(type);
  operand.first = addParameter(operand.cName + (isComplex ? "_real" : ""),
                               CRole::Number, 0, type);
  if (isComplex)
    addParameter(operand.cName + "_imaginary", CRole::Imaginary, 0, type);
}

/// What part `number` of an operand called `name` is called; null for none.
static StringAttr getPartName(StringAttr name, size_t number) {
  return name ? StringAttr::get(name.getContext(),
                                name.getValue() + "_part" + Twine(number))
              : StringAttr();
}

LogicalResult Lister::addParts(OperandAttr attr, CompositeTensorType tensor) {
  SmallVector<std::string> names = nameDims(attr);
  SmallVector<StringRef> dims(names.begin(), names.end());
  for (auto [number, type] : llvm::enumerate(tensor.getPartTypes())) {
    COperand part;
    part.attr = OperandAttr::get(
        attr.getContext(), getPartName(attr.getName(), number), type,
        attr.getAccess(), Builder(attr.getContext()).getStrArrayAttr(dims),
        getPartName(attr.getStructure(), number));
    part.tensor = attr.getName();
    part.part = {int64_t(number)};
    if (failed(addOperand(std::move(part))))
      return failure();
  }
  return success();
}

LogicalResult Lister::add(OperandAttr attr) {
  if (auto tensor = dyn_cast<CompositeTensorType>(attr.getType()))
    return addParts(attr, tensor);
  COperand operand;
  operand.attr = attr;
  operand.tensor = attr.getName();
  return addOperand(std::move(operand));
}

LogicalResult Lister::addOperand(COperand operand) {
  OperandAttr attr = operand.attr;
  Type type = attr.getType(), element = getElementType(type);
  if (!getDType(element) || (isa<MemRefType>(type) && !isPlainMemory(type)))
    return emitError()
           << "expected operand " << attr.getName()
           << " to be a tensor, a plain memref or a number, of i1, i4, i8, "
              "i16, i32, i64, index, f16, bf16, f32, f64, complex<f32> or "
              "complex<f64>, but got "
           << type;
  auto tensor = dyn_cast<SparseTensorType>(type);
  operand.dims = nameDims(attr);
  operand.cName = toCName(operand.tensor.getValue());
  for (int64_t number : operand.part)
    operand.cName += "_part" + std::to_string(number);
  if (tensor && !isDense(tensor) && attr.getStructure())
    addValues(operand, tensor);
  else if (tensor && !isDense(tensor))
    addStructure(operand, tensor);
  else if (tensor || isa<MemRefType>(type))
    addDense(operand, element);
  else
    addNumber(operand);
  signature.operands.push_back(std::move(operand));
  return success();
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Returns the program's name for the operand that parameter number `index` is
/// of.
static StringRef getOwner(const CSignature &signature, size_t index) {
  const COperand *owner = nullptr;
  for (const COperand &operand : signature.operands) {
    bool isValues = operand.kind == COperandKind::Values;
    if ((isValues ? operand.arrays.front().parameter : operand.first) <= index)
      owner = &operand;
  }
  return owner->tensor.getValue();
}

/// Checks that C and C++ take the name of the function, and that parameters
/// have different names.
static LogicalResult checkNames(const CSignature &signature,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (!isCName(signature.name))
    return emitError() << "expected the name of a C function but got '"
                       << signature.name << "'";
  if (isTaken(signature.name) || isLibraryFunction(signature.name))
    return emitError() << "expected a name that C leaves free for the function "
                          "but got '"
                       << signature.name << "'";
  llvm::StringMap<size_t> seen;
  for (auto [index, parameter] : llvm::enumerate(signature.parameters)) {
    auto [first, isNew] = seen.try_emplace(parameter.name, index);
    if (!isNew)
      return emitError() << "expected operands whose parameters have different "
                            "names in C but got '"
                         << getOwner(signature, first->second) << "' and '"
                         << getOwner(signature, index) << "', which both have '"
                         << parameter.name << "'";
  }
  return success();
}

FailureOr<CSignature> spindle::cinterface::getCSignature(
    StringRef name, ArrayAttr operands,
    function_ref<InFlightDiagnostic()> emitError) {
  CSignature signature;
  signature.name = name.str();
  Lister lister{signature, emitError};
  for (auto attr : operands.getAsRange<OperandAttr>())
    if (failed(lister.add(attr)))
      return failure();
  signature.parameters.push_back({"call", CRole::Call});
  if (failed(checkNames(signature, emitError)))
    return failure();
  return signature;
}
