//===- RealText.cpp - Real numbers as decimal text ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most numbers in files have at most 19 digits and a small power of ten, and
// are computed exactly here; std::from_chars does the others.
//
// A number for a type shorter than double is made a double first. Rounded to
// nearest twice it might come out wrong, but only where the double lies in the
// middle between two numbers of the shorter type and the number in the text
// does not. So the double is rounded to odd: where it is not exact, its last
// bit is 1, which is on the right side of every such middle.
//
//===----------------------------------------------------------------------===//

#include "RealText.h"

#include "DigitRun.h"
#include "ExactDecimal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

using namespace spindle::runtime;

namespace {
/// The magnitude of a number: digits * 10^exponent.
struct Decimal {
  uint64_t digits = 0;
  int64_t exponent = 0;
};

enum class Rounding : uint8_t { ToNearest, ToOdd };
} // namespace

/// The powers of five below 2^63.
static constexpr int64_t maxPowerOfFive = 27;
static constexpr auto powersOfFive = [] {
  std::array<uint64_t, maxPowerOfFive + 1> powers{1};
  for (int64_t i = 1; i <= maxPowerOfFive; ++i)
    powers[i] = 5 * powers[i - 1];
  return powers;
}();

/// The powers of ten that a double holds exactly.
static constexpr int64_t maxPowerOfTen = 22;
static constexpr auto powersOfTen = [] {
  std::array<double, maxPowerOfTen + 1> powers{1};
  for (int64_t i = 1; i <= maxPowerOfTen; ++i)
    powers[i] = 10 * powers[i - 1];
  return powers;
}();

/// How many zeros are in front of the number at `text`.
static int64_t countLeadingZeros(const char *text, const char *end) {
  int64_t count = 0;
  for (; text != end && (*text == '0' || *text == '.'); ++text)
    count += *text == '0';
  return count;
}

/// Reads the power of ten at `text` if there is one, and returns its end, or
/// null where it is of no use here.
static const char *readExponent(const char *text, const char *readable,
                                int64_t &exponent) {
  if (text == readable || (*text | 0x20) != 'e')
    return text;
  bool isSigned = ++text != readable && (*text == '-' || *text == '+');
  bool isNegative = isSigned && *text == '-';
  text += isSigned;
  uint64_t digits = 0;
  const char *end = appendDigits(text, readable, digits);
  if (end == text || end - text > 4)
    return nullptr;
  exponent += isNegative ? -int64_t(digits) : int64_t(digits);
  return end;
}

/// Reads the number without a sign at `text` and returns its end, or null where
/// it has too many digits or is none.
static const char *readDecimal(const char *text, const char *readable,
                               Decimal &decimal) {
  const char *end = appendDigits(text, readable, decimal.digits);
  int64_t count = end - text;
  if (end != readable && *end == '.') {
    const char *fraction = end + 1;
    end = appendDigits(fraction, readable, decimal.digits);
    decimal.exponent = fraction - end;
    count += end - fraction;
  }
  if (count > maxDigits)
    count -= countLeadingZeros(text, end);
  if (count == 0 || count > maxDigits)
    return nullptr;
  return readExponent(end, readable, decimal.exponent);
}

/// `significand` * 2^`exponent`, which is far from the bounds of a double.
/// Where it is inexact, the true significand is above and less than 1 off.
static double assemble(uint64_t significand, bool isInexact, int64_t exponent,
                       Rounding rounding) {
  int shift = __builtin_clzll(significand);
  significand <<= shift;
  exponent -= shift;
  constexpr int dropped = 64 - 53;
  uint64_t kept = significand >> dropped;
  uint64_t rest = significand & ((1 << dropped) - 1), half = 1 << (dropped - 1);
  if (rounding == Rounding::ToOdd)
    kept |= rest != 0 || isInexact;
  else
    kept += rest > half || (rest == half && (isInexact || (kept & 1)));
  uint64_t scaleBits = uint64_t(1023 + exponent + dropped) << 52;
  double scale;
  std::memcpy(&scale, &scaleBits, sizeof(scale));
  return double(kept) * scale;
}

/// `decimal`, not zero, by exact arithmetic; requires that the powers of ten
/// have a power of five in the table.
static double convert(const Decimal &decimal, Rounding rounding) {
  using Wide = unsigned __int128;
  int shift = __builtin_clzll(decimal.digits);
  uint64_t digits = decimal.digits << shift;
  int64_t exponent = decimal.exponent - shift;
  if (decimal.exponent >= 0) {
    Wide product = Wide(digits) * powersOfFive[decimal.exponent];
    int wide = product >> 64 ? 64 - __builtin_clzll(product >> 64) : 0;
    uint64_t lost = uint64_t(product) & ((Wide(1) << wide) - 1);
    return assemble(product >> wide, lost != 0, exponent + wide, rounding);
  }
  // With the leading bits where they are here, the quotient has 62 to 64 bits.
  uint64_t divisor = powersOfFive[-decimal.exponent];
  int divisorShift = __builtin_clzll(divisor);
  divisor <<= divisorShift;
  Wide dividend = Wide(digits) << 63;
  auto quotient = static_cast<uint64_t>(dividend / divisor);
  bool hasRemainder = uint64_t(dividend) != quotient * divisor;
  return assemble(quotient, hasRemainder, exponent - 63 + divisorShift,
                  rounding);
}

