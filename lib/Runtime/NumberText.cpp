//===- NumberText.cpp - Numbers and fields in lines of text ---------------===//

#include "NumberText.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <type_traits>

using namespace spindle::runtime;

/// True where the unsigned decimal number `text`, whose value no float type can
/// hold, is too small rather than too large.
static bool isTiny(std::string_view text) {
  size_t mark = text.find_first_of("eE");
  std::string_view digits = text.substr(0, mark);
  int64_t exponent = 0;
  if (mark != std::string_view::npos) {
    std::string_view tail = text.substr(mark + 1);
    bool negative = !tail.empty() && tail.front() == '-';
    tail.remove_prefix(!tail.empty() && (negative || tail.front() == '+'));
    auto result =
        std::from_chars(tail.data(), tail.data() + tail.size(), exponent);
    // An exponent beyond int64 outweighs all digits.
    if (result.ec == std::errc::result_out_of_range)
      return negative;
    exponent = negative ? -exponent : exponent;
  }
  int64_t point = std::min(digits.find('.'), digits.size());
  int64_t leading = digits.find_first_of("123456789");
  return exponent < leading - point;
}

/// Parses a number without a sign in front; integers may have '-'.
template <typename T>
static std::from_chars_result parse(const char *begin, const char *end,
                                    T &value) {
  auto result = std::from_chars(begin, end, value);
  if constexpr (std::is_floating_point_v<T>) {
    if (result.ec != std::errc::result_out_of_range)
      return result;
    bool negative = *begin == '-';
    if (isTiny({begin + negative, size_t(result.ptr - begin - negative)})) {
      value = negative ? -T(0) : T(0);
      result.ec = std::errc();
    }
  }
  return result;
}

std::string_view FieldCursor::next() {
  skipBlanks();
  start = current;
  current = std::find_if(current, end, isBlank);
  return last();
}

template <typename T> FieldStatus FieldCursor::next(T &value) {
  skipBlanks();
  start = current;
  if (current == end)
    return FieldStatus::Missing;
  // Fortran writes a plus sign, which from_chars does not know.
  bool plus = *start == '+' && start + 1 != end && start[1] != '-';
  auto result = parse(start + plus, end, value);
  bool whole = result.ptr == end || isBlank(*result.ptr);
  if (result.ec == std::errc() && whole) {
    current = result.ptr;
    return FieldStatus::Ok;
  }
  current = std::find_if(start, end, isBlank);
  return whole && result.ec == std::errc::result_out_of_range
             ? FieldStatus::OutOfRange
             : FieldStatus::Malformed;
}

template FieldStatus FieldCursor::next(float &);
template FieldStatus FieldCursor::next(double &);
template FieldStatus FieldCursor::next(int8_t &);
template FieldStatus FieldCursor::next(int16_t &);
template FieldStatus FieldCursor::next(int32_t &);
template FieldStatus FieldCursor::next(int64_t &);

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
  char digits[32];
  auto result = std::to_chars(digits, digits + sizeof(digits), value);
  text.append(digits, result.ptr);
}

template void spindle::runtime::appendNumber(std::string &, float);
template void spindle::runtime::appendNumber(std::string &, double);
template void spindle::runtime::appendNumber(std::string &, int8_t);
template void spindle::runtime::appendNumber(std::string &, int16_t);
template void spindle::runtime::appendNumber(std::string &, int32_t);
template void spindle::runtime::appendNumber(std::string &, int64_t);
