//===- FloatArithmetic.cpp - operations on f32, or vectors of them --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementaryFunctions.h"

#include "BitArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spindle;
using arith::CmpFPredicate;

/// Builds a constant of `type`, all elements `element`.
static Value makeSplat(ImplicitLocOpBuilder &b, Type type, TypedAttr element) {
  if (auto vector = dyn_cast<VectorType>(type))
    element = DenseElementsAttr::get(vector, Attribute(element));
  return arith::ConstantOp::create(b, element);
}

Value FloatArithmetic::number(float value) {
  return makeSplat(b, type, b.getF32FloatAttr(value));
}

Value FloatArithmetic::integer(int32_t value) {
  return makeSplat(b, withElement(type, b.getI32Type()),
                   b.getI32IntegerAttr(value));
}

Value FloatArithmetic::add(Value lhs, Value rhs) {
  return arith::AddFOp::create(b, lhs, rhs);
}

Value FloatArithmetic::sub(Value lhs, Value rhs) {
  return arith::SubFOp::create(b, lhs, rhs);
}

Value FloatArithmetic::mul(Value lhs, Value rhs) {
  return arith::MulFOp::create(b, lhs, rhs);
}

Value FloatArithmetic::div(Value lhs, Value rhs) {
  return arith::DivFOp::create(b, lhs, rhs);
}

Value FloatArithmetic::mulAdd(Value x, Value y, Value z) {
  if (fused)
    return math::FmaOp::create(b, x, y, z);
  return add(mul(x, y), z);
}

Value FloatArithmetic::polynomial(Value x, ArrayRef<float> coefficients) {
  Value sum = number(coefficients.back());
  for (float coefficient : llvm::reverse(coefficients.drop_back()))
    sum = mulAdd(sum, x, number(coefficient));
  return sum;
}

Value FloatArithmetic::abs(Value value) {
  return math::AbsFOp::create(b, value);
}

Value FloatArithmetic::copySign(Value value, Value sign) {
  return math::CopySignOp::create(b, value, sign);
}

/// Builds a choice by a comparison.
static Value selectBy(ImplicitLocOpBuilder &b, CmpFPredicate predicate,
                      Value lhs, Value rhs, Value then, Value otherwise) {
  Value is = arith::CmpFOp::create(b, predicate, lhs, rhs);
  return arith::SelectOp::create(b, is, then, otherwise);
}

// Processors have an instruction for each of these comparisons.
Value FloatArithmetic::clamp(Value value, float least, float most) {
  Value end = number(most), begin = number(least);
  value = selectBy(b, CmpFPredicate::OGT, value, end, end, value);
  return selectBy(b, CmpFPredicate::OLT, value, begin, begin, value);
}

Value FloatArithmetic::ifEqual(Value value, float bound, Value then,
                               Value otherwise) {
  return selectBy(b, CmpFPredicate::OEQ, value, number(bound), then, otherwise);
}

Value FloatArithmetic::ifBelow(Value value, float bound, Value then,
                               Value otherwise) {
  return selectBy(b, CmpFPredicate::OLT, value, number(bound), then, otherwise);
}

Value FloatArithmetic::ifNotFrom(Value value, float bound, Value then,
                                 Value otherwise) {
  return selectBy(b, CmpFPredicate::ULT, value, number(bound), then, otherwise);
}

Value FloatArithmetic::bits(Value value) {
  return arith::BitcastOp::create(b, withElement(type, b.getI32Type()), value);
}

Value FloatArithmetic::ofBits(Value value) {
  return arith::BitcastOp::create(b, type, value);
}

Value FloatArithmetic::powerOfTwo(Value n) {
  Value biased = addInt(n, integer(127));
  return ofBits(arith::ShLIOp::create(b, biased, integer(23)));
}

Value FloatArithmetic::toFloat(Value value) {
  return arith::SIToFPOp::create(b, type, value);
}

Value FloatArithmetic::addInt(Value lhs, Value rhs) {
  return arith::AddIOp::create(b, lhs, rhs);
}

Value FloatArithmetic::subInt(Value lhs, Value rhs) {
  return arith::SubIOp::create(b, lhs, rhs);
}

Value FloatArithmetic::andInt(Value lhs, Value rhs) {
  return arith::AndIOp::create(b, lhs, rhs);
}

Value FloatArithmetic::shiftRight(Value value, int32_t bits) {
  return arith::ShRSIOp::create(b, value, integer(bits));
}
