//===- Helpers.cpp - functions that compiled steps call -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

#include "Launch.h"

#include "llvm/ADT/bit.h"

#include <cfenv>
#include <cmath>

using namespace spindle::emulator;

//===----------------------------------------------------------------------===//
// Numbers of 16 bits
//===----------------------------------------------------------------------===//

/// The nearest bf16 to `x`, ties to even, as the upper bits of an f32.
/// `sticky`: `x` is no longer exact, and lies that way: its last bit is odd.
static uint32_t roundToBF16(double x) {
  if (std::isnan(x))
    return 0x7FFF;
  // To f32 with the last bit odd where it is not exact; then once to bf16.
  float single = static_cast<float>(x);
  uint32_t bits = llvm::bit_cast<uint32_t>(single);
  if (std::isinf(single) && !std::isinf(x))
    return bits >> 16;
  double back = single;
  if (back != x) {
    bool away = std::fabs(back) > std::fabs(x);
    bits -= away ? 1 : 0;
    bits |= 1;
  }
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

static double fromBF16(uint32_t bits) {
  return llvm::bit_cast<float>(bits << 16);
}

/// a * b + c: the product is exact in f64; where the sum is not, its last bit
/// is made odd, so that rounding it again gives what rounding once would.
static uint32_t fmaBF16(uint32_t a, uint32_t b, uint32_t c) {
  double product = fromBF16(a) * fromBF16(b), third = fromBF16(c);
  double sum = product + third;
  if (!std::isfinite(sum))
    return roundToBF16(sum);
  double part = sum - product;
  double error = (product - (sum - part)) + (third - part);
  uint64_t bits = llvm::bit_cast<uint64_t>(sum);
  if (error != 0 && !(bits & 1)) {
    bool away = (error < 0) == (sum > 0);
    bits += away ? -1 : 1;
    sum = llvm::bit_cast<double>(bits);
  }
  return roundToBF16(sum);
}

static uint32_t roundToHalf(double x) {
  uint64_t bits = llvm::bit_cast<uint64_t>(x);
  uint32_t sign = bits >> 48 & 0x8000;
  double magnitude = std::fabs(x);
  if (std::isnan(x))
    return 0x7FFF;
  if (magnitude >= 65520)
    return sign | 0x7C00;
  // Units of the last place: 2^-24 for small numbers.
  int exponent = magnitude > 0 ? std::ilogb(magnitude) : -15;
  int unit = std::max(exponent, -14) - 10;
  auto count =
      static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, -unit)));
  return sign | (count + ((uint32_t)(unit + 24) << 10));
}

static double fromHalf(uint32_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31)
    return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(fraction + 1024, exponent - 25)
                          : std::ldexp(fraction, -24));
}

// LLVM passes numbers of 16 bits in the lower bits of a register for f32.
static float pack(uint32_t bits) { return llvm::bit_cast<float>(bits); }
static float truncateToBF16(float x) { return pack(roundToBF16(x)); }
static float truncateDoubleToBF16(double x) { return pack(roundToBF16(x)); }
static float truncateToHalf(float x) { return pack(roundToHalf(x)); }
static float truncateDoubleToHalf(double x) { return pack(roundToHalf(x)); }
static float extendHalf(float x) {
  return static_cast<float>(fromHalf(llvm::bit_cast<uint32_t>(x) & 0xFFFF));
}

/// The nearest tf32, ties away from 0.
static uint32_t roundToTF32(float x) {
  uint32_t bits = llvm::bit_cast<uint32_t>(x);
  return std::isfinite(x) ? (bits + 0x1000) & ~0x1FFFu : bits;
}

//===----------------------------------------------------------------------===//
// Directed rounding
//===----------------------------------------------------------------------===//

/// An operation, by the letter of its name, rounded down, up or to 0 (m, p, z).
template <typename T>
static T computeRounded(T a, T b, T c, uint32_t operation, uint32_t mode) {
  int before = std::fegetround();
  std::fesetround(mode == 'm'   ? FE_DOWNWARD
                  : mode == 'p' ? FE_UPWARD
                                : FE_TOWARDZERO);
  // So that nothing is computed before the mode is set, or after.
  volatile T x = a, y = b, z = c, result = 0;
  switch (operation) {
  case 'f':
    result = std::fma(x, y, z);
    break;
  case 'a':
    result = x + y;
    break;
  case 'm':
    result = x * y;
    break;
  case 'd':
    result = x / y;
    break;
  case 'r':
    result = 1 / x;
    break;
  default:
    result = std::sqrt(x);
    break;
  }
  std::fesetround(before);
  return result;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The bytes of b:a that the digits of `selector` name; bit 3: their sign.
static uint32_t permuteBytes(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t pair = uint64_t(b) << 32 | a;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    uint32_t digit = selector >> (4 * i) & 15;
    uint32_t byte = pair >> (8 * (digit & 7)) & 255;
    if (digit & 8)
      byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// The sum of products of bytes, and c.
template <typename A, typename B>
static uint32_t sumProducts(uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned i = 0; i < 4; ++i)
    c += static_cast<int32_t>(static_cast<A>(a >> (8 * i))) *
         static_cast<int32_t>(static_cast<B>(b >> (8 * i)));
  return c;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static uint64_t resolve(WarpContext *context, uint64_t address, uint32_t site,
                        uint32_t lane) {
  return context->launch->resolve(*context, address, site, lane);
}

static void trap(WarpContext *context) { context->launch->trap(*context); }

template <typename Function> static void *getAddress(Function *function) {
  return reinterpret_cast<void *>(function);
}

llvm::ArrayRef<std::pair<const char *, void *>>
spindle::emulator::getHelpers() {
  static const std::pair<const char *, void *> table[] = {
      {"spindle_resolve", getAddress(resolve)},
      {"spindle_trap", getAddress(trap)},
      {"spindle_fma_bf16", getAddress(fmaBF16)},
      {"spindle_rounded_f32", getAddress(computeRounded<float>)},
      {"spindle_rounded_f64", getAddress(computeRounded<double>)},
      {"spindle_f2tf32.rna", getAddress(roundToTF32)},
      {"spindle_prmt", getAddress(permuteBytes)},
      {"spindle_idp4a.s.s", getAddress(sumProducts<int8_t, int8_t>)},
      {"spindle_idp4a.s.u", getAddress(sumProducts<int8_t, uint8_t>)},
      {"spindle_idp4a.u.s", getAddress(sumProducts<uint8_t, int8_t>)},
      {"spindle_idp4a.u.u", getAddress(sumProducts<uint8_t, uint8_t>)},
      {"__truncsfbf2", getAddress(truncateToBF16)},
      {"__truncdfbf2", getAddress(truncateDoubleToBF16)},
      {"__truncsfhf2", getAddress(truncateToHalf)},
      {"__truncdfhf2", getAddress(truncateDoubleToHalf)},
      {"__extendhfsf2", getAddress(extendHalf)},
  };
  return table;
}
