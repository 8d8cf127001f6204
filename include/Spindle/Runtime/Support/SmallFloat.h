//===- SmallFloat.h - Floats of 16 bits -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 as values: a sign, an exponent and a fraction as in IEEE 754,
// with subnormal numbers, infinities and NaNs. Every conversion and operation
// rounds its exact result once, to nearest, ties to even.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_SUPPORT_SMALLFLOAT_H
#define SPINDLE_RUNTIME_SUPPORT_SMALLFLOAT_H

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace spindle::runtime {

/// A float of 16 bits, `exponentBits` of them for the exponent.
template <int exponentBits> class SmallFloat {
public:
  /// The number of bits of the fraction, without the leading one.
  static constexpr int fractionBits = 15 - exponentBits;
  /// The greatest finite exponent; 1 less, negated, is the smallest normal one.
  static constexpr int bias = (1 << (exponentBits - 1)) - 1;
  /// The bits of positive infinity.
  static constexpr uint16_t infinityBits = ((1 << exponentBits) - 1)
                                           << fractionBits;

  /// Unspecified.
  SmallFloat() = default;

  /// The nearest value; a NaN keeps its sign and the upper bits of its payload,
  /// and is quiet. Whole numbers of more than 53 bits are rounded twice.
  explicit SmallFloat(double value) : stored(round(value)) {}

  /// The value that `bits` stand for.
  static SmallFloat fromBits(uint16_t bits) {
    SmallFloat value;
    value.stored = bits;
    return value;
  }

  /// The sign, the exponent and the fraction, from the top.
  uint16_t bits() const { return stored; }

  /// The value, exact as `float`, as a number of type `T`.
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  explicit operator T() const {
    return static_cast<T>(toFloat());
  }

  SmallFloat operator-() const { return fromBits(stored ^ 0x8000); }
  // The sum and the product of two such floats, rounded to `float` first, come
  // out as if rounded once: it has more than twice their bits, and 2 more.
  friend SmallFloat operator+(SmallFloat a, SmallFloat b) {
    return SmallFloat(a.toFloat() + b.toFloat());
  }
  friend SmallFloat operator-(SmallFloat a, SmallFloat b) {
    return SmallFloat(a.toFloat() - b.toFloat());
  }
  friend SmallFloat operator*(SmallFloat a, SmallFloat b) {
    return SmallFloat(double(a.toFloat()) * double(b.toFloat()));
  }
  friend bool operator==(SmallFloat a, SmallFloat b) {
    return a.toFloat() == b.toFloat();
  }
  friend bool operator!=(SmallFloat a, SmallFloat b) { return !(a == b); }
  friend bool operator<(SmallFloat a, SmallFloat b) {
    return a.toFloat() < b.toFloat();
  }

private:
  /// The value as a float, which holds it exactly.
  float toFloat() const {
    constexpr int shift = 23 - fractionBits;
    uint32_t magnitude = uint32_t(stored & 0x7fff) << shift;
    uint32_t sign = uint32_t(stored & 0x8000) << 16;
    if ((stored & infinityBits) == infinityBits)
      return fromWord(sign | magnitude | 0x7f800000u);
    // The exponents differ by their biases; a product with a power of two is
    // exact, and normalizes what was subnormal.
    constexpr uint32_t scale = uint32_t(127 - bias + 127) << 23;
    float value = fromWord(magnitude);
    if constexpr (bias != 127)
      value *= fromWord(scale);
    return fromWord(sign | toWord(value));
  }

  static float fromWord(uint32_t word) {
    float value;
    std::memcpy(&value, &word, sizeof(value));
    return value;
  }
  static uint32_t toWord(float value) {
    uint32_t word;
    std::memcpy(&word, &value, sizeof(word));
    return word;
  }

  /// The bits of the nearest value to `value`.
  static uint16_t round(double value) {
    uint64_t word;
    std::memcpy(&word, &value, sizeof(word));
    uint16_t sign = (word >> 48) & 0x8000;
    constexpr uint64_t fractionMask = (uint64_t(1) << 52) - 1;
    int exponent = int((word >> 52) & 0x7ff) - 1023;
    uint64_t fraction = word & fractionMask;
    if (exponent == 1024 && fraction != 0)
      return sign | infinityBits | (1 << (fractionBits - 1)) |
             (fraction >> (52 - fractionBits));
    if (exponent > bias)
      return sign | infinityBits;
    return sign | roundFinite(exponent + bias, fraction);
  }

  /// The bits of the nearest value to (1 + fraction / 2^52) 2^(exponent -
  /// bias).
  static uint16_t roundFinite(int exponent, uint64_t fraction) {
    uint64_t significand = fraction | (uint64_t(1) << 52);
    // Below the smallest normal exponent one more bit is lost each time.
    int dropped = 52 - fractionBits + (exponent < 1 ? 1 - exponent : 0);
    if (dropped > 53)
      return 0;
    uint64_t kept = significand >> dropped;
    uint64_t rest = significand - (kept << dropped);
    uint64_t half = uint64_t(1) << (dropped - 1);
    kept += rest > half || (rest == half && (kept & 1));
    // The leading one counts in the exponent, as does a carry, up to infinity.
    return (exponent < 1 ? 0 : (exponent - 1) << fractionBits) + kept;
  }

  uint16_t stored;
};

/// f16: 5 bits of exponent, 10 of fraction.
using Half = SmallFloat<5>;
/// bf16: 8 bits of exponent, 7 of fraction; the upper half of a float.
using BFloat16 = SmallFloat<8>;

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_SMALLFLOAT_H
