//===- NumberText.cpp - Numbers and fields in lines of text ---------------===//

#include "NumberText.h"

#include "RealText.h"

#include <algorithm>
#include <charconv>

using namespace spindle::runtime;

/// Reads a whole number, with or without a sign.
template <typename T>
static RealEnd parseWhole(const char *begin, const char *end, T &value) {
  begin += end - begin > 1 && *begin == '+' && begin[1] != '-';
  auto result = std::from_chars(begin, end, value);
  return {result.ptr, result.ec};
}

/// Reads 0 or 1, as other whole numbers are read.
static RealEnd parseWhole(const char *begin, const char *end, bool &value) {
  int8_t bit = 0;
  RealEnd result = parseWhole(begin, end, bit);
  if (result.error == std::errc() && (bit < 0 || bit > 1))
    result.error = std::errc::result_out_of_range;
  value = bit == 1;
  return result;
}

std::string_view FieldCursor::next() {
  skipBlanks();
  start = current;
  current = std::find_if(current, end, isBlank);
  return last();
}

template <typename T> FieldStatus FieldCursor::nextAny(T &value) {
  if (current == end)
    return FieldStatus::Missing;
  RealEnd result;
  if constexpr (isFloatType<T>)
    result = parseReal(start, end, readable, value);
  else
    result = parseWhole(start, end, value);
  bool isWhole = isFieldEnd(result.end);
  if (result.error == std::errc() && isWhole) {
    current = result.end;
    return FieldStatus::Ok;
  }
  current = std::find_if(start, end, isBlank);
  return isWhole && result.error == std::errc::result_out_of_range
             ? FieldStatus::OutOfRange
             : FieldStatus::Malformed;
}

template FieldStatus FieldCursor::nextAny(Half &);
template FieldStatus FieldCursor::nextAny(BFloat16 &);
template FieldStatus FieldCursor::nextAny(float &);
template FieldStatus FieldCursor::nextAny(double &);
template FieldStatus FieldCursor::nextAny(bool &);
template FieldStatus FieldCursor::nextAny(int8_t &);
template FieldStatus FieldCursor::nextAny(int16_t &);
template FieldStatus FieldCursor::nextAny(int32_t &);
template FieldStatus FieldCursor::nextAny(int64_t &);

/// Moves the decimal digits at the front of `text` to the end of `digits`, and
/// returns how many there are.
static int64_t takeDigits(std::string_view &text, std::string &digits) {
  size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  digits += text.substr(0, count);
  text.remove_prefix(count);
  return static_cast<int64_t>(count);
}

/// Moves the exponent of a number, all of `text`, into `exponent`, 0 for none.
/// False where `text` is something else.
static bool takeExponent(std::string_view text, int64_t &exponent) {
  exponent = 0;
  if (text.empty())
    return true;
  bool isMarked = text[0] == 'e' || text[0] == 'E';
  return isMarked &&
         FieldCursor(text.substr(1)).next(exponent) == FieldStatus::Ok;
}

std::string spindle::runtime::expandWhole(std::string_view real) {
  // Digits that no integer has, and yet few.
  constexpr int64_t most = 40;
  bool isSigned = !real.empty() && (real[0] == '-' || real[0] == '+');
  std::string sign(real.substr(0, isSigned && real[0] == '-'));
  real.remove_prefix(isSigned);
  std::string digits;
  int64_t shift = 0, exponent;
  takeDigits(real, digits);
  if (!real.empty() && real[0] == '.') {
    real.remove_prefix(1);
    shift = -takeDigits(real, digits);
  }
  if (digits.empty() || !takeExponent(real, exponent))
    return "";
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty())
    return "0";
  size_t kept = digits.find_last_not_of('0') + 1;
  shift += static_cast<int64_t>(digits.size() - kept);
  digits.resize(kept);
  if (__builtin_add_overflow(shift, exponent, &shift))
    shift = exponent;
  if (shift < 0)
    return "";
  return sign + digits + std::string(std::min(shift, most), '0');
}

int64_t spindle::runtime::countFields(std::string_view line) {
  int64_t count = 0;
  for (FieldCursor fields(line); !fields.atEnd(); fields.next())
    ++count;
  return count;
}

std::string spindle::runtime::quoted(std::string_view text) {
  constexpr size_t limit = 40;
  std::string result = "'";
  for (char c : text.substr(0, limit))
    result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > limit ? "...'" : "'");
}

template <typename T>
void spindle::runtime::appendNumber(std::string &text, T value) {
  if constexpr (isComplexType<T>) {
    appendReal(text, value.real());
    text += ' ';
    appendReal(text, value.imag());
  } else if constexpr (isFloatType<T>) {
    appendReal(text, value);
  } else {
    char digits[32];
    auto result =
        std::to_chars(digits, digits + sizeof(digits), int64_t(value));
    text.append(digits, result.ptr);
  }
}

template void spindle::runtime::appendNumber(std::string &, Half);
template void spindle::runtime::appendNumber(std::string &, BFloat16);
template void spindle::runtime::appendNumber(std::string &, float);
template void spindle::runtime::appendNumber(std::string &, double);
template void spindle::runtime::appendNumber(std::string &, bool);
template void spindle::runtime::appendNumber(std::string &, int8_t);
template void spindle::runtime::appendNumber(std::string &, int16_t);
template void spindle::runtime::appendNumber(std::string &, int32_t);
template void spindle::runtime::appendNumber(std::string &, int64_t);
template void spindle::runtime::appendNumber(std::string &,
                                             std::complex<float>);
template void spindle::runtime::appendNumber(std::string &,
                                             std::complex<double>);
