//===- TextMutator.cpp - changes to text by words and lines ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A byte changed at random seldom leaves text that a parser takes. Here words
// are replaced by others of their kind, and lines left out and repeated, so
// that verifiers and printers are reached. libFuzzer calls these functions;
// half of the time they leave the work to its own.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace {
/// A word, a string or a sign of a text.
struct Token {
  size_t begin, size;
};

/// A text that changes at random.
class Mutator {
public:
  Mutator(std::string text, unsigned seed)
      : text(std::move(text)), random(seed), tokens(split(this->text)) {}

  void change();
  void changeBy(std::string_view other);

  std::string text;

private:
  static std::vector<Token> split(std::string_view text);
  static char getKind(std::string_view word);

  size_t below(size_t bound) { return random() % bound; }
  std::string_view wordOf(Token token) const {
    return std::string_view(text).substr(token.begin, token.size);
  }
  void replace(Token token, const std::string &word) {
    text.replace(token.begin, token.size, word);
  }
  Token pickLine();
  std::string pickLike(std::string_view word, std::string_view from);
  void replaceNumber();

  std::minstd_rand random;
  std::vector<Token> tokens;
};
} // namespace

static bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

std::vector<Token> Mutator::split(std::string_view text) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '"')
      end = std::min(text.find('"', end), text.size() - 1) + 1;
    else if (isWordChar(text[at]) || std::strchr("%@#!^-", text[at]))
      while (end < text.size() && isWordChar(text[end]))
        ++end;
    if (text[at] != ' ' && text[at] != '\n')
      tokens.push_back({at, end - at});
    at = end;
  }
  return tokens;
}

/// What a word begins with: a letter for all letters, `0` for all digits.
char Mutator::getKind(std::string_view word) {
  auto first = static_cast<unsigned char>(word.front());
  return std::isalpha(first) ? 'a' : std::isdigit(first) ? '0' : char(first);
}

/// A word of `from`, of the kind of `word` where there is one.
std::string Mutator::pickLike(std::string_view word, std::string_view from) {
  std::vector<std::string> like;
  for (Token token : split(from))
    if (getKind(from.substr(token.begin, token.size)) == getKind(word))
      like.emplace_back(from.substr(token.begin, token.size));
  return like.empty() ? std::string(word) : like[below(like.size())];
}

/// A line with its line feed.
Token Mutator::pickLine() {
  size_t at = below(text.size());
  size_t before = text.rfind('\n', at ? at - 1 : 0);
  size_t begin = before == text.npos || at == 0 ? 0 : before + 1;
  size_t end = text.find('\n', begin);
  return {begin, (end == text.npos ? text.size() : end + 1) - begin};
}

/// Replaces a number, or else any word, by one that may be too much.
void Mutator::replaceNumber() {
  static constexpr const char *numbers[] = {"0",
                                            "1",
                                            "2",
                                            "-1",
                                            "64",
                                            "255",
                                            "2147483647",
                                            "2147483648",
                                            "4294967296",
                                            "9223372036854775807",
                                            "9223372036854775808",
                                            "?"};
  std::vector<Token> candidates;
  for (Token token : tokens)
    if (getKind(wordOf(token)) == '0')
      candidates.push_back(token);
  if (candidates.empty())
    candidates = tokens;
  replace(candidates[below(candidates.size())],
          numbers[below(std::size(numbers))]);
}

void Mutator::change() {
  if (tokens.empty())
    return;
  Token token = tokens[below(tokens.size())];
  Token other = tokens[below(tokens.size())];
  std::string word(wordOf(token));
  switch (below(8)) {
  case 0:
  case 1:
    return replace(token, pickLike(word, text));
  case 2:
    return replace(token, std::string(wordOf(other)));
  case 3:
    return replace(token, "");
  case 4:
    return replace(token, word + " " + std::string(wordOf(other)));
  case 5:
    return replaceNumber();
  case 6:
    return replace(pickLine(), "");
  default: {
    Token line = pickLine(), place = pickLine();
    text.insert(place.begin, std::string(wordOf(line)));
  }
  }
}

void Mutator::changeBy(std::string_view other) {
  if (tokens.empty() || other.empty())
    return;
  Token token = tokens[below(tokens.size())];
  if (below(4) != 0)
    return replace(token, pickLike(wordOf(token), other));
  Mutator source(std::string(other), random());
  Token line = source.pickLine(), place = pickLine();
  text.insert(place.begin, std::string(source.wordOf(line)));
}

/// Copies `text` to `data`, as far as there is room, and returns its size.
static size_t copyTo(const std::string &text, uint8_t *data, size_t maxSize) {
  size_t size = std::min(text.size(), maxSize);
  std::copy_n(text.begin(), size, data);
  return size;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (seed % 2 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  Mutator mutator({reinterpret_cast<const char *>(data), size}, seed);
  mutator.change();
  return copyTo(mutator.text, data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  Mutator mutator({reinterpret_cast<const char *>(first), firstSize}, seed);
  mutator.changeBy({reinterpret_cast<const char *>(second), secondSize});
  return copyTo(mutator.text, out, maxSize);
}
