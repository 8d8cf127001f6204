//===- TesaDialect.cpp - the tesa dialect ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::tesa;

#include "Spindle/Dialect/Tesa/IR/TesaOpsDialect.cpp.inc"

#include "Spindle/Dialect/Tesa/IR/SparsityOpInterfaces.cpp.inc"

/// Numbers in brackets, as many as there are dimensions: none of a scalar's.
static ParseResult parseSizes(AsmParser &parser, SmallVector<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(sizes.emplace_back());
  });
}

static void printSizes(AsmPrinter &printer, ArrayRef<int64_t> sizes) {
  printer << '[';
  llvm::interleaveComma(sizes, printer);
  printer << ']';
}

/// `keeps "09"`, or `stored dense_resource<...> : ... hash "..."`.
static ParseResult parseBits(AsmParser &parser, std::string &keeps,
                             DenseResourceElementsAttr &stored,
                             std::string &hash) {
  if (succeeded(parser.parseOptionalKeyword("keeps")))
    return parser.parseString(&keeps);
  return failure(parser.parseKeyword("stored") ||
                 parser.parseAttribute(stored) || parser.parseKeyword("hash") ||
                 parser.parseString(&hash));
}

static void printBits(AsmPrinter &printer, StringRef keeps,
                      DenseResourceElementsAttr stored, StringRef hash) {
  if (!stored) {
    printer << "keeps \"" << keeps << '"';
    return;
  }
  printer << "stored ";
  printer.printAttribute(stored);
  printer << " hash \"" << hash << '"';
}

/// Types in brackets, as many as there are blocks: none where there are no
/// elements.
static ParseResult parseFormats(AsmParser &parser, SmallVector<Type> &formats) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseType(formats.emplace_back());
  });
}

static void printFormats(AsmPrinter &printer, ArrayRef<Type> formats) {
  printer << '[';
  llvm::interleaveComma(formats, printer);
  printer << ']';
}

/// Texts of digits in brackets, as many as there are dimensions.
static ParseResult parseDigits(AsmParser &parser,
                               SmallVector<StringAttr> &digits) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseAttribute(digits.emplace_back());
  });
}

static void printDigits(AsmPrinter &printer, ArrayRef<StringAttr> digits) {
  printer << '[';
  llvm::interleaveComma(digits, printer);
  printer << ']';
}

#define GET_ATTRDEF_CLASSES
#include "Spindle/Dialect/Tesa/IR/TesaOpsAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "Spindle/Dialect/Tesa/IR/TesaOps.cpp.inc"

void TesaDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Spindle/Dialect/Tesa/IR/TesaOpsAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Spindle/Dialect/Tesa/IR/TesaOps.cpp.inc"
      >();
}

bool tesa::hasMask(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  if (auto real = dyn_cast<FloatType>(tensor.getElementType()))
    return llvm::APFloat::semanticsHasZero(real.getFloatSemantics());
  return isa<IntegerType>(tensor.getElementType());
}

Type tesa::getNumberType(Type type) { return getElementTypeOrSelf(type); }

static MaskSizes getMaskShape(Type type) {
  return tesa::hasMask(type) ? cast<ShapedType>(type).getShape().vec()
                             : MaskSizes();
}

Mask tesa::getNoElement(Type type) { return Mask::none(getMaskShape(type)); }

Numbers tesa::getNoNumbers(Type type) {
  return Numbers(getMaskShape(type), Number());
}

Numbers tesa::getNumbers(ElementsAttr constant) {
  Type type = constant.getElementType();
  MaskSizes shape = constant.getShapedType().getShape().vec();
  auto elements = dyn_cast<DenseElementsAttr>(constant);
  if (!elements || getNumberBits(type) == 0)
    return Numbers(shape, Number());
  auto read = [&](Attribute element) {
    return getConstant(type, *getNumberBits(element));
  };
  if (elements.isSplat())
    return Numbers(shape, read(elements.getSplatValue<Attribute>()));
  std::vector<Number> cells;
  if (isa<FloatType>(type))
    for (APFloat real : elements.getValues<APFloat>())
      cells.push_back(getConstant(type, real.bitcastToAPInt().getZExtValue()));
  else
    for (APInt integer : elements.getValues<APInt>())
      cells.push_back(getConstant(type, integer.getZExtValue()));
  return Numbers::ofCells(shape, MaskSizes(shape.size(), 1), std::move(cells));
}

