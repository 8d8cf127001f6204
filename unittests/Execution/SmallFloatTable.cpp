//===- SmallFloatTable.cpp - what the numbers of f16 and bf16 are ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallFloatTable.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace spindle::execution;

SmallFloatTable::SmallFloatTable(const std::string &name)
    : name(name), fraction(name == "f16" ? 10 : 7) {
  int exponents = 1 << (15 - fraction), bias = exponents / 2 - 1;
  int fractions = 1 << fraction;
  for (int exponent = 0; exponent < exponents - 1; ++exponent)
    for (int part = 0; part < fractions; ++part)
      magnitudes.push_back(std::ldexp(exponent == 0 ? part : fractions + part,
                                      std::max(exponent, 1) - bias - fraction));
  magnitudes.push_back(std::numeric_limits<double>::infinity());
}

double SmallFloatTable::getValue(uint16_t bits) const {
  size_t index = bits & 0x7fff;
  double value = index < magnitudes.size()
                     ? magnitudes[index]
                     : std::numeric_limits<double>::quiet_NaN();
  return bits & 0x8000 ? -value : value;
}

uint16_t SmallFloatTable::round(double value) const {
  if (std::isnan(value))
    return uint16_t(magnitudes.size() - 1) | uint16_t(1 << (fraction - 1));
  double magnitude = std::abs(value);
  auto above =
      std::lower_bound(magnitudes.begin(), magnitudes.end(), magnitude);
  size_t index = above - magnitudes.begin();
  if (*above != magnitude) {
    // Infinity stands where the next number would.
    double upper = std::isinf(*above)
                       ? 2 * magnitudes[index - 1] - magnitudes[index - 2]
                       : *above;
    double toUpper = upper - magnitude;
    double toLower = magnitude - magnitudes[index - 1];
    if (toLower < toUpper || (toLower == toUpper && index % 2 == 1))
      --index;
  }
  return uint16_t(index) | (std::signbit(value) ? 0x8000 : 0);
}

bool SmallFloatTable::isNaN(uint16_t bits) const {
  return (bits & 0x7fff) >= magnitudes.size();
}

bool SmallFloatTable::isQuiet(uint16_t bits) const {
  return isNaN(bits) && (bits >> (fraction - 1)) & 1;
}

bool SmallFloatTable::areSame(uint16_t left, uint16_t right) const {
  return left == right || (isNaN(left) && isNaN(right));
}
