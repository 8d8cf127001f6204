//===- DataFormats.cpp - which formats have a number ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/DataFormats.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle;

using llvm::APFloat;
using llvm::APInt;

/// The floats of Width, in the order of its bits: the first of the narrowest is
/// the one that is shown.
static SmallVector<FloatType> getFloats(MLIRContext *context) {
  return {Float4E2M1FNType::get(context), Float8E4M3FNType::get(context),
          Float8E5M2Type::get(context),   Float16Type::get(context),
          BFloat16Type::get(context),     Float32Type::get(context),
          Float64Type::get(context)};
}

unsigned tesa::getNumberBits(Type type) {
  if (isa<IndexType>(type))
    return 64;
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 64)
    return 0;
  return type.getIntOrFloatBitWidth();
}

TypedAttr tesa::getNumberAttr(Type type, uint64_t bits) {
  unsigned size = getNumberBits(type);
  if (size == 0)
    return {};
  APInt integer(size, bits, false, true);
  if (auto real = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat(real.getFloatSemantics(), integer));
  return IntegerAttr::get(type, integer);
}

std::optional<uint64_t> tesa::getNumberBits(Attribute number) {
  APInt bits(1, 0);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(number))
    bits = integer.getValue();
  else if (auto real = dyn_cast_or_null<FloatAttr>(number))
    bits = real.getValue().bitcastToAPInt();
  else
    return std::nullopt;
  if (bits.getBitWidth() > 64)
    return std::nullopt;
  return bits.getZExtValue();
}

/// The bounds of the integers around `real`.
static void setBounds(Width &width, const APFloat &real) {
  llvm::APSInt below(64, false), above(64, false);
  bool exact = false;
  if (!real.isFinite() ||
      real.convertToInteger(below, APFloat::rmTowardNegative, &exact) ==
          APFloat::opInvalidOp)
    return;
  real.convertToInteger(above, APFloat::rmTowardPositive, &exact);
  width.least = below.getSExtValue();
  width.most = above.getSExtValue();
  width.isInteger = exact || real.isZero();
}

static Width getFloatWidth(Type type, const APFloat &real) {
  Width width;
  for (auto [number, format] : llvm::enumerate(getFloats(type.getContext()))) {
    APFloat converted = real;
    bool loses = false;
    converted.convert(format.getFloatSemantics(), APFloat::rmTowardZero,
                      &loses);
    converted.convert(real.getSemantics(), APFloat::rmTowardZero, &loses);
    if (converted.bitwiseIsEqual(real) &&
        (real.isFinite() ||
         APFloat::semanticsHasInf(format.getFloatSemantics())))
      width.floats |= 1 << number;
  }
  setBounds(width, real);
  return width;
}

Number tesa::getConstant(Type type, uint64_t bits) {
  Number number;
  unsigned size = getNumberBits(type);
  if (size == 0)
    return number;
  APInt integer(size, bits, false, true);
  if (auto real = dyn_cast<FloatType>(type)) {
    APFloat value(real.getFloatSemantics(), integer);
    if (value.isNaN())
      return number;
    number.width = getFloatWidth(type, value);
  } else {
    number.width.least = number.width.most = integer.getSExtValue();
    number.width.isInteger = true;
  }
  number.same = number.known = true;
  number.bits = integer.getZExtValue();
  return number;
}

Width tesa::getWidth(Type format) {
  Width width;
  if (auto real = dyn_cast<FloatType>(format)) {
    for (auto [number, wider] : llvm::enumerate(getFloats(real.getContext())))
      if (APFloat::isRepresentableBy(real.getFloatSemantics(),
                                     wider.getFloatSemantics()))
        width.floats |= 1 << number;
    return width;
  }
  width.isInteger = true;
  unsigned bits = format.getIntOrFloatBitWidth();
  if (format.isUnsignedInteger() && bits < 64) {
    width.least = 0;
    width.most = int64_t(llvm::maskTrailingOnes<uint64_t>(bits));
  } else if (format.isSignedInteger() && bits < 64) {
    width.least = llvm::minIntN(bits);
    width.most = llvm::maxIntN(bits);
  }
  return width;
}

Width tesa::getTypeWidth(Type type) {
  if (isa<FloatType>(type))
    return getWidth(type);
  Width width;
  unsigned bits = getNumberBits(type);
  width.isInteger = bits > 0;
  if (bits > 0 && bits < 64) {
    width.least = llvm::minIntN(bits);
    width.most = llvm::maxIntN(bits);
  }
  return width;
}

bool tesa::holdsIntegers(FloatType type, unsigned bits, bool isSigned) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  // The number of the greatest magnitude is a power of two, or one less.
  unsigned power = isSigned ? bits - 1 : bits;
  return power <= APFloat::semanticsPrecision(semantics) &&
         int(power) <= APFloat::semanticsMaxExponent(semantics);
}

bool tesa::holds(Type type, Type format) {
  auto real = dyn_cast<FloatType>(type);
  if (auto narrow = dyn_cast<FloatType>(format))
    return real && APFloat::isRepresentableBy(narrow.getFloatSemantics(),
                                              real.getFloatSemantics());
  unsigned bits = format.getIntOrFloatBitWidth();
  return real ? holdsIntegers(real, bits, format.isSignedInteger())
              : bits <= getNumberBits(type);
}

/// Whether rounding to `type` changes no integer of this magnitude, and no
/// number goes beyond it.
static bool holdsMagnitude(FloatType type, int64_t bound) {
  if (bound == Width::kLeast || bound == Width::kMost)
    return false;
  int power =
      std::min<int>(APFloat::semanticsPrecision(type.getFloatSemantics()),
                    APFloat::semanticsMaxExponent(type.getFloatSemantics()));
  return power > 62 || std::abs(bound) <= int64_t(1) << power;
}

Width tesa::getWidthIn(FloatType type, Width width) {
  Width left;
  for (auto [number, format] : llvm::enumerate(getFloats(type.getContext())))
    if (width.floats >> number & 1 &&
        APFloat::isRepresentableBy(format.getFloatSemantics(),
                                   type.getFloatSemantics()))
      left.floats |= 1 << number;
  if (holdsMagnitude(type, width.least))
    left.least = width.least;
  if (holdsMagnitude(type, width.most))
    left.most = width.most;
  left.isInteger =
      width.isInteger && left.least == width.least && left.most == width.most;
  return left;
}

Type tesa::getNarrowest(Type type, Width width) {
  unsigned fewest = getNumberBits(type);
  MLIRContext *context = type.getContext();
  Type narrowest;
  auto add = [&](unsigned bits, Type format) {
    if (bits >= fewest)
      return;
    fewest = bits;
    narrowest = format;
  };
  bool isInteger = width.isInteger || !isa<FloatType>(type);
  if (isInteger && width.least != Width::kLeast && width.most != Width::kMost) {
    APInt least(64, width.least, true), most(64, width.most, true);
    if (width.least >= 0)
      add(most.getActiveBits(), IntegerType::get(context, most.getActiveBits(),
                                                 IntegerType::Unsigned));
    unsigned bits =
        std::max(least.getSignificantBits(), most.getSignificantBits());
    add(bits, IntegerType::get(context, bits, IntegerType::Signed));
  }
  if (isa<FloatType>(type))
    for (auto [number, format] : llvm::enumerate(getFloats(context)))
      if (width.floats >> number & 1)
        add(format.getWidth(), format);
  return narrowest;
}
