//===- AtomicUpdateOp.cpp - updates of elements that workers share --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/Iter.h"

using namespace mlir;
using namespace spindle::iter;

void AtomicUpdateOp::build(OpBuilder &builder, OperationState &state,
                           CombineKind kind, Value value, Value memref,
                           ValueRange indices) {
  build(builder, state, kind, value, memref, indices, /*mask=*/Value(),
        /*segmented=*/false);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

/// The types of indices follow where one of them is a vector; the type of a
/// mask follows from that of the value.
static ParseResult parseUpdateTypes(OpAsmParser &parser,
                                    ArrayRef<UnresolvedOperand> indices,
                                    std::optional<UnresolvedOperand> mask,
                                    Type &value, Type &memref,
                                    SmallVectorImpl<Type> &indexTypes,
                                    Type &maskType) {
  Builder &builder = parser.getBuilder();
  if (parser.parseType(value) || parser.parseComma() ||
      parser.parseType(memref))
    return failure();
  if (mask) {
    auto vector = dyn_cast<VectorType>(value);
    maskType = vector ? vector.clone(builder.getI1Type())
                      : VectorType::get({1}, builder.getI1Type());
  }
  if (succeeded(parser.parseOptionalComma()))
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
      return parser.parseType(indexTypes.emplace_back());
    });
  indexTypes.assign(indices.size(), builder.getIndexType());
  return success();
}

static void printUpdateTypes(OpAsmPrinter &printer, AtomicUpdateOp op,
                             OperandRange, Value, Type value, Type memref,
                             TypeRange indexTypes, Type) {
  printer << value << ", " << memref;
  if (op.isScatter())
    printer << ", (" << indexTypes << ")";
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

LogicalResult AtomicUpdateOp::verify() {
  Type element = getMemRefType().getElementType();
  if (!canBeAtomic(getKind(), element))
    return emitOpError("(C1) expected a kind that combines ")
           << element << " atomically but got '"
           << stringifyCombineKind(getKind()) << "'";
  VectorType vector = getVectorType();
  Type given = vector ? vector.getElementType() : getValue().getType();
  if (given != element || (vector && vector.getRank() != 1))
    return emitOpError("(C2) expected ")
           << element << " or a vector of it but got " << getValue().getType();
  if (int64_t rank = getMemRefType().getRank();
      rank != static_cast<int64_t>(getIndices().size()))
    return emitOpError("(C3) expected ")
           << rank << " indices but got " << getIndices().size();
  for (auto [number, type] : llvm::enumerate(getIndices().getTypes())) {
    auto lanes = dyn_cast<VectorType>(type);
    if (lanes && (!vector || lanes.getShape() != vector.getShape()))
      return emitOpError("(C4) expected index ")
             << number << " to be one or to have as many elements as "
             << getValue().getType() << " but got " << type;
  }
  if (getMask() &&
      (!vector || getMask().getType().getShape() != vector.getShape()))
    return emitOpError("(C5) expected a mask with as many elements as ")
           << getValue().getType() << " but got " << getMask().getType();
  return success();
}
