//===- SparseTypes.cpp - types of the sparse dialect ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;

bool spindle::sparse::isElementType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType());
  if (type.isIndex() || isa<FloatType>(type))
    return true;
  for (unsigned width : {1, 4, 8, 16, 32, 64})
    if (type.isSignlessInteger(width))
      return true;
  return false;
}

/// Reports, under (C1), a type that no buffer holds.
static LogicalResult
verifyElementType(function_ref<InFlightDiagnostic()> emitError, Type type) {
  if (isElementType(type))
    return success();
  return emitError() << "!sparse.buffer (C1) expected elements to be integers "
                        "of 1, 4, 8, 16, 32 "
                        "or 64 bits, index, floats or complex numbers but got "
                     << type;
}

/// The type of the fill value of elements of `type`: the type itself; that of
/// the real part of a complex number, whose imaginary part is then zero.
static Type getFillType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

/// The zero that elements of `type` are filled with; null for other types.
static TypedAttr getZero(Type type) {
  type = getFillType(type);
  if (isa<FloatType>(type))
    return FloatAttr::get(type, 0.0);
  if (type.isIntOrIndex())
    return IntegerAttr::get(type, 0);
  return {};
}

//===----------------------------------------------------------------------===//
// BufferType
//===----------------------------------------------------------------------===//

BufferType BufferType::get(ArrayRef<int64_t> shape, Type elementType) {
  return get(elementType.getContext(), shape, elementType,
             getZero(elementType));
}

MemRefType BufferType::getMemRefType() const {
  return MemRefType::get(getShape(), getElementType());
}

Type BufferType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  TypedAttr fill;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("fill") || parser.parseEqual() ||
        parser.parseAttribute(fill, getFillType(elementType)))
      return {};
  } else {
    fill = getZero(elementType);
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<BufferType>(
      loc, parser.getContext(), ArrayRef<int64_t>(shape), elementType, fill);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  printer << (getShape().empty() ? "" : "x") << getElementType();
  if (getFill() != getZero(getElementType())) {
    printer << ", fill = ";
    printer.printAttributeWithoutType(getFill());
  }
  printer << ">";
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type elementType,
                                 TypedAttr fill) {
  if (failed(verifyElementType(emitError, elementType))) // (C1)
    return failure();
  Type part = getFillType(elementType); // (C2)
  if (!isa_and_nonnull<FloatAttr, IntegerAttr>(fill) || fill.getType() != part)
    return emitError() << "!sparse.buffer (C2) expected a fill value of type "
                       << part;
  return success();
}

//===----------------------------------------------------------------------===//
// SparseTensorType
//===----------------------------------------------------------------------===//

Type SparseTensorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  Attribute format;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || parser.parseComma())
    return {};
  SMLoc formatLoc = parser.getCurrentLocation();
  if (parser.parseAttribute(format))
    return {};
  if (!isa<CompositeAttr>(format))
    format = FormatAttr::getInTensor(
        [&] { return parser.emitError(formatLoc); }, format, shape.size());
  if (!format || parser.parseGreater())
    return {};
  return AnyTensorType::getChecked([&] { return parser.emitError(loc); }, shape,
                                   elementType, format);
}

void SparseTensorType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  printer << (getShape().empty() ? "" : "x") << getElementType() << ", ";
  getFormat().printInTensor(printer);
  printer << ">";
}

LogicalResult
SparseTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<int64_t> shape, Type elementType,
                         FormatAttr format) {
  if (failed(verifyElementType(emitError, elementType))) // (C1)
    return failure();
  if (format.getRank() != int64_t(shape.size())) // (C2)
    return emitError() << "!sparse.tensor (C2) expected a format of "
                       << shape.size() << " dimensions but got " << format;
  return format.verifySupported(emitError); // (C3)
}

/// The entries that level `index` lies under. Where it has several parents,
/// what they have in common comes before them.
static SmallVector<int64_t, 2> getEntryParents(FormatAttr format,
                                               int64_t index) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  ArrayRef<int64_t> parents = levels[index].getParents();
  SmallVector<int64_t, 2> entries;
  if (parents.size() > 1)
    llvm::append_range(entries, levels[parents.front()].getParents());
  llvm::append_range(entries, parents);
  return entries;
}

SmallVector<int64_t> spindle::sparse::getOccupiedLevels(FormatAttr format) {
  SmallVector<int64_t> levels;
  for (auto [index, level] : llvm::enumerate(format.getLevels()))
    if (level.getParents().size() < 2)
      levels.push_back(index);
  return levels;
}

axis::ParentLists spindle::sparse::getListParents(FormatAttr format) {
  axis::ParentLists parents;
  for (size_t index = 0; index < format.getLevels().size(); ++index)
    parents.push_back(getEntryParents(format, index));
  if (format.keepsBitmap())
    parents.emplace_back(getOccupiedLevels(format));
  return parents;
}

SmallVector<Type> spindle::sparse::getUnpackedTypes(SparseTensorType tensor) {
  FormatAttr format = tensor.getFormat();
  SmallVector<Type> types;
  for (LevelAttr level : format.getLevels()) {
    AxisType type = level.getAxisType(tensor.getShape());
    // To the axis all its slots exist: those of padding repeat coordinate 0.
    if (level.getKind() == LevelKind::Fixed &&
        format.getKeeps() == Kept::Bitmap)
      type = AxisType::get(tensor.getContext(), type.getKind(), type.getWidth(),
                           Type(), type.getCrd(), /*sorted=*/false,
                           /*unique=*/false);
    types.push_back(type);
  }
  SmallVector<int64_t> storage;
  for (int64_t level : format.getStorageDims())
    storage.push_back(cast<AxisType>(types[level]).getWidth());
  if (format.keepsBitmap())
    types.push_back(AxisType::get(tensor.getContext(), AxisKind::Occupancy,
                                  ShapedType::kDynamic, Type(), Type(),
                                  /*sorted=*/true, /*unique=*/true));
  types.push_back(BufferType::get(storage, tensor.getElementType()));
  return types;
}
