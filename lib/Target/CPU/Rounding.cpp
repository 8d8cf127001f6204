//===- Rounding.cpp - conversions of small floats by their bits -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rounding.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spindle;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

// An f32 has its exponent, biased by 127, above 23 bits; an f16 has its own,
// biased by 15, above 10 bits.
static constexpr uint64_t kBias = uint64_t(127 - 15) << 23;
static constexpr uint64_t kSmallestNormal = kBias + (1 << 23);
static constexpr uint64_t kBeyondHalf = uint64_t(127 + 16) << 23;
static constexpr uint64_t kInfinity = uint64_t(0xff) << 23;
static constexpr uint64_t kOneHalf = uint64_t(126) << 23;

//===----------------------------------------------------------------------===//
// Between 16 bits and f32
//===----------------------------------------------------------------------===//

/// The bits of `value`, of 16 bits, in an i32.
static Value toWideBits(BitBuilder &builder, Value value) {
  Value bits = toBits(builder, value);
  Type type = withElement(bits.getType(), builder.getI32Type());
  return arith::ExtUIOp::create(builder, type, bits);
}

/// A bf16 is the upper half of an f32.
static Value widenBFloat(BitBuilder &builder, Value value) {
  Value bits = moveUp(builder, toWideBits(builder, value), 16);
  return fromBits(builder, bits, builder.getF32Type());
}

/// The exponent is biased anew. That of a subnormal number is made that of the
/// smallest normal one, which is then taken off; that of infinities and NaN
/// becomes the largest.
static Value widenHalf(BitBuilder &builder, Value value) {
  Type f32 = builder.getF32Type();
  Value bits = toWideBits(builder, value);
  Value magnitude = moveUp(builder, maskBits(builder, bits, 0x7fff), 13);
  Value exponent = maskBits(builder, magnitude, uint64_t(0x1f) << 23);

  Value normal = addBits(builder, magnitude, kBias);
  Value special = addBits(builder, magnitude, 2 * kBias);
  Value raised =
      fromBits(builder, addBits(builder, magnitude, kSmallestNormal), f32);
  Value subnormal = toBits(
      builder, arith::SubFOp::create(builder, raised,
                                     floatLike(builder, raised, 0x1p-14)));

  Value isSpecial =
      compareBits(builder, CmpIPredicate::eq, exponent, uint64_t(0x1f) << 23);
  Value isSubnormal = compareBits(builder, CmpIPredicate::eq, exponent, 0);
  Value result = choose(builder, isSpecial, special, normal);
  result = choose(builder, isSubnormal, subnormal, result);
  Value sign = moveUp(builder, maskBits(builder, bits, 0x8000), 16);
  return fromBits(builder, arith::OrIOp::create(builder, result, sign), f32);
}

Value spindle::widenBits(BitBuilder &builder, Value value) {
  return getElementTypeOrSelf(value).isF16() ? widenHalf(builder, value)
                                             : widenBFloat(builder, value);
}

/// `bits` without its last `count` bits, rounded to nearest and even.
static Value dropBits(BitBuilder &builder, Value bits, uint64_t count) {
  Value last = maskBits(builder, moveDown(builder, bits, count), 1);
  Value raised = addBits(builder, bits, (uint64_t(1) << (count - 1)) - 1);
  return moveDown(builder, arith::AddIOp::create(builder, raised, last), count);
}

static Value narrowToBFloat(BitBuilder &builder, Value value) {
  Value bits = toBits(builder, value);
  Value quiet = setBits(builder, moveDown(builder, bits, 16), 0x40);
  Value isNaN =
      arith::CmpFOp::create(builder, CmpFPredicate::UNO, value, value);
  return choose(builder, isNaN, quiet, dropBits(builder, bits, 16));
}

/// What rounds to a subnormal f16 is added to 1/2, whose last bit is that of
/// the subnormal numbers: the addition rounds.
static Value narrowToHalf(BitBuilder &builder, Value value) {
  Value bits = toBits(builder, value);
  Value magnitude = maskBits(builder, bits, 0x7fffffff);

  Value normal = dropBits(builder, addBits(builder, magnitude, -kBias), 13);
  Value small = fromBits(builder, magnitude, builder.getF32Type());
  Value shifted =
      arith::AddFOp::create(builder, small, floatLike(builder, small, 0.5));
  Value subnormal = addBits(builder, toBits(builder, shifted), -kOneHalf);
  Value payload = maskBits(builder, moveDown(builder, magnitude, 13), 0x3ff);
  Value quiet = setBits(builder, payload, 0x7e00);

  auto is = [&](CmpIPredicate predicate, uint64_t number) {
    return compareBits(builder, predicate, magnitude, number);
  };
  Value result = choose(builder, is(CmpIPredicate::ult, kSmallestNormal),
                        subnormal, normal);
  result = choose(builder, is(CmpIPredicate::uge, kBeyondHalf),
                  integerLike(builder, result, 0x7c00), result);
  result = choose(builder, is(CmpIPredicate::ugt, kInfinity), quiet, result);
  Value sign = maskBits(builder, moveDown(builder, bits, 16), 0x8000);
  return arith::OrIOp::create(builder, result, sign);
}

