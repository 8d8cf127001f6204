//===- SparseOps.cpp - fills, and the text of operations ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// FillOp
//===----------------------------------------------------------------------===//

LogicalResult FillOp::verify() {
  Type expected = getBuffer().getType().getElementType();
  if (getValue().getType() != expected) // (C1)
    return emitOpError("(C1) expected a value of ")
           << expected << " but got " << getValue().getType();
  if (failed(verifyWritable(*this, "C3", expected))) // (C3)
    return failure();
  if (succeeded(getLayout(getBuffer()))) // (C2)
    return success();
  return emitOpError("(C2) expected a buffer made by an axis or sparse "
                     "operation");
}

//===----------------------------------------------------------------------===//
// Text of unpacking
//===----------------------------------------------------------------------===//

/// Parses ` on (!axis.axis<..>)`, where there is a list of axes or of parts.
static ParseResult parseOnTypes(OpAsmParser &parser,
                                SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalKeyword("on")))
    return success();
  return failure(parser.parseLParen() || parser.parseTypeList(types) ||
                 parser.parseRParen());
}

static void printOnTypes(OpAsmPrinter &printer, Operation *, TypeRange types) {
  if (!types.empty())
    printer << " on (" << types << ")";
}

/// Parses the types of the axes and, last, of the buffer.
static ParseResult parseUnpackedTypes(OpAsmParser &parser,
                                      SmallVectorImpl<Type> &axes,
                                      Type &buffer) {
  if (parser.parseTypeList(axes))
    return failure();
  buffer = axes.pop_back_val();
  return success();
}

static void printUnpackedTypes(OpAsmPrinter &printer, UnpackOp, TypeRange axes,
                               Type buffer) {
  for (Type axis : axes)
    printer << axis << ", ";
  printer << buffer;
}

//===----------------------------------------------------------------------===//
// Text of accesses
//===----------------------------------------------------------------------===//

/// Parses `at` or `at positions`, where it is there, before places of `type`.
static void parseForm(OpAsmParser &parser, AccessFormAttr &form, Type &type) {
  MLIRContext *context = parser.getContext();
  bool direct = succeeded(parser.parseOptionalKeyword("at"));
  bool sites = direct && failed(parser.parseOptionalKeyword("positions"));
  form = AccessFormAttr::get(context,
                             direct ? AccessForm::Direct : AccessForm::LookUp);
  type = sites ? Type(axis::SiteType::get(context))
               : Type(parser.getBuilder().getIndexType());
}

/// Parses `[%i, %j]`, `at [%p]` or `at positions [%p]`.
static ParseResult
parsePlaces(OpAsmParser &parser,
            SmallVectorImpl<OpAsmParser::UnresolvedOperand> &places,
            SmallVectorImpl<Type> &types, AccessFormAttr &form) {
  Type type;
  parseForm(parser, form, type);
  if (parser.parseOperandList(places, AsmParser::Delimiter::Square))
    return failure();
  types.assign(places.size(), type);
  return success();
}

/// Parses places among which there may be `any`.
static ParseResult
parseAskedPlaces(OpAsmParser &parser,
                 SmallVectorImpl<OpAsmParser::UnresolvedOperand> &places,
                 SmallVectorImpl<Type> &types, AccessFormAttr &form,
                 DenseI64ArrayAttr &any) {
  Type type;
  parseForm(parser, form, type);
  SmallVector<int64_t> numbers;
  auto parsePlace = [&]() -> ParseResult {
    if (failed(parser.parseOptionalKeyword("any")))
      return parser.parseOperand(places.emplace_back());
    numbers.push_back(places.size() + numbers.size());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePlace))
    return failure();
  any = parser.getBuilder().getDenseI64ArrayAttr(numbers);
  types.assign(places.size(), type);
  return success();
}

static void printForm(OpAsmPrinter &printer, TypeRange types,
                      AccessFormAttr form) {
  if (form.getValue() == AccessForm::LookUp)
    return;
  bool sites = llvm::any_of(types, llvm::IsaPred<axis::SiteType>);
  // A direct access without indices is one to a buffer without axes.
  printer << (sites || types.empty() ? " at " : " at positions ");
}

static void printPlaces(OpAsmPrinter &printer, Operation *, OperandRange places,
                        TypeRange types, AccessFormAttr form) {
  printForm(printer, types, form);
  printer << "[" << places << "]";
}

static void printAskedPlaces(OpAsmPrinter &printer, Operation *,
                             OperandRange places, TypeRange types,
                             AccessFormAttr form, DenseI64ArrayAttr any) {
  printForm(printer, types, form);
  printer << "[";
  llvm::interleaveComma(spreadAsked(places, any), printer, [&](Value place) {
    if (place)
      printer << place;
    else
      printer << "any";
  });
  printer << "]";
}

/// Parses `found`, which asks for a second result.
static ParseResult parseFound(OpAsmParser &parser, Type &found) {
  if (succeeded(parser.parseOptionalKeyword("found")))
    found = parser.getBuilder().getI1Type();
  return success();
}

static void printFound(OpAsmPrinter &printer, LoadOp, Type found) {
  if (found)
    printer << " found";
}

/// Parses a buffer type, which gives the type of the value.
static ParseResult parseElementOf(OpAsmParser &parser, Type &buffer,
                                  Type &value) {
  SMLoc loc = parser.getCurrentLocation();
  BufferType type;
  if (parser.parseType(buffer))
    return failure();
  if (!(type = dyn_cast<BufferType>(buffer)))
    return parser.emitError(loc) << "expected a buffer type but got " << buffer;
  value = type.getElementType();
  return success();
}

static void printElementOf(OpAsmPrinter &printer, Operation *, Type buffer,
                           Type) {
  printer << buffer;
}

/// Parses buffer types, each of which gives the type of a value.
static ParseResult parseElementsOf(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &buffers,
                                   SmallVectorImpl<Type> &values) {
  return parser.parseCommaSeparatedList([&] {
    return parseElementOf(parser, buffers.emplace_back(),
                          values.emplace_back());
  });
}

static void printElementsOf(OpAsmPrinter &printer, Operation *,
                            TypeRange buffers, TypeRange) {
  printer << buffers;
}

#define GET_OP_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOps.cpp.inc"
