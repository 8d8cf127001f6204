//===- ExprParser.h - sums and products in formats --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_EXPRPARSER_H
#define SPINDLE_LIB_FORMAT_EXPRPARSER_H

#include "Message.h"

#include "Spindle/Format/Lexer.h"

namespace spindle::format {

/// A word of the text, empty for none, and where it is.
struct Word {
  std::string_view text;
  Lexer::Loc loc = nullptr;
};

/// Parses sums, products, quotients and remainders of numbers and of what a
/// grammar has names for. No expression follows a reported error.
class ExprParser {
public:
  explicit ExprParser(Lexer &lexer) : lexer(lexer) {}
  virtual ~ExprParser() = default;

  /// Takes the next word, if there is one.
  Word takeWord();
  /// Parses an expression; `first` is its first word if it was taken already.
  Expr parseExpr(Word first = {});

protected:
  using Rest = std::function<bool()>;

  /// What the operand stands for that begins with `word`, which is not empty.
  virtual Expr parseOperand(Word word) = 0;

  /// Reports at `loc`; false.
  template <typename... Parts>
  bool refuseAt(Lexer::Loc loc, const Parts &...parts) {
    lexer.emitError(loc, joinText(parts...));
    return false;
  }
  /// Parses what `parseItem` does, and again after each comma.
  bool parseList(const Rest &parseItem);
  /// The same between parentheses, where there may be nothing.
  bool parseParenthesized(const Rest &parseItem);
  /// (C4) Parses what follows `(`, with its `)`.
  bool parseNested(const Rest &parseInner);

  Lexer &lexer;

private:
  Expr check(Lexer::Loc loc, Expr expr);
  Expr combineTerm(Lexer::Loc loc, std::string_view sign, const Expr &lhs,
                   const Expr &rhs);
  Expr parseTerm(Word first);
  Expr parsePrimary(Word first);

  int nesting = 0;
};

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_EXPRPARSER_H
