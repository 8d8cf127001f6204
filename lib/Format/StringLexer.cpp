//===- StringLexer.cpp - formats from strings -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StringLexer.h"

#include "Message.h"

using namespace spindle::format;

std::string_view spindle::format::getText(Sign sign) {
  static constexpr std::string_view texts[] = {
      "(", ")", "<", ">", ",", "=", ":", "-", "+", "*", "?", "->", "{"};
  return texts[size_t(sign)];
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void StringLexer::skipSpace() {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n'))
    ++at;
}

Lexer::Loc StringLexer::getLoc() {
  skipSpace();
  return text.data() + at;
}

void StringLexer::emitError(Loc loc, const std::string &message) {
  if (!hasFailed)
    report(joinText("offset ", size_t(loc - text.data()), ": ", message));
  hasFailed = true;
}

/// The word that comes next; empty where a sign or a number does.
std::string_view StringLexer::peekWord() {
  skipSpace();
  size_t end = at;
  if (end < text.size() && isLetter(text[end]))
    while (end < text.size() && (isLetter(text[end]) || isDigit(text[end])))
      ++end;
  return text.substr(at, end - at);
}

/// Reports what was expected here; false.
bool StringLexer::fail(std::string_view expected) {
  std::string_view got = peekWord();
  if (got.empty())
    got = text.substr(at, 1);
  emitError(getLoc(),
            joinText("expected ", expected, " but got ",
                     got.empty() ? "the end" : joinText("'", got, "'")));
  return false;
}

std::string_view StringLexer::takeWord() {
  std::string_view word = peekWord();
  at += word.size();
  return word;
}

bool StringLexer::take(std::string_view word) {
  bool isNext = peekWord() == word;
  at += isNext ? word.size() : 0;
  return isNext;
}

bool StringLexer::expect(std::string_view word) {
  return take(word) || fail(joinText("'", word, "'"));
}

bool StringLexer::take(Sign sign) {
  skipSpace();
  std::string_view characters = getText(sign);
  bool isNext = text.substr(at, characters.size()) == characters;
  // An arrow is no minus.
  if (sign == Sign::Minus && text.substr(at, 2) == getText(Sign::Arrow))
    isNext = false;
  at += isNext ? characters.size() : 0;
  return isNext;
}

bool StringLexer::expect(Sign sign) {
  return take(sign) || fail(joinText("'", getText(sign), "'"));
}

bool StringLexer::takeNumber(int64_t &number, bool &isRead) {
  size_t start = at;
  Loc loc = getLoc();
  bool isNegative = take(Sign::Minus);
  skipSpace();
  if (at == text.size() || !isDigit(text[at])) {
    at = start;
    return false;
  }
  isRead = true;
  number = 0;
  for (; at < text.size() && isDigit(text[at]); ++at)
    isRead = isRead && !__builtin_mul_overflow(number, 10, &number) &&
             !__builtin_add_overflow(number, text[at] - '0', &number);
  if (!isRead)
    emitError(loc, "integer value too large");
  else if (at < text.size() && isLetter(text[at]))
    isRead = fail("a number");
  number = isNegative ? -number : number;
  return true;
}

bool StringLexer::expectType(int &bits, std::string &name) {
  std::string_view word = takeWord();
  if (word.empty())
    return fail("a type");
  name = word;
  bits = -1;
  for (int known : {1, 8, 16, 32, 64})
    if (word == joinText("i", known))
      bits = known;
  return true;
}

bool StringLexer::expectAttribute(AnyFormat &format, int64_t rank) {
  skipSpace();
  constexpr std::string_view prefix = "#sparse.";
  if (text.substr(at, prefix.size()) != prefix)
    return fail("a format, as in csr or #sparse.format<..>,");
  at += prefix.size();
  Loc loc = getLoc();
  std::optional<AnyFormat> parsed = parseWord(*this, loc, takeWord(), rank);
  if (parsed)
    format = std::move(*parsed);
  return bool(parsed);
}

bool StringLexer::expectEnd() {
  skipSpace();
  return at == text.size() || fail("the end");
}

void StringLexer::skipName(std::string_view begin) {
  size_t found = text.find(joinText(" = ", begin));
  if (found != std::string_view::npos && found > 0 &&
      text.substr(0, found).find('(') == std::string_view::npos)
    at = found + 3;
}

bool StringLexer::isDescriptor() const {
  size_t next = text.find_first_not_of(" \n", at);
  return next != std::string_view::npos && text[next] == '(';
}

std::optional<Format> spindle::format::parseFormat(std::string_view text,
                                                   const Report &report) {
  StringLexer lexer(text, report);
  lexer.skipName("(");
  std::optional<Format> format;
  if (lexer.isDescriptor()) {
    format = parseDescriptor(lexer);
  } else {
    Lexer::Loc loc = lexer.getLoc();
    format = parseNamed(lexer, loc, lexer.takeWord());
  }
  return format && lexer.expectEnd() ? format : std::nullopt;
}

std::optional<Composite> spindle::format::parseComposite(std::string_view text,
                                                         const Report &report) {
  StringLexer lexer(text, report);
  lexer.skipName("composite (");
  Lexer::Loc loc = lexer.getLoc();
  std::string_view word = lexer.takeWord();
  std::optional<Composite> format;
  if (word == "composite")
    format = parseCompositeDescriptor(lexer);
  else
    format = parseNamedComposite(lexer, loc, word);
  return format && lexer.expectEnd() ? format : std::nullopt;
}

bool spindle::format::isCompositeText(std::string_view text) {
  Report ignore = [](const std::string &) {};
  StringLexer lexer(text, ignore);
  lexer.skipName("composite (");
  std::string_view word = lexer.takeWord();
  return word == "composite" || isCompositeName(word);
}
