//===- Number.cpp - what is known of an element's number ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Mask/Number.h"

using namespace spindle;

Width Width::meet(const Width &other) const {
  return {std::max(least, other.least), std::min(most, other.most),
          isInteger || other.isInteger, uint8_t(floats | other.floats)};
}

Width Width::join(const Width &other) const {
  return {std::min(least, other.least), std::max(most, other.most),
          isInteger && other.isInteger, uint8_t(floats & other.floats)};
}

Number Number::meet(const Number &other) const {
  Number met = *this;
  met.same |= other.same;
  met.zero |= other.zero;
  if (other.known)
    met.bits = known ? std::min(bits, other.bits) : other.bits;
  met.known |= other.known;
  met.width = width.meet(other.width);
  return met;
}
