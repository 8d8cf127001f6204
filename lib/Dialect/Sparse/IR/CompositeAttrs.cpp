//===- CompositeAttrs.cpp - formats made of parts -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatReading.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// CompositeAttr
//===----------------------------------------------------------------------===//

LogicalResult CompositeAttr::verify(EmitError emitError, int64_t rank,
                                    ArrayRef<CriterionAttr> criteria,
                                    ArrayRef<PartAttr> parts) {
  return success(checkComposite(getComposite(rank, criteria, parts),
                                getReport(emitError)));
}

Attribute CompositeAttr::parse(AsmParser &parser, Type) {
  AsmLexer lexer(parser);
  if (parser.parseLess())
    return {};
  std::optional<format::Composite> format = parseCompositeDescriptor(lexer);
  if (!format || parser.parseGreater())
    return {};
  return getAttr(parser.getContext(), *format);
}

void CompositeAttr::print(AsmPrinter &printer) const {
  printer << "<" << printDescriptor(getDescriptor(*this)) << ">";
}

std::string CompositeAttr::getShortName() const {
  return getName(getDescriptor(*this));
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

bool CompositeAttr::isDisjointIn(int64_t dim) const {
  return format::isDisjointIn(getDescriptor(*this), dim);
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
  // A part may begin in the middle of a byte.
  if (!isElementType(elementType) || isPacked(elementType)) // (C1)
    return emitError() << "!sparse.tensor (C1) expected elements of a type "
                          "that buffers hold, in bytes of their own, "
                          "but got "
                       << elementType;
  if (format.getRank() != int64_t(shape.size())) // (C2)
    return emitError() << "!sparse.tensor (C2) expected a format of "
                       << shape.size() << " dimensions but got " << format;
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