/// The constant numbers of an argument, 0 where its mask keeps nothing.
static LogicalResult verifyConstant(FunctionOpInterface function,
                                    unsigned argument, Attribute constant) {
  auto emitError = [&] {
    return function.emitError("'tesa' dialect (C3) expected ");
  };
  if (isa<UnitAttr>(constant))
    return success();
  Type type = function.getArgumentTypes()[argument];
  auto elements = dyn_cast<ElementsAttr>(constant);
  if (!elements || elements.getShapedType() != type)
    return emitError() << "'" << TesaDialect::kConstantAttr << "' of argument "
                       << argument << " to be elements of type " << type
                       << " but got " << constant;
  auto mask =
      function.getArgAttrOfType<MaskAttr>(argument, TesaDialect::kMaskAttr);
  if (!mask || !hasMask(type) || !isa<DenseElementsAttr>(elements) ||
      getNumberBits(elements.getElementType()) == 0 ||
      mask.getShape() != elements.getShapedType().getShape() ||
      (mask.getStored() && !mask.getStored().getRawHandle().getBlob()))
    return success();
  Mask zeros = mapCells(getNumbers(elements), [](const Number &number) {
    return uint8_t(number.isKnownZero());
  });
  if (!zeros.contains(~mask.getMask()))
    return emitError() << "zeros in '" << TesaDialect::kConstantAttr
                       << "' of argument " << argument
                       << " where its mask keeps nothing but got others";
  return success();
}

static LogicalResult verifyMask(FunctionOpInterface function, unsigned argument,
                                Attribute attr) {
  auto mask = dyn_cast<MaskAttr>(attr);
  if (!mask)
    return function.emitError("'tesa' dialect (C1) expected '")
           << TesaDialect::kMaskAttr << "' of argument " << argument
           << " to be a #tesa.mask but got " << attr;
  Type type = function.getArgumentTypes()[argument];
  if (!hasMask(type) || cast<ShapedType>(type).getShape() != mask.getShape())
    return function.emitError("'tesa' dialect (C2) expected argument ")
           << argument << " to be a tensor of numbers with the shape ["
           << mask.getShape() << "] of its mask but got " << type;
  return mask.verifyStored([&] { return function.emitError(); });
}

static LogicalResult verifyWidth(FunctionOpInterface function,
                                 unsigned argument, Attribute attr) {
  auto width = dyn_cast<WidthAttr>(attr);
  if (!width)
    return function.emitError("'tesa' dialect (C4) expected '")
           << TesaDialect::kWidthAttr << "' of argument " << argument
           << " to be a #tesa.width but got " << attr;
  return width.verifyOn(function.getArgumentTypes()[argument], [&] {
    return function.emitError("'tesa' dialect (C5) expected argument ")
           << argument << " to have ";
  });
}

static LogicalResult verifyKept(FunctionOpInterface function, unsigned argument,
                                Attribute attr) {
  auto kept = dyn_cast<KeptAttr>(attr);
  if (!kept)
    return function.emitError("'tesa' dialect (C6) expected '")
           << TesaDialect::kKeptAttr << "' of argument " << argument
           << " to be a #tesa.kept but got " << attr;
  auto left = llvm::map_to_vector(
      kept.getCoordinates(),
      [](const MaskSizes &of) -> int64_t { return of.size(); });
  auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[argument]);
  if (!type || type.getShape() != ArrayRef(left))
    return function.emitError("'tesa' dialect (C7) expected argument ")
           << argument << " to be a tensor with the shape [" << left
           << "] that is left but got "
           << function.getArgumentTypes()[argument];
  return success();
}

static LogicalResult verifyPart(FunctionOpInterface function, unsigned argument,
                                Attribute attr) {
  auto part = dyn_cast<PartAttr>(attr);
  if (!part)
    return function.emitError("'tesa' dialect (C8) expected '")
           << TesaDialect::kPartAttr << "' of argument " << argument
           << " to be a #tesa.part but got " << attr;
  Type type = function.getArgumentTypes()[argument];
  auto tensor = dyn_cast<RankedTensorType>(type);
  bool isPart =
      tensor && (part.isSteps(type)
                     ? tensor.getRank() == 1
                     : tensor.getRank() == part.getType().getRank() &&
                           holds(tensor.getElementType(), part.getFormat()));
  if (!isPart)
    return function.emitError("'tesa' dialect (C9) expected argument ")
           << argument << " to have " << part.getType().getRank()
           << " dimensions and numbers of " << part.getFormat()
           << ", or steps in one dimension, but got " << type;
  return success();
}

LogicalResult TesaDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned argument,
                                                    NamedAttribute attr) {
  auto function = cast<FunctionOpInterface>(op);
  if (attr.getName() == kMaskAttr)
    return verifyMask(function, argument, attr.getValue());
  if (attr.getName() == kConstantAttr)
    return verifyConstant(function, argument, attr.getValue());
  if (attr.getName() == kWidthAttr)
    return verifyWidth(function, argument, attr.getValue());
  if (attr.getName() == kKeptAttr)
    return verifyKept(function, argument, attr.getValue());
  if (attr.getName() == kPartAttr)
    return verifyPart(function, argument, attr.getValue());
  return success();
}
