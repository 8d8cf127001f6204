//===- SmallFloats.h - what processors do with f16 and bf16 -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_SMALLFLOATS_H
#define SPINDLE_TARGET_SMALLFLOATS_H

#include "llvm/Support/CommandLine.h"

#include <cstdint>

namespace spindle {

/// What a processor does with the numbers of a float type of 16 bits, rounding
/// to nearest and even, and the smallest ones among them.
enum class SmallFloatSupport : uint8_t {
  /// It moves them.
  None,
  /// It converts them from and to f32.
  Conversions,
  /// It computes with them.
  Arithmetic
};

/// What a processor does with both types.
struct SmallFloats {
  SmallFloatSupport f16 = SmallFloatSupport::None;
  SmallFloatSupport bf16 = SmallFloatSupport::None;
};

/// The names of what a processor may have, for options of passes.
inline llvm::cl::ValuesClass getSmallFloatChoices() {
  return llvm::cl::values(
      clEnumValN(SmallFloatSupport::None, "none", "it moves them"),
      clEnumValN(SmallFloatSupport::Conversions, "conversions",
                 "it converts them from and to f32"),
      clEnumValN(SmallFloatSupport::Arithmetic, "arithmetic",
                 "it computes with them"));
}

} // namespace spindle

#endif // SPINDLE_TARGET_SMALLFLOATS_H
