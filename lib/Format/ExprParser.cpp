//===- ExprParser.cpp - sums and products in formats ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprParser.h"

using namespace spindle::format;

bool Lexer::expectNumber(int64_t &number) {
  bool isRead = true;
  Loc loc = getLoc();
  if (takeNumber(number, isRead))
    return isRead;
  emitError(loc, "expected integer value");
  return false;
}

Word ExprParser::takeWord() {
  Lexer::Loc loc = lexer.getLoc();
  return {lexer.takeWord(), loc};
}

bool ExprParser::parseList(const Rest &parseItem) {
  do {
    if (!parseItem())
      return false;
  } while (lexer.take(Sign::Comma));
  return true;
}

bool ExprParser::parseParenthesized(const Rest &parseItem) {
  if (!lexer.expect(Sign::LParen))
    return false;
  return lexer.take(Sign::RParen) ||
         (parseList(parseItem) && lexer.expect(Sign::RParen));
}

/// Reports an expression that breaks a rule, so that no larger one is built.
Expr ExprParser::check(Lexer::Loc loc, Expr expr) {
  return checkExpr(expr, lexer.reportAt(loc)) ? expr : Expr();
}

Expr ExprParser::parseExpr(Word first) {
  Expr sum = parseTerm(first);
  while (sum) {
    Lexer::Loc loc = lexer.getLoc();
    bool isMinus = lexer.take(Sign::Minus);
    if (!isMinus && !lexer.take(Sign::Plus))
      break;
    Expr term = parseTerm({});
    if (!term)
      return {};
    sum = check(loc, isMinus ? sum - term : sum + term);
  }
  return sum;
}

/// Combines the factors of a term; (C3) is checked before anything is folded.
Expr ExprParser::combineTerm(Lexer::Loc loc, std::string_view sign,
                             const Expr &lhs, const Expr &rhs) {
  if (sign == "*") {
    if (lhs.isConstant() || rhs.isConstant())
      return check(loc, lhs * rhs);
    refuseAt(loc, "(C3) expected a constant on one side of '*'");
    return {};
  }
  if (rhs.isConstant() && rhs.number() >= 1)
    return check(loc, sign == "mod" ? lhs % rhs : lhs.floorDiv(rhs));
  std::string got;
  if (rhs.isConstant())
    got = joinText(" but got ", rhs.number());
  refuseAt(loc, "(C3) expected a constant of at least 1 on the right side of '",
           sign, "'", got);
  return {};
}

Expr ExprParser::parseTerm(Word first) {
  Expr term = parsePrimary(first);
  while (term) {
    Lexer::Loc loc = lexer.getLoc();
    std::string_view sign = lexer.take(Sign::Star)   ? "*"
                            : lexer.take("floordiv") ? "floordiv"
                            : lexer.take("mod")      ? "mod"
                                                     : "";
    if (sign.empty())
      break;
    Expr factor = parsePrimary({});
    if (!factor)
      return {};
    term = combineTerm(loc, sign, term, factor);
  }
  return term;
}

bool ExprParser::parseNested(const Rest &parseInner) {
  if (nesting == kMaxNesting)
    return refuseAt(lexer.getLoc(), "(C4) expected at most ", kMaxNesting,
                    " nested parentheses");
  ++nesting;
  bool isRead = parseInner();
  --nesting;
  return isRead && lexer.expect(Sign::RParen);
}

Expr ExprParser::parsePrimary(Word first) {
  if (!first.text.empty())
    return parseOperand(first);
  Lexer::Loc loc = lexer.getLoc();
  if (lexer.take(Sign::LParen)) {
    Expr expr;
    bool isRead = parseNested([&] { return bool(expr = parseExpr()); });
    return isRead ? expr : Expr();
  }
  int64_t number = 0;
  bool isRead = true;
  if (lexer.takeNumber(number, isRead))
    return isRead ? check(loc, Expr::constant(number)) : Expr();
  if (Word word = takeWord(); !word.text.empty())
    return parseOperand(word);
  refuseAt(loc, "expected an expression");
  return {};
}
