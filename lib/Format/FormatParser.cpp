//===- FormatParser.cpp - the grammar of formats --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatExprParser.h"
#include "KeptParser.h"

#include <algorithm>

using namespace spindle::format;

namespace {
/// What the text says of one level, as far as it was read.
struct ParsedLevel {
  Lexer::Loc loc = nullptr;
  /// What other levels call it; empty for none.
  std::string name;
  Level level;
  /// Whether `of` names its parents.
  bool hasParents = false;
  /// The property words that were read.
  std::vector<std::string_view> properties;
};

/// Parses a descriptor, from `(` of the dimensions to what is kept.
class FormatParser : FormatExprParser {
public:
  using FormatExprParser::FormatExprParser;

  std::optional<Format> parse();

private:
  bool parseDimension();
  bool parseDefinition();
  bool parseLevel();
  bool parseCoordinate(ParsedLevel &parsed);
  bool parseKind(Level &level, ParsedLevel &parsed);
  bool parseNumber(int64_t &number);
  bool parseParams(Level &level);
  bool parseProperties(ParsedLevel &parsed);
  bool parseProperty(ParsedLevel &parsed);
  bool setProperty(Level &level, Word property);
  bool parseParents(ParsedLevel &parsed);
  bool parseParent(Level &level);
  bool parseAll();
  bool checkUsed();
  bool build();

  Lexer::Loc start = nullptr;
  Format format;
  /// None where the text does not say.
  std::optional<Kept> keeps;
  /// The names of `where`.
  std::vector<Word> definitions;
  std::vector<ParsedLevel> levels;
  /// The level of each level's name and of each dimension or definition that
  /// is the coordinate of a level.
  std::map<std::string, int64_t, std::less<>> levelNames;
};
} // namespace

//===----------------------------------------------------------------------===//
// Dimensions and definitions
//===----------------------------------------------------------------------===//

bool FormatParser::parseDimension() {
  Word name = takeWord();
  if (!define(name))
    return false;
  if (format.rank == kMaxRank)
    return refuseAt(name.loc, "(C16) expected at most ", kMaxRank,
                    " dimensions");
  exprs[std::string(name.text)] = Expr::dim(format.rank++);
  return true;
}

bool FormatParser::parseDefinition() {
  Word name = takeWord();
  if (!define(name) || !lexer.expect(Sign::Equal))
    return false;
  Expr expr = parseExpr();
  if (!expr)
    return false;
  exprs[std::string(name.text)] = std::move(expr);
  definitions.push_back(name);
  return true;
}

