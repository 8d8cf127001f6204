//===- ElementaryFunctions.h - exp, log and others in f32 -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each function is one sequence of operations on f32 that are rounded, for a
// number and for a vector alike: a lane has the bits that the number has. The
// argument is reduced exactly or by two parts of a constant (Cody and Waite),
// and what is left goes into a polynomial. Products and sums are rounded once
// where the processor fuses them.
//

#ifndef SPINDLE_LIB_TARGET_CPU_ELEMENTARYFUNCTIONS_H
#define SPINDLE_LIB_TARGET_CPU_ELEMENTARYFUNCTIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// Builds arithmetic on f32, or vectors of f32.
class FloatArithmetic {
public:
  using Value = mlir::Value;

  /// Builds values like `like`; products and sums are rounded once if `fused`.
  FloatArithmetic(mlir::ImplicitLocOpBuilder &b, Value like, bool fused)
      : b(b), type(like.getType()), fused(fused) {}

  Value number(float value);
  Value integer(int32_t value);
  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  Value div(Value lhs, Value rhs);
  /// Builds `a * b + c`.
  Value mulAdd(Value a, Value b, Value c);
  /// Builds the polynomial of `x` with `coefficients`, the last one the first.
  Value polynomial(Value x, llvm::ArrayRef<float> coefficients);

  Value abs(Value value);
  /// Builds `value` with the sign of `sign`.
  Value copySign(Value value, Value sign);
  /// Builds `value`, or the nearer of `least` and `most` beyond these; what is
  /// no number stays.
  Value clamp(Value value, float least, float most);
  /// Builds `then` where `value` is equal to `bound`, else `otherwise`.
  Value ifEqual(Value value, float bound, Value then, Value otherwise);
  /// Builds `then` where `value` is below `bound`, else `otherwise`.
  Value ifBelow(Value value, float bound, Value then, Value otherwise);
  /// Builds `then` where `value` is below `bound` or no number, else
  /// `otherwise`.
  Value ifNotFrom(Value value, float bound, Value then, Value otherwise);

  /// Builds the bits of a float, and a float of bits.
  Value bits(Value value);
  Value ofBits(Value value);
  /// Builds the float of the power of two with the exponent `n`, -126 to 127.
  Value powerOfTwo(Value n);
  /// Builds the float that the integer `value` is.
  Value toFloat(Value value);
  Value addInt(Value lhs, Value rhs);
  Value subInt(Value lhs, Value rhs);
  Value andInt(Value lhs, Value rhs);
  Value shiftRight(Value value, int32_t bits);

private:
  mlir::ImplicitLocOpBuilder &b;
  mlir::Type type;
  bool fused;
};

/// Builds the function of `x` that `op`, an operation of `math`, computes;
/// returns null where there is no such sequence.
mlir::Value buildElementary(mlir::Operation *op, mlir::Value x,
                            mlir::ImplicitLocOpBuilder &b, bool fused);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_CPU_ELEMENTARYFUNCTIONS_H
