//===- ExactDecimal.cpp - Decimal numbers of any length -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactDecimal.h"

#include <algorithm>
#include <charconv>

using namespace spindle::runtime;

/// More than any number of digits, and less than overflows with it.
static constexpr int64_t farExponent = int64_t(1) << 62;

/// The exponent in `text`, which has no 'e'; one that is out of every range
/// where it is that far.
static int64_t parseExponent(std::string_view text) {
  bool isNegative = !text.empty() && text.front() == '-';
  if (!text.empty() && (isNegative || text.front() == '+'))
    text.remove_prefix(1);
  int64_t exponent = 0;
  auto result =
      std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (result.ec == std::errc::result_out_of_range)
    exponent = farExponent;
  exponent = std::min(exponent, farExponent);
  return isNegative ? -exponent : exponent;
}

ExactDecimal::ExactDecimal(std::string_view text) {
  size_t mark = text.find_first_of("eE");
  int64_t exponent =
      mark == std::string_view::npos ? 0 : parseExponent(text.substr(mark + 1));
  text = text.substr(0, mark);
  auto whole = static_cast<int64_t>(std::min(text.find('.'), text.size()));
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
               [](char c) { return c != '.'; });
  size_t leading = std::min(digits.find_first_not_of('0'), digits.size());
  point = exponent + whole - static_cast<int64_t>(leading);
  digits.erase(digits.find_last_not_of('0') + 1);
  digits.erase(0, leading);
}

/// All digits of `value`.
static std::string printExactly(double value) {
  // The longest double has 767 digits.
  char text[800];
  auto end = std::to_chars(text, text + sizeof(text), value,
                           std::chars_format::scientific, 770);
  return {text, end.ptr};
}

ExactDecimal::ExactDecimal(double value) : ExactDecimal(printExactly(value)) {}

int spindle::runtime::compare(const ExactDecimal &a, const ExactDecimal &b) {
  if (a.digits.empty() || b.digits.empty())
    return int(b.digits.empty()) - int(a.digits.empty());
  if (a.point != b.point)
    return a.point < b.point ? -1 : 1;
  return a.digits.compare(b.digits);
}
