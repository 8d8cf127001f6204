//===- FormatScanner.cpp - Words and signs of formats ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatScanner.h"

using namespace spindle::runtime;

static bool isWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

/// The largest number of the grammar, as in the compiler.
static constexpr int64_t maxNumber = (int64_t(1) << 31) - 1;

void FormatScanner::skipSpace() {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n'))
    ++at;
}

std::string_view FormatScanner::peekWord() {
  skipSpace();
  size_t end = at;
  while (end < text.size() && isWordChar(text[end]))
    ++end;
  return text.substr(at, end - at);
}

bool FormatScanner::take(std::string_view sign) {
  skipSpace();
  bool isNext = isWordChar(sign.front()) ? peekWord() == sign
                                         : text.substr(at, sign.size()) == sign;
  at += isNext ? sign.size() : 0;
  return isNext;
}

bool FormatScanner::expect(std::string_view sign) {
  return take(sign) || fail("'" + std::string(sign) + "'");
}

bool FormatScanner::fail(std::string_view expected) {
  std::string_view word = peekWord();
  if (word.empty())
    word = text.substr(at, 1);
  Error found = Error::expectedGot(
      expected, word.empty() ? "the end" : "'" + std::string(word) + "'");
  found.text = "offset " + std::to_string(at) + ": " + found.text;
  error = found;
  return false;
}

bool FormatScanner::parseNumber(int64_t &number) {
  std::string_view word = peekWord();
  number = 0;
  for (char digit : word) {
    if (digit < '0' || digit > '9' || number > maxNumber)
      return fail("a number below 2^31");
    number = number * 10 + (digit - '0');
  }
  if (word.empty() || number > maxNumber)
    return fail("a number below 2^31");
  at += word.size();
  return true;
}
