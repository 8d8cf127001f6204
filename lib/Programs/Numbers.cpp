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

Value Numbers::makeConstant(TypedAttr number, Type type) {
  auto single = dyn_cast<FloatAttr>(number);
  if (!single)
    return arith::ConstantOp::create(builder, loc, number);
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute zero = builder.getZeroAttr(complex.getElementType());
    return complex::ConstantOp::create(builder, loc, type,
                                       builder.getArrayAttr({zero, zero}));
  }
  bool isZero = single.getValue().isZero() || type.isInteger(1);
  return arith::ConstantOp::create(
      builder, loc,
      isZero ? builder.getZeroAttr(type)
             : getBound(type, single.getValue().isNegative()));
}

Value Numbers::convert(Value value, Type type) {
  Type given = value.getType();
  if (given == type)
    return value;
  bool isWider = type.getIntOrFloatBitWidth() > given.getIntOrFloatBitWidth();
  if (!isa<FloatType>(type))
    return arith::ExtSIOp::create(builder, loc, type, value);
  if (isWider)
    return arith::ExtFOp::create(builder, loc, type, value);
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
