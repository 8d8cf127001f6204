//===- Rounding.h - conversions of small floats by their bits ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding twice, first to f32 and then to 16 bits, may be wrong: the first
// step can make a tie of what was none. It is right where the first step rounds
// to odd: an inexact number becomes that neighbour whose last bit is 1, which
// is no tie of a narrower type and lies on the right side of all of them (Boldo
// and Melquiond, "Emulation of FMA and correctly rounded sums", IEEE
// Transactions on Computers 57(4), 2008, section 3). f32 has the two bits more
// than either type that this takes, also for their subnormal numbers.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_CPU_ROUNDING_H
#define SPINDLE_LIB_TARGET_CPU_ROUNDING_H

#include "BitArithmetic.h"

namespace spindle {

/// The f16 or bf16 `value` as an f32, which is exact. A NaN stays one.
mlir::Value widenBits(BitBuilder &builder, mlir::Value value);

/// The f32 `value`, rounded to nearest and even, as an `element`, which is f16
/// or bf16. A NaN becomes a quiet one with the upper bits of its payload.
mlir::Value narrowBits(BitBuilder &builder, mlir::Value value,
                       mlir::Type element);

/// The f64 `value`, rounded to odd, as an f32.
mlir::Value roundToOdd(BitBuilder &builder, mlir::Value value);

/// `a` * `b` + `c` in f64, rounded to odd. The product must be exact.
mlir::Value fuseToOdd(BitBuilder &builder, mlir::Value a, mlir::Value b,
                      mlir::Value c);

/// The integer `value`, of at most 64 bits, rounded to odd, as an f64.
mlir::Value convertToOdd(BitBuilder &builder, mlir::Value value, bool isSigned);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_CPU_ROUNDING_H
