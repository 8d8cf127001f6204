//===- DigitRun.h - Decimal digits, eight at a time -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_DIGITRUN_H
#define SPINDLE_LIB_RUNTIME_IO_DIGITRUN_H

#include <cstdint>
#include <cstring>

namespace spindle::runtime {

/// The most digits whose number is surely below 2^64.
inline constexpr int64_t maxDigits = 19;

/// The number whose eight digits, each a value from 0 to 9, are the bytes of
/// `digits`, the leading one in the lowest byte.
inline uint64_t joinDigits(uint64_t digits) {
  // Pairs of digits, then of pairs, then of those: each time the half in the
  // lower byte weighs more.
  digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ffu;
  digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffffu;
  return (digits * 10000 + (digits >> 32)) & 0xffffffffu;
}

/// Reads the decimal digits at `text`, at most eight, as `number` and returns
/// how many there are. Requires that eight bytes can be read.
[[gnu::always_inline]] inline int64_t readEightDigits(const char *text,
                                                      uint64_t &number) {
  constexpr uint64_t ones = 0x0101010101010101u;
  uint64_t digits;
  std::memcpy(&digits, text, sizeof(digits));
  digits ^= '0' * ones;
  // The top bit of every byte that is no digit; no sum carries into the next
  // byte.
  uint64_t others =
      (((digits & 0x7f * ones) + 0x76 * ones) | digits) & 0x80 * ones;
  if (others == 0) {
    number = joinDigits(digits);
    return 8;
  }
  // What follows the digits is shifted out, also where there are none; zeros
  // come before them.
  int bits = __builtin_ctzll(others) - 7;
  number = joinDigits(digits << 1 << (63 - bits));
  return bits / 8;
}

/// Appends the decimal digits at `text` to `number`, modulo 2^64, and returns
/// where they end. Bytes from `readable` on are not looked at.
[[gnu::always_inline]] inline const char *
appendDigits(const char *text, const char *readable, uint64_t &number) {
  constexpr uint64_t powers[] = {1,      10,      100,      1000,     10000,
                                 100000, 1000000, 10000000, 100000000};
  while (readable - text >= 8) {
    uint64_t part;
    int64_t count = readEightDigits(text, part);
    number = number * powers[count] + part;
    text += count;
    if (count < 8)
      return text;
  }
  for (; text != readable && *text >= '0' && *text <= '9'; ++text)
    number = number * 10 + (*text - '0');
  return text;
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_DIGITRUN_H
