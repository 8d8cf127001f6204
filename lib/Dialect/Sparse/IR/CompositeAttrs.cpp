//===- CompositeAttrs.cpp - formats made of parts -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompositeText.h"
#include "FormatRules.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// (C6) The numbers of parts, criteria and dimensions.
static LogicalResult verifyCounts(EmitError emitError, int64_t rank,
                                  size_t criteria, size_t parts) {
  if (rank < 0 || rank > FormatAttr::kMaxRank)
    return emitError() << "(C6) expected at most " << FormatAttr::kMaxRank
                       << " dimensions but got " << rank;
  if (criteria > kMaxLevels)
    return emitError() << "(C6) expected at most " << kMaxLevels
                       << " criteria but got " << criteria;
  if (parts < 1 || parts > kMaxParts)
    return emitError() << "(C6) expected 1 to " << kMaxParts
                       << " parts but got " << parts;
  return success();
}

/// Whether `part` is in a format of levels.
static bool hasLevels(PartAttr part) {
  return isa<FormatAttr>(part.getFormat());
}

/// The formats of `parts`, those of a composite one in its place.
static SmallVector<FormatAttr> listFormats(ArrayRef<PartAttr> parts) {
  SmallVector<FormatAttr> formats;
  for (PartAttr part : parts)
    if (auto composite = dyn_cast<CompositeAttr>(part.getFormat()))
      formats.append(listFormats(composite.getParts()));
    else
      formats.push_back(cast<FormatAttr>(part.getFormat()));
  return formats;
}

SmallVector<FormatAttr> CompositeAttr::getPartFormats() const {
  return listFormats(getParts());
}

/// (C10) Whether every element of a tensor in `format` is one that was stored.
static bool keepsPattern(FormatAttr format) {
  if (format.getKeeps() != Kept::None)
    return true;
  return !format.isAllDense() &&
         FormatAttr::getDefaultKept(format.getLevels()) == Kept::None;
}

/// (C9) to (C11) The format of one part.
static LogicalResult verifyFormat(EmitError emitError, int64_t rank,
                                  PartAttr part, size_t number) {
  auto composite = dyn_cast<CompositeAttr>(part.getFormat());
  auto levels = dyn_cast<FormatAttr>(part.getFormat());
  if ((composite ? composite.getRank() : levels.getRank()) != rank) // (C9)
    return emitError() << "(C9) expected a format of " << rank
                       << " dimensions for part " << number << " but got "
                       << part.getFormat();
  if (composite) // (C11)
    return llvm::all_of(composite.getParts(), hasLevels)
               ? success()
               : emitError() << "(C11) expected parts in formats of levels in "
                                "part "
                             << number << ", which is composite, but got "
                             << part.getFormat();
  if (failed(levels.verifySupported(emitError))) // (C9)
    return failure();
  if (!keepsPattern(levels)) // (C10)
    return emitError() << "(C10) expected a format that keeps the pattern for "
                          "part "
                       << number << " but got " << levels;
  return success();
}

/// (C7) to (C11) One part.
static LogicalResult verifyPart(EmitError emitError, int64_t rank,
                                PartAttr part, size_t number, bool isLast) {
  if (part.getIsRest() && (!isLast || !part.getExprs().empty())) // (C7)
    return emitError() << "(C7) expected 'rest' once, as the last part";
  for (auto [low, high] : llvm::zip_equal(part.getLows(), part.getHighs()))
    if (low > high) // (C8)
      return emitError() << "(C8) expected comparisons that a number meets in "
                            "part "
                         << number;
  return verifyFormat(emitError, rank, part, number);
}

