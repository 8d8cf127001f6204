//===- FloatSum.cpp - sums of floats in any order -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatSum.h"
#include "ScalarNumbers.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"

#include <cmath>

using namespace mlir;
using namespace spindle;
using llvm::APFloat;

static APFloat getReal(FloatType type, const Number &number) {
  return APFloat(type.getFloatSemantics(),
                 llvm::APInt(type.getWidth(), number.bits, false, true));
}

FloatSum::FloatSum(FloatType type, const Number &start)
    : type(type), start(start), sum(APFloat::getZero(type.getFloatSemantics())),
      low(std::numeric_limits<int>::max()), allSame(start.same) {
  if (!start.known)
    return;
  APFloat first = getReal(type, start);
  addKnown(first, 1);
  terms = 0;
  sum = first;
}

/// The power of two of the lowest bit of `real`, which is not 0.
static int getLowestBit(const APFloat &real) {
  int precision = APFloat::semanticsPrecision(real.getSemantics());
  int shift = precision - 1 - ilogb(real);
  llvm::APSInt digits(precision + 1, /*isUnsigned=*/false);
  bool exact = false;
  scalbn(real, shift, APFloat::rmTowardZero)
      .convertToInteger(digits, APFloat::rmTowardZero, &exact);
  return int(digits.countr_zero()) - shift;
}

void FloatSum::addKnown(const APFloat &term, int64_t times) {
  if (term.isZero())
    return;
  if (!term.isFinite()) {
    isUnknown = true;
    return;
  }
  terms += times;
  low = std::min(low, getLowestBit(term));
  top += std::ldexp(double(times), ilogb(term) + 1);
  // Where this rounds, the sum is not exact, or the only term.
  APFloat product(type.getFloatSemantics());
  product.convertFromAPInt(llvm::APInt(64, times), false,
                           APFloat::rmNearestTiesToEven);
  product.multiply(term, APFloat::rmNearestTiesToEven);
  sum.add(product, APFloat::rmNearestTiesToEven);
}

void FloatSum::add(const Number &term, int64_t times) {
  allSame &= term.same;
  if (term.known)
    addKnown(getReal(type, term), times);
  else
    isUnknown |= !term.zero;
}

bool FloatSum::isExact() const {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (terms <= 1)
    return sum.isFinite();
  // Powers of two are added up with an error of their own.
  double most = top * 1.0001;
  return sum.isFinite() &&
         most <= std::ldexp(1.0, APFloat::semanticsMaxExponent(semantics)) &&
         most <=
             std::ldexp(1.0, low + int(APFloat::semanticsPrecision(semantics)));
}

Number FloatSum::get() const {
  Number number;
  number.same = allSame;
  if (isUnknown)
    return addType(type, number);
  uint64_t bits = sum.bitcastToAPInt().getZExtValue();
  if (terms > 0) {
    if ((start.known || start.zero) && isExact())
      return tesa::getConstant(type, bits);
    return addType(type, number);
  }
  // Zeros change no number, and make 0 of what is only known to be a zero.
  number.width = start.width;
  if (start.known && (!sum.isZero() || !sum.isNegative()))
    return tesa::getConstant(type, bits);
  return start.known || start.zero ? addZero(type, number)
                                   : addType(type, number);
}
