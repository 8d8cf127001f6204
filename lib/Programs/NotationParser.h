//===- NotationParser.h - reads index notation ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROGRAMS_NOTATIONPARSER_H
#define SPINDLE_LIB_PROGRAMS_NOTATIONPARSER_H

#include "Spindle/Programs/IndexNotation.h"
#include "mlir/Support/LLVM.h"

#include "llvm/ADT/StringExtras.h"

namespace spindle::programs {

/// Reads a text from its first character to its last. After an error, nothing
/// more is read.
class NotationParser {
public:
  NotationParser(llvm::StringRef text, NotationError emitError)
      : text(text), emitError(emitError) {}

  std::optional<Notation> parse();

private:
  void skipSpace() {
    while (at < text.size() && llvm::isSpace(text[at]))
      ++at;
  }
  char peek() {
    skipSpace();
    return at < text.size() ? text[at] : '\0';
  }
  bool consume(llvm::StringRef token) {
    skipSpace();
    bool isNext = text.substr(at).starts_with(token);
    at += isNext ? token.size() : 0;
    return isNext;
  }
  /// What is next, for an error.
  std::string getNext();
  std::nullopt_t fail(const llvm::Twine &expected) {
    emitError(at, "expected " + expected + " but got " + getNext());
    return std::nullopt;
  }
  llvm::StringRef takeName();

  std::optional<AssignKind> parseAssignment();
  std::optional<NotationNode> parseSum();
  std::optional<NotationNode> parseTerm();
  std::optional<NotationNode> parseFactor();
  std::optional<NotationNode> parseNumber();
  std::optional<NotationNode> parseNamed();
  /// The rest of `border(x[i - 1], 0)`.
  std::optional<NotationNode> parseBorder();
  std::optional<double> parseBorderNumber();
  bool parseIndices(NotationNode &node);
  /// An index, an integer or a product of both, of an access `node`.
  bool parseSumPart(const NotationNode &node, bool isNegative,
                    NotationSum &sum);
  bool parseCoordinate(NotationNode &node);
  /// The target's coordinates are different indices.
  bool checkTarget(const NotationNode &target);
  bool parseArguments(NotationNode &node);

  llvm::StringRef text;
  NotationError emitError;
  size_t at = 0;
  /// Makes `name` of `arguments`, at the character `place`.
  std::optional<NotationNode> makeCall(llvm::StringRef name, size_t place,
                                       std::vector<NotationNode> arguments);
  /// How deep parentheses are nested.
  int depth = 0;
  /// How many operators and functions there are.
  int calls = 0;
};

} // namespace spindle::programs

#endif // SPINDLE_LIB_PROGRAMS_NOTATIONPARSER_H
