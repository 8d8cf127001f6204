//===- DotProducts.h - sums of few products in one instruction --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_DOTPRODUCTS_H
#define SPINDLE_TARGET_DOTPRODUCTS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace spindle {

/// An instruction that adds, in each lane of 32 bits, the products of as many
/// narrow numbers as a lane holds to what is there.
enum class DotProduct : uint8_t {
  /// Pairs of bf16, into f32: x86's, which takes subnormal numbers for zeros
  /// and makes none.
  BF16,
  /// Pairs of i16, into i32.
  I16,
  /// Quadruples of i8 without sign and i8 with sign, into i32.
  U8I8,
  /// Quadruples of i8 with sign, into i32, in vectors of up to 256 bits.
  I8
};

/// What says of a `vector.contract` in which way its sums may be made, as
/// `arith.fastmath`: with `reassoc` in any order, subnormal numbers taken for
/// zeros. Without it, in the order of the reduction.
inline constexpr llvm::StringLiteral kContractionFlagsAttr = "fastmath";

} // namespace spindle

#endif // SPINDLE_TARGET_DOTPRODUCTS_H
