//===- Numbers.cpp - arithmetic in every type of elements -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spindle::programs;
using spindle::iter::CombineKind;

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

CombineKind spindle::programs::getSumKind(Type type) {
  return type.isInteger(1) ? CombineKind::Or : CombineKind::Add;
}

CombineKind spindle::programs::getMaxKind(Type type) {
  return type.isInteger(1) ? CombineKind::Or : CombineKind::Max;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Numbers::makeZero(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute part = builder.getZeroAttr(complex.getElementType());
    return complex::ConstantOp::create(builder, loc, type,
                                       builder.getArrayAttr({part, part}));
  }
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value Numbers::makeLeast(Type type) {
  if (type.isInteger(1))
    return makeZero(type);
  if (auto single = dyn_cast<FloatType>(type)) {
    auto least =
        llvm::APFloat::getInf(single.getFloatSemantics(), /*Negative=*/true);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, least));
  }
  auto least = llvm::APInt::getSignedMinValue(type.getIntOrFloatBitWidth());
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, least));
}

Value Numbers::makeGreatest(Type type) {
  if (auto single = dyn_cast<FloatType>(type)) {
    auto greatest = llvm::APFloat::getInf(single.getFloatSemantics());
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, greatest));
  }
  auto greatest = llvm::APInt::getSignedMaxValue(type.getIntOrFloatBitWidth());
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, greatest));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Value Numbers::widen(Value value) {
  Type wide = getWideType(value.getType());
  if (wide == value.getType())
    return value;
  if (isa<FloatType>(wide))
    return arith::ExtFOp::create(builder, loc, wide, value);
  return arith::ExtSIOp::create(builder, loc, wide, value);
}

Value Numbers::narrow(Value value, Type type) {
  if (type == value.getType())
    return value;
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

Value Numbers::makeExpOfDifference(Value a, Value b) {
  Value difference = arith::SubFOp::create(builder, loc, a, b);
  return math::ExpOp::create(builder, loc, difference);
}