LogicalResult CompositeAttr::verify(EmitError emitError, int64_t rank,
                                    ArrayRef<CriterionAttr> criteria,
                                    ArrayRef<PartAttr> parts) {
  if (failed(verifyCounts(emitError, rank, criteria.size(),
                          listFormats(parts).size())))
    return failure();
  for (auto [number, part] : llvm::enumerate(parts))
    if (failed(verifyPart(emitError, rank, part, number,
                          number + 1 == parts.size())))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The cover record
//===----------------------------------------------------------------------===//

/// Whether `expr` is a function of the coordinate of dimension `dim` alone.
/// What is counted of all elements that have a number is one of that number.
static bool isOfDim(CompositeAttr format, AffineExpr expr, int64_t dim) {
  bool isOf = true;
  expr.walk([&](AffineExpr inner) {
    if (auto other = dyn_cast<AffineDimExpr>(inner))
      isOf &= int64_t(other.getPosition()) == dim;
    auto symbol = dyn_cast<AffineSymbolExpr>(inner);
    if (!symbol)
      return;
    CriterionAttr criterion = format.getCriteria()[symbol.getPosition()];
    isOf &= criterion.getKind() != CriterionAttr::Kind::Slot &&
            llvm::all_of(criterion.getExprs(), [&](AffineExpr counted) {
              return isOfDim(format, counted, dim);
            });
  });
  return isOf;
}

/// Whether which elements `part` holds follows from the coordinate of dimension
/// `dim` alone.
static bool isPartOfDim(CompositeAttr format, PartAttr part, int64_t dim) {
  return llvm::all_of(part.getExprs(), [&](AffineExpr expr) {
    return isOfDim(format, expr, dim);
  });
}

/// Whether a number that follows from the coordinate of dimension `dim` tells
/// `first` and `second` apart.
static bool areApart(CompositeAttr format, PartAttr first, PartAttr second,
                     int64_t dim) {
  if (second.getIsRest())
    return isPartOfDim(format, first, dim);
  for (auto [i, expr] : llvm::enumerate(first.getExprs()))
    for (auto [j, other] : llvm::enumerate(second.getExprs()))
      if (expr == other && isOfDim(format, expr, dim) &&
          (first.getHighs()[i] < second.getLows()[j] ||
           second.getHighs()[j] < first.getLows()[i]))
        return true;
  return false;
}

bool CompositeAttr::isDisjointIn(int64_t dim) const {
  ArrayRef<PartAttr> parts = getParts();
  // What a part's own parts count is of its elements alone, but no less of the
  // coordinate alone.
  for (PartAttr part : parts)
    if (auto inner = dyn_cast<CompositeAttr>(part.getFormat()))
      if (!inner.isDisjointIn(dim))
        return false;
  for (size_t first = 0; first < parts.size(); ++first)
    for (size_t second = first + 1; second < parts.size(); ++second)
      if (!areApart(*this, parts[first], parts[second], dim))
        return false;
  return true;
}

std::string CompositeAttr::describeCover() const {
  if (getRank() == 2)
    return isDisjointIn(0)   ? "rows disjoint"
           : isDisjointIn(1) ? "columns partitioned"
                             : "rows split";
  for (int64_t dim = 0; dim < getRank(); ++dim)
    if (isDisjointIn(dim))
      return "disjoint in dimension " + std::to_string(dim);
  return "split";
}

//===----------------------------------------------------------------------===//
// CompositeTensorType
//===----------------------------------------------------------------------===//

SmallVector<Type> CompositeTensorType::getPartTypes() const {
  return llvm::map_to_vector(
      getFormat().getPartFormats(), [&](FormatAttr format) -> Type {
        return SparseTensorType::get(getContext(), getShape(), getElementType(),
                                     format);
      });
}

Type CompositeTensorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type type = SparseTensorType::parse(parser);
  if (!type || isa<CompositeTensorType>(type))
    return type;
  parser.emitError(loc) << "expected a tensor in a composite format but got "
                        << type;
  return {};
}

void CompositeTensorType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  printer << (getShape().empty() ? "" : "x") << getElementType() << ", "
          << Attribute(getFormat()) << ">";
}

LogicalResult CompositeTensorType::verify(EmitError emitError,
                                          ArrayRef<int64_t> shape,
                                          Type elementType,
                                          CompositeAttr format) {
  if (!isElementType(elementType)) // (C1)
    return emitError() << "(C1) expected elements of a type that buffers hold "
                          "but got "
                       << elementType;
  if (format.getRank() != int64_t(shape.size())) // (C2)
    return emitError() << "(C2) expected a format of " << shape.size()
                       << " dimensions but got " << format;
  return success();
}

//===----------------------------------------------------------------------===//
// AnyTensorType
//===----------------------------------------------------------------------===//

bool AnyTensorType::classof(Type type) {
  return isa<SparseTensorType, CompositeTensorType>(type);
}

ArrayRef<int64_t> AnyTensorType::getShape() const {
  if (auto tensor = dyn_cast<SparseTensorType>(*this))
    return tensor.getShape();
  return cast<CompositeTensorType>(*this).getShape();
}

Type AnyTensorType::getElementType() const {
  if (auto tensor = dyn_cast<SparseTensorType>(*this))
    return tensor.getElementType();
  return cast<CompositeTensorType>(*this).getElementType();
}

Attribute AnyTensorType::getFormat() const {
  if (auto tensor = dyn_cast<SparseTensorType>(*this))
    return tensor.getFormat();
  return cast<CompositeTensorType>(*this).getFormat();
}

AnyTensorType AnyTensorType::cloneWith(ArrayRef<int64_t> shape,
                                       Type elementType) const {
  if (auto tensor = dyn_cast<SparseTensorType>(*this))
    return cast<AnyTensorType>(Type(SparseTensorType::get(
        getContext(), shape, elementType, tensor.getFormat())));
  return cast<AnyTensorType>(Type(
      CompositeTensorType::get(getContext(), shape, elementType,
                               cast<CompositeTensorType>(*this).getFormat())));
}

AnyTensorType
AnyTensorType::getChecked(function_ref<InFlightDiagnostic()> emitError,
                          ArrayRef<int64_t> shape, Type elementType,
                          Attribute format) {
  MLIRContext *context = elementType.getContext();
  Type type;
  if (auto composite = dyn_cast<CompositeAttr>(format))
    type = CompositeTensorType::getChecked(emitError, context, shape,
                                           elementType, composite);
  else
    type = SparseTensorType::getChecked(emitError, context, shape, elementType,
                                        cast<FormatAttr>(format));
  return type ? cast<AnyTensorType>(type) : AnyTensorType();
}
