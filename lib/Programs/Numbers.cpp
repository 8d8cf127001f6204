//===- Numbers.cpp - arithmetic in every type of elements -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace spindle::programs;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type spindle::programs::getWideType(Type type) {
  if (type.isF16() || type.isBF16())
    return Float32Type::get(type.getContext());
  if (type.isInteger(8) || type.isInteger(16))
    return IntegerType::get(type.getContext(), 32);
  return type;
}

Type spindle::programs::getSumType(Type type) {
  return isa<FloatType>(type) ? type : getWideType(type);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The greatest or the least number of `type`, no complex one.
static TypedAttr getBound(Type type, bool isLeast) {
  if (auto single = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        type, llvm::APFloat::getInf(single.getFloatSemantics(), isLeast));
  unsigned bits = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, isLeast ? llvm::APInt::getSignedMinValue(bits)
                                        : llvm::APInt::getSignedMaxValue(bits));
}

TypedAttr Numbers::getNumber(FloatAttr number, Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  llvm::APFloat value = number.getValue();
  if (type.isInteger(1))
    return IntegerAttr::get(type, value.isInfinity() && !value.isNegative());
  if (value.isInfinity())
    return getBound(type, value.isNegative());
  bool isInexact;
  if (auto single = dyn_cast<FloatType>(type)) {
    value.convert(single.getFloatSemantics(),
                  llvm::APFloat::rmNearestTiesToEven, &isInexact);
    return FloatAttr::get(type, value);
  }
  llvm::APSInt integer(type.getIntOrFloatBitWidth(), /*isUnsigned=*/false);
  value.convertToInteger(integer, llvm::APFloat::rmTowardZero, &isInexact);
  return IntegerAttr::get(type, integer);
}

Value Numbers::makeConstant(TypedAttr number, Type type) {
  auto single = dyn_cast<FloatAttr>(number);
  if (!single)
    return arith::ConstantOp::create(builder, loc, number);
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex::ConstantOp::create(
        builder, loc, type,
        builder.getArrayAttr({getNumber(single, type),
                              builder.getZeroAttr(complex.getElementType())}));
  return arith::ConstantOp::create(builder, loc, getNumber(single, type));
}

Value Numbers::convert(Value value, Type type) {
  Type given = value.getType();
  if (given == type)
    return value;
  bool isWider = type.getIntOrFloatBitWidth() > given.getIntOrFloatBitWidth();
  bool isFloat = isa<FloatType>(type);
  if (isWider && !isFloat)
    return arith::ExtSIOp::create(builder, loc, type, value);
  if (isWider)
    return arith::ExtFOp::create(builder, loc, type, value);
  if (!isFloat)
    return arith::TruncIOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value Numbers::multiply(Value a, Value b) {
  Type type = a.getType();
  if (isa<ComplexType>(type))
    return complex::MulOp::create(builder, loc, a, b);
  if (isa<FloatType>(type))
    return arith::MulFOp::create(builder, loc, a, b);
  if (type.isInteger(1))
    return arith::AndIOp::create(builder, loc, a, b);
  return arith::MulIOp::create(builder, loc, a, b);
}

Value Numbers::add(Value a, Value b) {
  Type type = a.getType();
  if (isa<ComplexType>(type))
    return complex::AddOp::create(builder, loc, a, b);
  if (isa<FloatType>(type))
    return arith::AddFOp::create(builder, loc, a, b);
  if (type.isInteger(1))
    return arith::OrIOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

Value Numbers::subtract(Value a, Value b) {
  Type type = a.getType();
  if (isa<ComplexType>(type))
    return complex::SubOp::create(builder, loc, a, b);
  if (isa<FloatType>(type))
    return arith::SubFOp::create(builder, loc, a, b);
  return arith::SubIOp::create(builder, loc, a, b);
}

Value Numbers::negate(Value a) {
  Type type = a.getType();
  if (isa<ComplexType>(type))
    return complex::NegOp::create(builder, loc, a);
  if (isa<FloatType>(type))
    return arith::NegFOp::create(builder, loc, a);
  return subtract(makeConstant(builder.getF32FloatAttr(0), type), a);
}

Value Numbers::getExtreme(Value a, Value b, bool isLeast) {
  Type type = a.getType();
  if (type.isInteger(1))
    return isLeast ? multiply(a, b) : add(a, b);
  if (isa<FloatType>(type) && isLeast)
    return arith::MinimumFOp::create(builder, loc, a, b);
  if (isa<FloatType>(type))
    return arith::MaximumFOp::create(builder, loc, a, b);
  if (isLeast)
    return arith::MinSIOp::create(builder, loc, a, b);
  return arith::MaxSIOp::create(builder, loc, a, b);
}

Value Numbers::repeat(Operation &op, ValueRange values) {
  if (isa<arith::MulFOp>(op))
    return multiply(values[0], values[1]);
  if (isa<arith::AddFOp>(op))
    return add(values[0], values[1]);
  if (isa<arith::SubFOp>(op))
    return subtract(values[0], values[1]);
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    return getExtreme(values[0], values[1], isa<arith::MinimumFOp>(op));
  return isa<arith::NegFOp>(op) ? negate(values[0]) : Value();
}