Value spindle::narrowBits(BitBuilder &builder, Value value, Type element) {
  Value bits = element.isF16() ? narrowToHalf(builder, value)
                               : narrowToBFloat(builder, value);
  Type type = withElement(bits.getType(), builder.getI16Type());
  return fromBits(builder, arith::TruncIOp::create(builder, type, bits),
                  element);
}

//===----------------------------------------------------------------------===//
// Rounding to odd
//===----------------------------------------------------------------------===//

/// `rounded`, which was rounded to nearest, or, where `isInexact` and its last
/// bit is 0, its neighbour: the one further from zero where `isAway`.
static Value makeOdd(BitBuilder &builder, Value rounded, Value isInexact,
                     Value isAway) {
  Value bits = toBits(builder, rounded);
  Value isEven =
      compareBits(builder, CmpIPredicate::eq, maskBits(builder, bits, 1), 0);
  Value odd = choose(builder, isAway, addBits(builder, bits, 1),
                     addBits(builder, bits, -1));
  Value isMoved = arith::AndIOp::create(builder, isInexact, isEven);
  return fromBits(builder, choose(builder, isMoved, odd, bits),
                  getElementTypeOrSelf(rounded));
}

Value spindle::roundToOdd(BitBuilder &builder, Value value) {
  Type f32 = withElement(value.getType(), builder.getF32Type());
  Value rounded = arith::TruncFOp::create(builder, f32, value);
  Value back = arith::ExtFOp::create(builder, value.getType(), rounded);
  // False for NaN, which stays as it is.
  Value isInexact =
      arith::CmpFOp::create(builder, CmpFPredicate::ONE, back, value);
  Value isAway = arith::CmpFOp::create(builder, CmpFPredicate::OLT,
                                       math::AbsFOp::create(builder, back),
                                       math::AbsFOp::create(builder, value));
  return makeOdd(builder, rounded, isInexact, isAway);
}

Value spindle::fuseToOdd(BitBuilder &builder, Value a, Value b, Value c) {
  auto subtract = [&](Value lhs, Value rhs) -> Value {
    return arith::SubFOp::create(builder, lhs, rhs);
  };
  // The rounding error of the sum is itself a number, made without another
  // (Knuth, The Art of Computer Programming, volume 2, section 4.2.2).
  Value product = arith::MulFOp::create(builder, a, b);
  Value sum = arith::AddFOp::create(builder, product, c);
  Value rest = subtract(sum, product);
  Value error = arith::AddFOp::create(
      builder, subtract(product, subtract(sum, rest)), subtract(c, rest));
  Value zero = floatLike(builder, sum, 0.0);
  auto compare = [&](CmpFPredicate predicate, Value value) -> Value {
    return arith::CmpFOp::create(builder, predicate, value, zero);
  };
  // False where the sum is not finite: the error is NaN then.
  Value isInexact = compare(CmpFPredicate::ONE, error);
  Value isAway = arith::CmpIOp::create(builder, CmpIPredicate::eq,
                                       compare(CmpFPredicate::OGT, error),
                                       compare(CmpFPredicate::OGT, sum));
  return makeOdd(builder, sum, isInexact, isAway);
}

/// The integer `value`, of at most 64 bits, in as many.
static Value widenInteger(BitBuilder &builder, Value value, bool isSigned) {
  Type i64 = withElement(value.getType(), builder.getI64Type());
  if (value.getType() == i64)
    return value;
  if (isSigned)
    return arith::ExtSIOp::create(builder, i64, value);
  return arith::ExtUIOp::create(builder, i64, value);
}

/// From 2^53 on an integer is made a multiple of 2^11, an odd one where that
/// is not exact: so many bits has an f64.
static Value makeExact(BitBuilder &builder, Value value, bool isSigned) {
  constexpr uint64_t exact = uint64_t(1) << 53;
  constexpr uint64_t last = uint64_t(1) << 11;
  Value dropped = maskBits(builder, value, last - 1);
  Value isInexact = compareBits(builder, CmpIPredicate::ne, dropped, 0);
  Value shifted = isSigned ? addBits(builder, value, exact) : value;
  Value isLarge = compareBits(builder, CmpIPredicate::uge, shifted,
                              isSigned ? 2 * exact : exact);
  Value isMoved = arith::AndIOp::create(builder, isLarge, isInexact);
  Value odd = setBits(builder, maskBits(builder, value, -last), last);
  return choose(builder, isMoved, odd, value);
}

Value spindle::convertToOdd(BitBuilder &builder, Value value, bool isSigned) {
  Type f64 = withElement(value.getType(), builder.getF64Type());
  if (getElementTypeOrSelf(value).getIntOrFloatBitWidth() > 53)
    value =
        makeExact(builder, widenInteger(builder, value, isSigned), isSigned);
  if (isSigned)
    return arith::SIToFPOp::create(builder, f64, value);
  return arith::UIToFPOp::create(builder, f64, value);
}
