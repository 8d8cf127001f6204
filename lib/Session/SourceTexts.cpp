//===- SourceTexts.cpp - the lines that errors are about ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/SourceTexts.h"

#include "Spindle/Session/Failure.h"
#include "llvm/ADT/StringExtras.h"

using namespace spindle::session;
using llvm::StringRef;

/// Line `number` of `text`, from 1 on; empty where it has fewer.
static StringRef getLine(StringRef text, int64_t number) {
  for (; number > 1 && !text.empty(); --number)
    text = text.split('\n').second;
  return text.split('\n').first.rtrim('\r');
}

/// What stands below `text` up to a caret: as wide as it is on a terminal.
static std::string makeBlank(StringRef text) {
  std::string blank;
  for (char c : text)
    if (c == '\t')
      blank += c;
    else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
      blank += ' ';
  return blank;
}

/// Whether a character of `text` starts at byte `at`.
static bool isBetween(StringRef text, size_t at) {
  return at >= text.size() ||
         (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

/// `line` and a caret below byte `at` of it, which is at most its size.
static std::string point(StringRef line, size_t at) {
  static constexpr size_t kMost = 120, kBefore = 60;
  static constexpr llvm::StringLiteral kCut = "...";
  size_t begin = 0, end = line.size();
  if (line.size() > kMost) {
    begin = at > kBefore ? std::min(at - kBefore, line.size() - kMost) : 0;
    end = std::min(begin + kMost, line.size());
  }
  for (; !isBetween(line, begin);)
    --begin;
  for (; !isBetween(line, end);)
    ++end;
  std::string head = begin > 0 ? kCut.str() : "";
  std::string tail = end < line.size() ? kCut.str() : "";
  return "\n  " + head + line.slice(begin, end).str() + tail + "\n  " +
         makeBlank(head + line.slice(begin, at).str()) + "^";
}

std::string SourceTexts::findQuote(StringRef line) const {
  line.consume_front("note: ");
  SourceLocation location = takeLocation(line);
  auto text = texts.find(location.file);
  if (text == texts.end() || location.line < 1 || location.column < 1)
    return "";
  StringRef source = getLine(text->second, location.line);
  size_t at = location.column - 1;
  return at <= source.size() ? point(source, at) : "";
}

std::string SourceTexts::quote(StringRef message) const {
  std::string quoted;
  for (StringRef line : llvm::split(message, '\n'))
    quoted += (quoted.empty() ? "" : "\n") + line.str() + findQuote(line);
  return quoted;
}