/// True where `value`, a double, cannot be in the middle between two numbers of
/// a shorter type: those have at most 24 bits, the middles one more.
static bool isBetweenMiddles(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return (bits & ((1 << 28) - 1)) != 0;
}

/// `decimal` as `T`. False where that takes more than simple arithmetic.
template <typename T>
static bool convertFast(const Decimal &decimal, double &value) {
  constexpr bool isDouble = std::is_same_v<T, double>;
  int64_t exponent = decimal.exponent, power = std::abs(exponent);
  if (decimal.digits < uint64_t(1) << 53 && power <= maxPowerOfTen) {
    // One operation on exact operands rounds once.
    value = double(decimal.digits);
    value =
        exponent < 0 ? value / powersOfTen[power] : value * powersOfTen[power];
    if (isDouble || power == 0 || isBetweenMiddles(value))
      return true;
  }
  if (power > maxPowerOfFive)
    return false;
  value = decimal.digits == 0 ? 0
                              : convert(decimal, isDouble ? Rounding::ToNearest
                                                          : Rounding::ToOdd);
  return true;
}

/// Reads the number without a plus at `text` into `value`, which is infinite
/// where it is too large for `T`.
template <typename T>
static std::from_chars_result parseAny(const char *text, const char *end,
                                       T &value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::from_chars(text, end, value);
  } else {
    double nearest = 0;
    auto result = std::from_chars(text, end, nearest);
    if (result.ec == std::errc() && std::isfinite(nearest) &&
        !isBetweenMiddles(nearest)) {
      bool isNegative = *text == '-';
      std::string_view digits(text + isNegative,
                              result.ptr - text - isNegative);
      int order =
          compare(ExactDecimal(digits), ExactDecimal(std::abs(nearest)));
      double away = order < 0 ? 0.0 : std::numeric_limits<double>::infinity();
      if (order != 0)
        nearest = std::nextafter(nearest, isNegative ? -away : away);
    }
    value = T(nearest);
    bool isNumber = result.ec == std::errc() && std::isfinite(nearest);
    if (isNumber && std::isinf(float(value)))
      result.ec = std::errc::result_out_of_range;
    return result;
  }
}

/// Like `parseAny`, for numbers of every size.
template <typename T>
static RealEnd parseSlowly(const char *text, const char *end, T &value) {
  // Fortran writes a plus sign, which from_chars does not know.
  bool hasPlus = end - text > 1 && *text == '+' && text[1] != '-';
  text += hasPlus;
  auto result = parseAny(text, end, value);
  if (result.ec != std::errc::result_out_of_range)
    return {result.ptr, result.ec};
  bool isNegative = *text == '-';
  text += isNegative;
  if (!ExactDecimal({text, size_t(result.ptr - text)}).isBelowOne())
    return {result.ptr, result.ec};
  value = T(isNegative ? -0.0 : 0.0);
  return {result.ptr, std::errc()};
}

template <typename T>
RealEnd spindle::runtime::parseReal(const char *text, const char *end,
                                    const char *readable, T &value) {
  bool isSigned = text != end && (*text == '-' || *text == '+');
  bool isNegative = isSigned && *text == '-';
  Decimal decimal;
  double magnitude;
  const char *stop = readDecimal(text + isSigned, readable, decimal);
  if (stop && convertFast<T>(decimal, magnitude)) {
    value = T(isNegative ? -magnitude : magnitude);
    if (!std::isinf(double(value)))
      return {stop, std::errc()};
  }
  return parseSlowly(text, end, value);
}

template <typename T> T spindle::runtime::wholeToReal(int64_t whole) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(whole);
  } else {
    // The bits that a double may not hold become one, far below the last bit
    // of `T`: rounding to odd again.
    constexpr int64_t low = (1 << 12) - 1;
    if (std::abs(double(whole)) >= 0x1p53)
      whole = (whole & ~low) | ((whole & low) != 0 ? 0x800 : 0);
    return T(static_cast<double>(whole));
  }
}

/// The number of the fewest digits that is read as `value`, which is finite.
template <typename T> static double findShortest(T value) {
  for (int precision = 1;; ++precision) {
    char text[32];
    const char *end =
        std::to_chars(text, text + sizeof(text), double(value),
                      std::chars_format::scientific, precision - 1)
            .ptr;
    T read;
    parseReal(text, end, end, read);
    double number = 0;
    if (read == value && parseReal(text, end, end, number).end == end)
      return number;
  }
}

template <typename T>
void spindle::runtime::appendReal(std::string &text, T value) {
  char digits[32];
  std::to_chars_result result;
  if constexpr (std::is_floating_point_v<T>) {
    result = std::to_chars(digits, digits + sizeof(digits), value);
  } else {
    double number =
        std::isfinite(double(value)) ? findShortest(value) : double(value);
    result = std::to_chars(digits, digits + sizeof(digits), number);
  }
  text.append(digits, result.ptr);
}

#define SPINDLE_INSTANTIATE(T)                                                 \
  template RealEnd spindle::runtime::parseReal(const char *, const char *,     \
                                               const char *, T &);             \
  template T spindle::runtime::wholeToReal(int64_t);                           \
  template void spindle::runtime::appendReal(std::string &, T);

SPINDLE_INSTANTIATE(Half)
SPINDLE_INSTANTIATE(BFloat16)
SPINDLE_INSTANTIATE(float)
SPINDLE_INSTANTIATE(double)
