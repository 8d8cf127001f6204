//===- TesaDialect.cpp - the tesa dialect ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
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

Mask tesa::getNoElement(Type type) {
  return hasMask(type) ? Mask::none(cast<ShapedType>(type).getShape().vec())
                       : Mask::none({});
}

LogicalResult TesaDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned argument,
                                                    NamedAttribute attr) {
  if (attr.getName() != kMaskAttr)
    return success();
  auto mask = dyn_cast<MaskAttr>(attr.getValue());
  if (!mask)
    return op->emitError("'tesa' dialect (C1) expected '")
           << kMaskAttr << "' of argument " << argument
           << " to be a #tesa.mask but got " << attr.getValue();
  Type type = cast<FunctionOpInterface>(op).getArgumentTypes()[argument];
  if (!hasMask(type) || cast<ShapedType>(type).getShape() != mask.getShape())
    return op->emitError("'tesa' dialect (C2) expected argument ")
           << argument << " to be a tensor of numbers with the shape ["
           << mask.getShape() << "] of its mask but got " << type;
  return success();
}

LogicalResult MarkOp::verify() {
  Type type = getSource().getType();
  if (!hasMask(type) ||
      cast<ShapedType>(type).getShape() != getKeeps().getShape())
    return emitOpError("(C1) expected a tensor of numbers with the shape [")
           << getKeeps().getShape() << "] of the mask but got " << type;
  return success();
}

OpFoldResult MarkOp::fold(FoldAdaptor) {
  return getKeeps().getMask().isAll() ? getSource() : Value();
}

void MarkOp::inferZeros(ArrayRef<Mask> operands,
                        MutableArrayRef<Mask> results) {
  results[0] = operands[0] | ~getKeeps().getMask();
}

bool MarkOp::isStrict() { return true; }

void MarkOp::inferDead(ArrayRef<Mask>, ArrayRef<Mask> dead,
                       MutableArrayRef<Mask> operands) {
  operands[0] = dead[0] | ~getKeeps().getMask();
}
