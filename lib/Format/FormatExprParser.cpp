//===- FormatExprParser.cpp - expressions in formats ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatExprParser.h"

#include <algorithm>

using namespace spindle::format;

/// The inspector called `word`.
static std::optional<InspectorKind> findInspectorKind(std::string_view word) {
  for (InspectorKind kind : {InspectorKind::Order, InspectorKind::Slot,
                             InspectorKind::Rank, InspectorKind::Length})
    if (word == getWord(kind))
      return kind;
  return std::nullopt;
}

/// Whether `word` has a meaning in an expression or after it.
static bool isFormatWord(std::string_view word) {
  static constexpr std::string_view words[] = {"floordiv", "mod", "where",
                                               "of",       "in",  "by"};
  return findInspectorKind(word) ||
         std::count(std::begin(words), std::end(words), word);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool FormatExprParser::define(Word name) {
  if (name.text.empty())
    return refuseAt(name.loc, "expected a name");
  if (isFormatWord(name.text))
    return refuseAt(name.loc, "(C1) expected a name but got '", name.text,
                    "', a word of the grammar");
  return taken.emplace(name.text).second ||
         refuseAt(name.loc, "(C1) expected the name '", name.text,
                  "' to be defined once");
}

Expr FormatExprParser::parseName(Word name) {
  auto found = exprs.find(name.text);
  if (found != exprs.end()) {
    used.emplace(name.text);
    return found->second;
  }
  refuseAt(name.loc,
           "(C2) expected a dimension or a name that 'where' defines before "
           "but got '",
           name.text, "'",
           taken.count(name.text) ? ", the name of a level" : "");
  return {};
}

Expr FormatExprParser::parseOperand(Word word) {
  if (std::optional<InspectorKind> kind = findInspectorKind(word.text))
    return parseInspector(*kind, word);
  return parseName(word);
}

//===----------------------------------------------------------------------===//
// Inspectors
//===----------------------------------------------------------------------===//

/// Parses the key of an order, with its `by`.
bool FormatExprParser::parseKey(InspectorKey &key) {
  if (!lexer.expect("by"))
    return false;
  key = lexer.take(Sign::Minus) ? InspectorKey::NegatedLength
                                : InspectorKey::Length;
  return lexer.expect("length");
}

/// Parses the group of an inspector; everything is one group without it.
bool FormatExprParser::parseGroup(Inspector &inspector) {
  if (inspector.kind == InspectorKind::Length)
    return true;
  if (lexer.take("in"))
    return bool(inspector.group = parseExpr());
  return inspector.kind == InspectorKind::Order ||
         refuseAt(lexer.getLoc(), "expected 'in'");
}

/// The symbol of an inspector; equal inspectors have one.
Expr FormatExprParser::intern(Lexer::Loc loc, const Inspector &inspector) {
  auto found = std::find(inspectors.begin(), inspectors.end(), inspector);
  size_t symbol = found - inspectors.begin();
  if (symbol == kMaxLevels) {
    refuseAt(loc, "(C16) expected at most ", kMaxLevels, " inspectors");
    return {};
  }
  if (found == inspectors.end())
    inspectors.push_back(inspector);
  return Expr::symbol(symbol);
}

/// Parses the arguments of the inspector `word`.
Expr FormatExprParser::parseInspector(InspectorKind kind, Word word) {
  Inspector inspector{kind};
  auto parseArguments = [&] {
    return bool(inspector.subject = parseExpr()) &&
           (kind != InspectorKind::Order || parseKey(inspector.key)) &&
           parseGroup(inspector);
  };
  if (!lexer.expect(Sign::LParen) || !parseNested(parseArguments) ||
      !checkInspector(inspector, lexer.reportAt(word.loc)))
    return {};
  return intern(word.loc, inspector);
}
