//===- AxisOps.cpp - text of constructors of axes -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/Axis.h"

#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::axis;

//===----------------------------------------------------------------------===//
// Types of variable and fixed axes
//===----------------------------------------------------------------------===//

/// Parses `: parent, lengths, coordinates ->`; those of operands that are not
/// there are left out.
static ParseResult parseFixedTypes(OpAsmParser &parser, Type &parent,
                                   Type &array, Type &coordinates) {
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonTypeList(types) || parser.parseArrow())
    return failure();
  if (types.empty() || types.size() > 3)
    return parser.emitError(loc)
           << "expected 1 to 3 types but got " << types.size();
  coordinates = types.pop_back_val();
  if (!types.empty() && isa<AxisType>(types.front())) {
    parent = types.front();
    types.erase(types.begin());
  }
  if (types.size() > 1)
    return parser.emitError(loc) << "expected the type of an axis first";
  if (!types.empty())
    array = types.front();
  return success();
}

static void printFixedTypes(OpAsmPrinter &printer, Operation *, Type parent,
                            Type array, Type coordinates) {
  printer << ": ";
  if (parent)
    printer << parent << ", ";
  if (array)
    printer << array << ", ";
  printer << coordinates << " ->";
}

/// Parses `: parent, positions -> result`, or `: result` for a root.
static ParseResult parseVariableTypes(OpAsmParser &parser, Type &parent,
                                      Type &positions, Type &result) {
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonTypeList(types))
    return failure();
  if (types.size() == 1 && failed(parser.parseOptionalArrow())) {
    result = types.front();
    return success();
  }
  if (types.size() != 2)
    return parser.emitError(loc) << "expected the types of the parent and of "
                                    "positions, or that of the result alone";
  parent = types[0];
  positions = types[1];
  return failure(parser.parseArrow() || parser.parseType(result));
}

static void printVariableTypes(OpAsmPrinter &printer, Operation *, Type parent,
                               Type positions, Type result) {
  printer << ": ";
  if (parent && positions)
    printer << parent << ", " << positions << " -> ";
  printer << result;
}

//===----------------------------------------------------------------------===//
// OccupancyOp
//===----------------------------------------------------------------------===//

ParseResult OccupancyOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand bits;
  SmallVector<AxisListEntry> entries;
  SmallVector<Type> axisTypes;
  Type bitsType, resultType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(bits) || parser.parseKeyword("on") ||
      parseAxisListInParens(parser, entries) ||
      parser.parseColonType(bitsType) || parser.parseKeyword("on") ||
      parser.parseLParen() || parser.parseTypeList(axisTypes) ||
      parser.parseRParen() || parser.parseArrow() ||
      parser.parseType(resultType) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.resolveOperand(bits, bitsType, state.operands))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> axes;
  for (const AxisListEntry &entry : entries)
    axes.push_back(entry.axis);
  if (parser.resolveOperands(axes, axisTypes, loc, state.operands))
    return failure();
  auto resolved = ArrayRef<Value>(state.operands).drop_front();
  state.getOrAddProperties<Properties>().parents = getParentListsAttr(
      parser.getContext(), spindle::axis::getParents(entries, resolved));
  state.addTypes(resultType);
  return success();
}

void OccupancyOp::print(OpAsmPrinter &printer) {
  printer << " " << getBits() << " on ";
  printAxisListInParens(printer, *this, getAxes(),
                        getParentLists(getParents()));
  printer << " : " << getBits().getType() << " on (" << getAxes().getTypes()
          << ") -> " << getResult().getType();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getParentsAttrName()});
}

#define GET_OP_CLASSES
#include "Spindle/Dialect/Axis/IR/AxisOps.cpp.inc"
