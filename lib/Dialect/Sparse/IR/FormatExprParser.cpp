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

AffineExpr FormatExprParser::parseOperand(Word word) {
  if (std::optional<Kind> kind = symbolizeInspector(word.text))
    return parseInspector(*kind, word);
  return parseName(word);
}

//===----------------------------------------------------------------------===//
// Inspectors
//===----------------------------------------------------------------------===//

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
  Key key = Key::None;
  AffineExpr subject, group;
  auto parseArguments = [&]() -> ParseResult {
    return success((subject = parseExpr()) &&
                   (kind != Kind::Order || succeeded(parseKey(key))) &&
                   (group = parseGroup(kind)));
  };
  if (parser.parseLParen() || parseNested(parseArguments))
    return {};
  auto inspector = parser.getChecked<InspectorAttr>(
      word.loc, parser.getContext(), kind, subject, key, group);
  return inspector ? intern(word.loc, inspector) : AffineExpr();
}