/// (C15) Reports a definition that nothing uses.
bool FormatParser::checkUsed() {
  for (Word name : definitions)
    if (!used.count(name.text))
      return refuseAt(name.loc, "(C15) expected a use of the definition of '",
                      name.text, "'");
  return true;
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// The words that may stand in the parentheses after a kind, besides numbers.
static std::vector<std::string_view> getProperties(LevelKind kind) {
  switch (kind) {
  case LevelKind::Dense:
    return {};
  case LevelKind::Compressed:
    return {"nonunique", "unordered", "pos", "crd"};
  case LevelKind::Fixed:
    return {"nonunique", "unordered", "crd"};
  case LevelKind::Variable:
    return {"pos"};
  case LevelKind::Singleton:
    return {"unique", "unordered", "crd"};
  case LevelKind::Structured:
    return {"crd"};
  }
  return {};
}

/// Sets what the kind stores and claims unless properties say otherwise.
static void setDefaults(Level &level) {
  level.pos = level.hasPos() ? 32 : 0;
  level.crd = level.hasCrd() ? 32 : 0;
  level.unique = level.kind != LevelKind::Singleton;
}

/// Applies the property `property`, which its kind has.
bool FormatParser::setProperty(Level &level, Word property) {
  if (property.text == "unordered") {
    level.ordered = false;
    return true;
  }
  if (property.text == "unique" || property.text == "nonunique") {
    level.unique = property.text == "unique";
    return true;
  }
  std::string text;
  int &bits = property.text == "pos" ? level.pos : level.crd;
  if (!lexer.expect(Sign::Equal))
    return false;
  Lexer::Loc loc = lexer.getLoc();
  if (!lexer.expectType(bits, text))
    return false;
  if (bits >= 0)
    return true;
  reportType(level.kind, property.text, text, lexer.reportAt(loc));
  return false;
}

bool FormatParser::parseProperty(ParsedLevel &parsed) {
  Word property = takeWord();
  std::vector<std::string_view> known = getProperties(parsed.level.kind);
  std::vector<std::string_view> &seen = parsed.properties;
  if (!std::count(known.begin(), known.end(), property.text)) {
    std::vector<std::string> words;
    for (std::string_view word : known)
      words.push_back(joinText("'", word, "'"));
    return refuseAt(property.loc, "(C12) expected ",
                    words.empty() ? "no property" : joinItems(words, " or "),
                    " on a ", getWord(parsed.level.kind), " level",
                    property.text.empty()
                        ? ""
                        : joinText(" but got '", property.text, "'"));
  }
  if (std::count(seen.begin(), seen.end(), property.text))
    return refuseAt(property.loc, "(C12) expected '", property.text, "' once");
  seen.push_back(property.text);
  return setProperty(parsed.level, property);
}

bool FormatParser::parseProperties(ParsedLevel &parsed) {
  return parseList([&] { return parseProperty(parsed); });
}

bool FormatParser::parseNumber(int64_t &number) {
  Lexer::Loc loc = lexer.getLoc();
  if (!lexer.expectNumber(number))
    return false;
  return (number >= 1 && number <= kMaxNumber) ||
         refuseAt(loc, "(C10) expected a number from 1 to ", kMaxNumber,
                  " but got ", number);
}

/// Parses the numbers of the kind.
bool FormatParser::parseParams(Level &level) {
  bool isFixed = level.kind == LevelKind::Fixed;
  if (isFixed && lexer.take(Sign::Question)) {
    level.params = {kUnknownWidth};
    return true;
  }
  level.params.resize(isFixed ? 1 : 2);
  return parseNumber(level.params[0]) &&
         (isFixed ||
          (lexer.expect(Sign::Comma) && parseNumber(level.params[1])));
}

bool FormatParser::parseKind(Level &level, ParsedLevel &parsed) {
  Word word = takeWord();
  std::optional<LevelKind> kind = findLevelKind(word.text);
  if (!kind)
    return refuseAt(word.loc,
                    "expected a kind of level (dense, compressed, fixed, "
                    "variable, singleton, structured)",
                    word.text.empty() ? ""
                                      : joinText(" but got '", word.text, "'"));
  level.kind = *kind;
  setDefaults(level);
  if (level.hasWidth())
    return lexer.expect(Sign::LParen) && parseParams(level) &&
           (!lexer.take(Sign::Comma) || parseProperties(parsed)) &&
           lexer.expect(Sign::RParen);
  return !lexer.take(Sign::LParen) ||
         (parseProperties(parsed) && lexer.expect(Sign::RParen));
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Parses the coordinate, and the level's name where it has one.
bool FormatParser::parseCoordinate(ParsedLevel &parsed) {
  Word word = takeWord();
  if (!word.text.empty() && lexer.take(Sign::Equal)) {
    if (!define(word))
      return false;
    parsed.name = word.text;
    word = {};
  }
  return bool(parsed.level.expr = parseExpr(word));
}

bool FormatParser::parseParent(Level &level) {
  Word word = takeWord();
  auto found = levelNames.find(word.text);
  if (found == levelNames.end())
    return refuseAt(word.loc,
                    "(C2) expected 'of' to name an earlier level but got '",
                    word.text, "'");
  level.parents.push_back(found->second);
  return true;
}

/// Parses the parents where there is an `of`.
bool FormatParser::parseParents(ParsedLevel &parsed) {
  parsed.hasParents = lexer.take("of");
  if (!parsed.hasParents)
    return true;
  if (!lexer.take(Sign::LParen))
    return parseParent(parsed.level);
  return parseList([&] { return parseParent(parsed.level); }) &&
         lexer.expect(Sign::RParen);
}

bool FormatParser::parseLevel() {
  ParsedLevel parsed;
  parsed.loc = lexer.getLoc();
  if (levels.size() == kMaxLevels)
    return refuseAt(parsed.loc, "(C16) expected at most ", kMaxLevels,
                    " levels");
  if (!parseCoordinate(parsed) || !lexer.expect(Sign::Colon) ||
      !parseKind(parsed.level, parsed) || !parseParents(parsed))
    return false;
  int64_t number = levels.size();
  if (!parsed.name.empty())
    levelNames[parsed.name] = number;
  for (const auto &[name, expr] : exprs)
    if (expr == parsed.level.expr)
      levelNames.emplace(name, number);
  levels.push_back(std::move(parsed));
  return true;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Makes the descriptor of what was read, and checks the rules.
bool FormatParser::build() {
  bool allDense =
      std::all_of(levels.begin(), levels.end(), [](const ParsedLevel &parsed) {
        return parsed.level.kind == LevelKind::Dense;
      });
  std::vector<Expr> coordinates;
  for (const ParsedLevel &parsed : levels)
    coordinates.push_back(parsed.level.expr);
  NumberedExprs numbered = numberInspectors(inspectors, coordinates);
  format.inspectors = std::move(numbered.inspectors);
  for (size_t l = 0; l < levels.size(); ++l) {
    Level &level = levels[l].level;
    level.expr = numbered.exprs[l];
    if (!levels[l].hasParents)
      level.parents = getDefaultParents(l, allDense);
    if (!checkLevel(level, lexer.reportAt(levels[l].loc)))
      return false;
    format.levels.push_back(std::move(level));
  }
  format.keeps = keeps ? *keeps : getDefaultKept(format);
  return checkFormat(format, lexer.reportAt(start));
}

bool FormatParser::parseAll() {
  start = lexer.getLoc();
  if (!parseParenthesized([&] { return parseDimension(); }))
    return false;
  if (lexer.take("where") && !parseList([&] { return parseDefinition(); }))
    return false;
  return lexer.expect(Sign::Arrow) &&
         parseParenthesized([&] { return parseLevel(); }) &&
         parseOptionalKept(lexer, keeps) && checkUsed() && build();
}

std::optional<Format> FormatParser::parse() {
  if (!parseAll())
    return std::nullopt;
  return std::move(format);
}

std::optional<Format> spindle::format::parseDescriptor(Lexer &lexer) {
  return FormatParser(lexer).parse();
}
