//===- FormatExprParser.cpp - expressions in formats ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatExprParser.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace spindle::sparse;
using Kind = InspectorAttr::Kind;
using Key = InspectorAttr::Key;

/// The inspector called `word`.
static std::optional<Kind> symbolizeInspector(StringRef word) {
  return llvm::StringSwitch<std::optional<Kind>>(word)
      .Case("order", Kind::Order)
      .Case("slot", Kind::Slot)
      .Case("rank", Kind::Rank)
      .Case("length", Kind::Length)
      .Default(std::nullopt);
}

/// Whether `word` has a meaning in an expression or after it.
static bool isReserved(StringRef word) {
  return symbolizeInspector(word) ||
         llvm::is_contained({"floordiv", "mod", "where", "of", "in", "by"},
                            word);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

ParseResult FormatExprParser::define(Word name) {
  if (name.text.empty())
    return parser.emitError(name.loc) << "expected a name";
  if (isReserved(name.text))
    return parser.emitError(name.loc)
           << "(C1) expected a name but got '" << name.text
           << "', a word of the grammar";
  if (taken.insert(name.text).second)
    return success();
  return parser.emitError(name.loc)
         << "(C1) expected the name '" << name.text << "' to be defined once";
}

Word FormatExprParser::takeWord() {
  Word word = {{}, parser.getCurrentLocation()};
  if (failed(parser.parseOptionalKeyword(&word.text)))
    word.text = {};
  return word;
}

AffineExpr FormatExprParser::parseName(Word name) {
  auto found = exprs.find(name.text);
  if (found != exprs.end()) {
    used.insert(name.text);
    return found->second;
  }
  InFlightDiagnostic diag = parser.emitError(name.loc);
  diag << "(C2) expected a dimension or a name that 'where' defines before but "
          "got '"
       << name.text << "'";
  if (taken.contains(name.text))
    diag << ", the name of a level";
  return {};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Reports an expression that breaks a rule, so that no larger one is built.
AffineExpr FormatExprParser::check(SMLoc loc, AffineExpr expr) {
  auto emitError = [&]() { return parser.emitError(loc); };
  if (!expr || failed(verifyFormatExpr(emitError, expr)))
    return {};
  return expr;
}

AffineExpr FormatExprParser::parseExpr(Word first) {
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
AffineExpr FormatExprParser::combineTerm(SMLoc loc, StringRef sign,
                                         AffineExpr lhs, AffineExpr rhs) {
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

AffineExpr FormatExprParser::parseTerm(Word first) {
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

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

AffineExpr FormatExprParser::parsePrimary(Word first) {
  if (first.text.empty()) {
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalLParen()))
      return parseNested();
    int64_t number;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value())
      return failed(*parsed)
                 ? AffineExpr()
                 : check(loc,
                         getAffineConstantExpr(number, parser.getContext()));
    first = takeWord();
  }
  if (first.text.empty()) {
    parser.emitError(first.loc) << "expected an expression";
    return {};
  }
  if (std::optional<Kind> kind = symbolizeInspector(first.text))
    return parseInspector(*kind, first);
  return parseName(first);
}

/// (C4) Opens one more pair of parentheses, which the caller closes.
ParseResult FormatExprParser::nest() {
  if (nesting < kMaxNesting) {
    ++nesting;
    return success();
  }
  return parser.emitError(parser.getCurrentLocation())
         << "(C4) expected at most " << kMaxNesting << " nested parentheses";
}

/// Parses what follows `(`, with its `)`.
AffineExpr FormatExprParser::parseNested() {
  if (nest())
    return {};
  AffineExpr expr = parseExpr();
  --nesting;
  return expr && succeeded(parser.parseRParen()) ? expr : AffineExpr();
}

/// Parses the key of an order, with its `by`.
ParseResult FormatExprParser::parseKey(Key &key) {
  if (parser.parseKeyword("by"))
    return failure();
  bool isMinus = succeeded(parser.parseOptionalMinus());
  key = isMinus ? Key::NegatedLength : Key::Length;
  return parser.parseKeyword("length");
}

/// Parses the group of an inspector; everything is one group without it.
AffineExpr FormatExprParser::parseGroup(Kind kind) {
  AffineExpr everything = getAffineConstantExpr(0, parser.getContext());
  if (kind == Kind::Length)
    return everything;
  if (succeeded(parser.parseOptionalKeyword("in")))
    return parseExpr();
  if (kind == Kind::Order)
    return everything;
  parser.emitError(parser.getCurrentLocation()) << "expected 'in'";
  return {};
}

/// The symbol of an inspector; equal inspectors have one.
AffineExpr FormatExprParser::intern(SMLoc loc, InspectorAttr inspector) {
  auto *found = llvm::find(inspectors, inspector);
  unsigned symbol = found - inspectors.begin();
  if (symbol == kMaxLevels) {
    parser.emitError(loc) << "(C16) expected at most " << kMaxLevels
                          << " inspectors";
    return {};
  }
  if (found == inspectors.end())
    inspectors.push_back(inspector);
  return getAffineSymbolExpr(symbol, parser.getContext());
}

/// Parses the arguments of the inspector `word`.
AffineExpr FormatExprParser::parseInspector(Kind kind, Word word) {
  if (nest())
    return {};
  Key key = Key::None;
  AffineExpr subject, group;
  bool isRead = succeeded(parser.parseLParen()) && (subject = parseExpr()) &&
                (kind != Kind::Order || succeeded(parseKey(key))) &&
                (group = parseGroup(kind)) && succeeded(parser.parseRParen());
  --nesting;
  if (!isRead)
    return {};
  auto inspector = parser.getChecked<InspectorAttr>(
      word.loc, parser.getContext(), kind, subject, key, group);
  return inspector ? intern(word.loc, inspector) : AffineExpr();
}
