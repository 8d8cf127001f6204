//===- ExactDecimal.h - Decimal numbers of any length -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_EXACTDECIMAL_H
#define SPINDLE_LIB_RUNTIME_IO_EXACTDECIMAL_H

#include <cstdint>
#include <string>
#include <string_view>

namespace spindle::runtime {

class ExactDecimal;

/// Below, at or above 0 as `a` is below, at or above `b`.
int compare(const ExactDecimal &a, const ExactDecimal &b);

/// A real number of at least 0, exactly.
class ExactDecimal {
public:
  /// The number that `text`, without a sign, stands for.
  explicit ExactDecimal(std::string_view text);
  /// `value`, finite and at least 0.
  explicit ExactDecimal(double value);

  /// True for numbers below 1.
  bool isBelowOne() const { return digits.empty() || point <= 0; }

  friend int compare(const ExactDecimal &a, const ExactDecimal &b);

private:
  /// The digits from the first to the last that is not 0; empty for 0.
  std::string digits;
  /// How many of the digits are in front of the decimal point, where they might
  /// be too few (more than there are) or all behind (below 0).
  int64_t point = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_EXACTDECIMAL_H
