//===- BitArithmetic.cpp - arithmetic on the bits of numbers --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitArithmetic.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spindle;

Type spindle::withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

/// The constant of type `type` whose elements are `element`.
static Value makeConstant(BitBuilder &builder, Type type, TypedAttr element) {
  if (auto vector = dyn_cast<VectorType>(type))
    element = DenseElementsAttr::get(vector, Attribute(element));
  return arith::ConstantOp::create(builder, element);
}

Value spindle::integerLike(BitBuilder &builder, Value like, uint64_t value) {
  Type element = getElementTypeOrSelf(like);
  llvm::APInt number(element.getIntOrFloatBitWidth(), value,
                     /*isSigned=*/false, /*implicitTrunc=*/true);
  return makeConstant(builder, like.getType(),
                      builder.getIntegerAttr(element, number));
}

Value spindle::floatLike(BitBuilder &builder, Value like, double value) {
  return makeConstant(builder, like.getType(),
                      builder.getFloatAttr(getElementTypeOrSelf(like), value));
}

Value spindle::toBits(BitBuilder &builder, Value value) {
  unsigned width = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  Type type = withElement(value.getType(), builder.getIntegerType(width));
  return arith::BitcastOp::create(builder, type, value);
}

Value spindle::fromBits(BitBuilder &builder, Value bits, Type element) {
  return arith::BitcastOp::create(builder, withElement(bits.getType(), element),
                                  bits);
}

Value spindle::addBits(BitBuilder &builder, Value bits, uint64_t number) {
  return arith::AddIOp::create(builder, bits,
                               integerLike(builder, bits, number));
}

Value spindle::maskBits(BitBuilder &builder, Value bits, uint64_t mask) {
  return arith::AndIOp::create(builder, bits, integerLike(builder, bits, mask));
}

Value spindle::setBits(BitBuilder &builder, Value bits, uint64_t mask) {
  return arith::OrIOp::create(builder, bits, integerLike(builder, bits, mask));
}

Value spindle::moveUp(BitBuilder &builder, Value bits, uint64_t count) {
  return arith::ShLIOp::create(builder, bits,
                               integerLike(builder, bits, count));
}

Value spindle::moveDown(BitBuilder &builder, Value bits, uint64_t count) {
  return arith::ShRUIOp::create(builder, bits,
                                integerLike(builder, bits, count));
}

Value spindle::compareBits(BitBuilder &builder, arith::CmpIPredicate predicate,
                           Value bits, uint64_t number) {
  return arith::CmpIOp::create(builder, predicate, bits,
                               integerLike(builder, bits, number));
}

Value spindle::choose(BitBuilder &builder, Value condition, Value ifTrue,
                      Value ifFalse) {
  return arith::SelectOp::create(builder, condition, ifTrue, ifFalse);
}
