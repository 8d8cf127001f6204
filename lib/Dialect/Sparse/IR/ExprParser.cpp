//===- ExprParser.cpp - sums and products in formats ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprParser.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::sparse;

Word ExprParser::takeWord() {
  Word word = {{}, parser.getCurrentLocation()};
  if (failed(parser.parseOptionalKeyword(&word.text)))
    word.text = {};
  return word;
}

/// Reports an expression that breaks a rule, so that no larger one is built.
AffineExpr ExprParser::check(SMLoc loc, AffineExpr expr) {
  auto emitError = [&]() { return parser.emitError(loc); };
  if (!expr || failed(verifyFormatExpr(emitError, expr)))
    return {};
  return expr;
}

AffineExpr ExprParser::parseExpr(Word first) {
  AffineExpr sum = parseTerm(first);
  while (sum) {
    SMLoc loc = parser.getCurrentLocation();
    bool isMinus = succeeded(parser.parseOptionalMinus());
    if (!isMinus && failed(parser.parseOptionalPlus()))
      break;
    AffineExpr term = parseTerm({});
    if (!term)
      return {};
    sum = check(loc, isMinus ? sum - term : sum + term);
  }
  return sum;
}

/// Combines the factors of a term; (C3) is checked before anything is folded.
AffineExpr ExprParser::combineTerm(SMLoc loc, StringRef sign, AffineExpr lhs,
                                   AffineExpr rhs) {
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  if (sign == "*") {
    if (constant || isa<AffineConstantExpr>(lhs))
      return check(loc, lhs * rhs);
    parser.emitError(loc) << "(C3) expected a constant on one side of '*'";
    return {};
  }
  if (constant && constant.getValue() >= 1)
    return check(loc, sign == "mod" ? lhs % rhs : lhs.floorDiv(rhs));
  InFlightDiagnostic diag = parser.emitError(loc);
  diag << "(C3) expected a constant of at least 1 on the right side of '"
       << sign << "'";
  if (constant)
    diag << " but got " << constant.getValue();
  return {};
}

AffineExpr ExprParser::parseTerm(Word first) {
  AffineExpr term = parsePrimary(first);
  while (term) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef sign;
    if (succeeded(parser.parseOptionalStar()))
      sign = "*";
    else if (failed(parser.parseOptionalKeyword(&sign, {"floordiv", "mod"})))
      break;
    AffineExpr factor = parsePrimary({});
    if (!factor)
      return {};
    term = combineTerm(loc, sign, term, factor);
  }
  return term;
}

ParseResult ExprParser::parseNested(function_ref<ParseResult()> parseInner) {
  if (nesting == kMaxNesting)
    return parser.emitError(parser.getCurrentLocation())
           << "(C4) expected at most " << kMaxNesting << " nested parentheses";
  ++nesting;
  ParseResult result = parseInner();
  --nesting;
  return failure(result || parser.parseRParen());
}

AffineExpr ExprParser::parsePrimary(Word first) {
  if (!first.text.empty())
    return parseOperand(first);
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLParen())) {
    AffineExpr expr;
    ParseResult result = parseNested([&]() -> ParseResult {
      expr = parseExpr();
      return success(bool(expr));
    });
    return succeeded(result) ? expr : AffineExpr();
  }
  int64_t number;
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (parsed.has_value())
    return failed(*parsed)
               ? AffineExpr()
               : check(loc, getAffineConstantExpr(number, parser.getContext()));
  if (Word word = takeWord(); !word.text.empty())
    return parseOperand(word);
  parser.emitError(loc) << "expected an expression";
  return {};
}
