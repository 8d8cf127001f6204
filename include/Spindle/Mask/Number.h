//===- Number.h - what is known of an element's number ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside whether an element is 0, three things are known of its number:
//
//   same     it is the same in every run, bit by bit.
//   known    it is these bits.
//   width    it is an integer, it lies between two of them, or it is a number
//            of a narrower format of floats. Several of these may hold.
//
// What is known only grows, by meet(), which is commutative, associative and
// idempotent; so a fixed point of facts does not depend on their order.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_MASK_NUMBER_H
#define SPINDLE_MASK_NUMBER_H

#include "Spindle/Mask/BlockGrid.h"

namespace spindle {

/// Integers and floats that have a number.
struct Width {
  static constexpr int64_t kLeast = INT64_MIN, kMost = INT64_MAX;
  static constexpr uint8_t kAllFloats = 127;

  /// Bounds, kLeast and kMost if there are none, and whether it is an integer,
  /// as those of integer types are. Their bits are read as signed.
  int64_t least = kLeast, most = kMost;
  bool isInteger = false;
  /// A bit for each format of floats that has it, by the order of these.
  uint8_t floats = 0;

  /// Those of 0.
  static Width ofZero() { return {0, 0, true, kAllFloats}; }

  bool operator==(const Width &other) const {
    return least == other.least && most == other.most &&
           isInteger == other.isInteger && floats == other.floats;
  }
  bool operator!=(const Width &other) const { return !(*this == other); }

  /// Whether a number of it is 0; of floats, of one sign or the other.
  bool isZero() const { return least == 0 && most == 0; }
  /// What both say.
  Width meet(const Width &other) const;
  /// What both say, of a number of either.
  Width join(const Width &other) const;
};

/// What is known of one element's number, besides what its masks say.
struct Number {
  bool same = false;
  bool known = false;
  /// Of operands: it is 0, of one sign or the other.
  bool zero = false;
  /// The low bits, as many as the type has, where it is known.
  uint64_t bits = 0;
  Width width;

  bool operator==(const Number &other) const {
    return same == other.same && known == other.known && zero == other.zero &&
           bits == other.bits && width == other.width;
  }
  bool operator!=(const Number &other) const { return !(*this == other); }
  bool isUnknown() const { return *this == Number(); }
  bool isKnownZero() const {
    return known && width.isInteger && width.least == 0 && width.most == 0;
  }

  /// What either knows. Of two numbers that differ, which is the fault of the
  /// program, the smaller bits are left.
  Number meet(const Number &other) const;
};

/// What is known of each element's number.
using Numbers = BlockGrid<Number>;

} // namespace spindle

#endif // SPINDLE_MASK_NUMBER_H
