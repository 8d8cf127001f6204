//===- SmallFloatTable.h - what the numbers of f16 and bf16 are -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types by the definition of IEEE 754: a table of all numbers, and rounding
// as a search for the nearest. It shares nothing with the code under test.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_EXECUTION_SMALLFLOATTABLE_H
#define SPINDLE_UNITTESTS_EXECUTION_SMALLFLOATTABLE_H

#include <cstdint>
#include <string>
#include <vector>

namespace spindle::execution {

/// f16 or bf16.
class SmallFloatTable {
public:
  /// `name` is f16 or bf16.
  explicit SmallFloatTable(const std::string &name);

  const std::string name;

  /// The number with the bits `bits`.
  double getValue(uint16_t bits) const;
  /// The bits of the number nearest to `value`, of two the even one; some quiet
  /// NaN of a NaN.
  uint16_t round(double value) const;
  /// Whether `left` and `right` are the same number, or both NaN.
  bool areSame(uint16_t left, uint16_t right) const;
  bool isNaN(uint16_t bits) const;
  bool isQuiet(uint16_t bits) const;
  /// Every number from +0 to infinity, in ascending order: the bits of the one
  /// at `index` are `index`.
  const std::vector<double> &getMagnitudes() const { return magnitudes; }

private:
  /// How many bits a fraction has.
  int fraction;
  std::vector<double> magnitudes;
};

} // namespace spindle::execution

#endif // SPINDLE_UNITTESTS_EXECUTION_SMALLFLOATTABLE_H
