//===- FormatParser.cpp - the grammar of formats --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatExprParser.h"

using namespace mlir;
using namespace spindle::sparse;

namespace {
/// What the text says of one level, as far as it was read.
struct ParsedLevel {
  SMLoc loc;
  /// What other levels call it; empty for none.
  StringRef name;
  AffineExpr expr;
  LevelKind kind = LevelKind::Dense;
  SmallVector<int64_t> params;
  Type pos, crd;
  bool ordered = true, unique = true;
  /// The parents after `of`.
  std::optional<SmallVector<int64_t>> parents;
  /// The property words that were read.
  SmallVector<StringRef> properties;
};

/// Parses a descriptor, from `(` of the dimensions to what is kept.
class FormatParser {
public:
  explicit FormatParser(AsmParser &parser) : parser(parser), names(parser) {}

  FormatAttr parse();

private:
  ParseResult parseDimension();
  ParseResult parseDefinition();
  ParseResult parseLevel();
  ParseResult parseCoordinate(ParsedLevel &level);
  ParseResult parseKind(ParsedLevel &level);
  ParseResult parseNumber(int64_t &number);
  ParseResult parseParams(ParsedLevel &level);
  ParseResult parseProperties(ParsedLevel &level);
  ParseResult parseProperty(ParsedLevel &level);
  ParseResult setProperty(ParsedLevel &level, Word property);
  ParseResult parseParents(ParsedLevel &level);
  ParseResult parseParent(ParsedLevel &level);
  ParseResult verifyUsed();
  FormatAttr build();
  LevelAttr build(size_t l, AffineExpr expr, bool allDense);

  AsmParser &parser;
  FormatExprParser names;
  SMLoc loc;
  /// None where the text does not say.
  std::optional<Kept> keeps;
  int64_t rank = 0;
  /// The names of `where`.
  SmallVector<Word> definitions;
  SmallVector<ParsedLevel, 0> levels;
  /// The level of each level's name and of each dimension or definition that
  /// is the coordinate of a level.
  llvm::StringMap<int64_t> levelNames;
};
} // namespace

//===----------------------------------------------------------------------===//
// Dimensions and definitions
//===----------------------------------------------------------------------===//

ParseResult FormatParser::parseDimension() {
  Word name = names.takeWord();
  if (names.define(name))
    return failure();
  if (rank == FormatAttr::kMaxRank)
    return parser.emitError(name.loc) << "(C16) expected at most "
                                      << FormatAttr::kMaxRank << " dimensions";
  names.exprs[name.text] = getAffineDimExpr(rank++, parser.getContext());
  return success();
}

ParseResult FormatParser::parseDefinition() {
  Word name = names.takeWord();
  if (names.define(name) || parser.parseEqual())
    return failure();
  AffineExpr expr = names.parseExpr();
  if (!expr)
    return failure();
  names.exprs[name.text] = expr;
  definitions.push_back(name);
  return success();
}

/// (C15) Reports a definition that nothing uses.
ParseResult FormatParser::verifyUsed() {
  for (Word name : definitions)
    if (!names.used.contains(name.text))
      return parser.emitError(name.loc)
             << "(C15) expected a use of the definition of '" << name.text
             << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// The words that may stand in the parentheses after a kind, besides numbers.
static ArrayRef<StringRef> getProperties(LevelKind kind) {
  static const StringRef compressed[] = {"nonunique", "unordered", "pos",
                                         "crd"};
  static const StringRef fixed[] = {"nonunique", "unordered", "crd"};
  static const StringRef singleton[] = {"unique", "unordered", "crd"};
  switch (kind) {
  case LevelKind::Dense:
    return {};
  case LevelKind::Compressed:
    return compressed;
  case LevelKind::Fixed:
    return fixed;
  case LevelKind::Variable:
    return ArrayRef(compressed).slice(2, 1);
  case LevelKind::Singleton:
    return singleton;
  case LevelKind::Structured:
    return ArrayRef(compressed).slice(3, 1);
  }
  llvm_unreachable("unknown kind of level");
}

/// Sets what the kind stores and claims unless properties say otherwise.
static void setDefaults(ParsedLevel &level, MLIRContext *context) {
  Type i32 = IntegerType::get(context, 32);
  ArrayRef<StringRef> properties = getProperties(level.kind);
  level.pos = llvm::is_contained(properties, "pos") ? i32 : Type();
  level.crd = llvm::is_contained(properties, "crd") ? i32 : Type();
  level.unique = level.kind != LevelKind::Singleton;
}

/// Applies the property `property`, which its kind has.
ParseResult FormatParser::setProperty(ParsedLevel &level, Word property) {
  if (property.text == "unordered")
    level.ordered = false;
  else if (property.text == "unique" || property.text == "nonunique")
    level.unique = property.text == "unique";
  else
    return failure(
        parser.parseEqual() ||
        parser.parseType(property.text == "pos" ? level.pos : level.crd));
  return success();
}

ParseResult FormatParser::parseProperty(ParsedLevel &level) {
  Word property = names.takeWord();
  ArrayRef<StringRef> known = getProperties(level.kind);
  if (property.text.empty() || !llvm::is_contained(known, property.text)) {
    InFlightDiagnostic diag = parser.emitError(property.loc);
    diag << "(C12) expected ";
    llvm::interleave(
        known, [&](StringRef word) { diag << "'" << word << "'"; },
        [&]() { diag << " or "; });
    diag << (known.empty() ? "no property" : "") << " on a "
         << stringifyLevelKind(level.kind) << " level";
    if (!property.text.empty())
      diag << " but got '" << property.text << "'";
    return diag;
  }
  if (llvm::is_contained(level.properties, property.text))
    return parser.emitError(property.loc)
           << "(C12) expected '" << property.text << "' once";
  level.properties.push_back(property.text);
  return setProperty(level, property);
}

ParseResult FormatParser::parseNumber(int64_t &number) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(number))
    return failure();
  if (number >= 1 && number <= kMaxNumber)
    return success();
  return parser.emitError(loc) << "(C10) expected a number from 1 to "
                               << kMaxNumber << " but got " << number;
}

/// Parses the numbers of the kind.
ParseResult FormatParser::parseParams(ParsedLevel &level) {
  bool isFixed = level.kind == LevelKind::Fixed;
  if (isFixed && succeeded(parser.parseOptionalQuestion())) {
    level.params = {ShapedType::kDynamic};
    return success();
  }
  level.params.resize(isFixed ? 1 : 2);
  if (parseNumber(level.params[0]))
    return failure();
  return failure(!isFixed &&
                 (parser.parseComma() || parseNumber(level.params[1])));
}

ParseResult FormatParser::parseKind(ParsedLevel &level) {
  Word word = names.takeWord();
  std::optional<LevelKind> kind = symbolizeLevelKind(word.text);
  if (!kind)
    return parser.emitError(word.loc)
           << "expected a kind of level (dense, compressed, fixed, variable, "
              "singleton, structured)"
           << (word.text.empty() ? "" : " but got '" + word.text.str() + "'");
  level.kind = *kind;
  setDefaults(level, parser.getContext());
  bool hasParams =
      level.kind == LevelKind::Fixed || level.kind == LevelKind::Structured;
  if (hasParams)
    return failure(
        parser.parseLParen() || parseParams(level) ||
        (succeeded(parser.parseOptionalComma()) && parseProperties(level)) ||
        parser.parseRParen());
  if (failed(parser.parseOptionalLParen()))
    return success();
  return failure(parseProperties(level) || parser.parseRParen());
}

ParseResult FormatParser::parseProperties(ParsedLevel &level) {
  return parser.parseCommaSeparatedList([&]() { return parseProperty(level); });
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Parses the coordinate, and the level's name where it has one.
ParseResult FormatParser::parseCoordinate(ParsedLevel &level) {
  Word word = names.takeWord();
  if (!word.text.empty() && succeeded(parser.parseOptionalEqual())) {
    if (names.define(word))
      return failure();
    level.name = word.text;
    word = {};
  }
  level.expr = names.parseExpr(word);
  return success(bool(level.expr));
}

ParseResult FormatParser::parseParent(ParsedLevel &level) {
  Word word = names.takeWord();
  auto found = levelNames.find(word.text);
  if (found == levelNames.end())
    return parser.emitError(word.loc)
           << "(C2) expected 'of' to name an earlier level but got '"
           << word.text << "'";
  level.parents->push_back(found->second);
  return success();
}

/// Parses the parents where there is an `of`.
ParseResult FormatParser::parseParents(ParsedLevel &level) {
  if (failed(parser.parseOptionalKeyword("of")))
    return success();
  level.parents.emplace();
  if (failed(parser.parseOptionalLParen()))
    return parseParent(level);
  return failure(parser.parseCommaSeparatedList([&]() {
    return parseParent(level);
  }) || parser.parseRParen());
}

ParseResult FormatParser::parseLevel() {
  ParsedLevel level;
  level.loc = parser.getCurrentLocation();
  if (levels.size() == kMaxLevels)
    return parser.emitError(level.loc)
           << "(C16) expected at most " << kMaxLevels << " levels";
  if (parseCoordinate(level) || parser.parseColon() || parseKind(level) ||
      parseParents(level))
    return failure();
  if (!level.name.empty())
    levelNames[level.name] = levels.size();
  for (auto &entry : names.exprs)
    if (entry.second == level.expr)
      levelNames.try_emplace(entry.first(), levels.size());
  levels.push_back(std::move(level));
  return success();
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// The attribute of level `l`, whose coordinate is `expr`.
LevelAttr FormatParser::build(size_t l, AffineExpr expr, bool allDense) {
  const ParsedLevel &level = levels[l];
  SmallVector<int64_t> parents = FormatAttr::getDefaultParents(l, allDense);
  if (level.parents)
    parents = *level.parents;
  return parser.getChecked<LevelAttr>(
      level.loc, parser.getContext(), expr, level.kind,
      ArrayRef<int64_t>(level.params), ArrayRef<int64_t>(parents), level.pos,
      level.crd, level.ordered, level.unique);
}

FormatAttr FormatParser::build() {
  bool allDense = llvm::all_of(levels, [](const ParsedLevel &level) {
    return level.kind == LevelKind::Dense;
  });
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(
      levels, [](const ParsedLevel &level) { return level.expr; });
  NumberedExprs numbered = numberInspectors(names.inspectors, exprs);
  SmallVector<LevelAttr> attrs;
  for (auto [l, expr] : llvm::enumerate(numbered.exprs))
    if (!attrs.emplace_back(build(l, expr, allDense)))
      return {};
  return parser.getChecked<FormatAttr>(
      loc, parser.getContext(), rank,
      ArrayRef<InspectorAttr>(numbered.inspectors), ArrayRef<LevelAttr>(attrs),
      keeps.value_or(FormatAttr::getDefaultKept(attrs)));
}

FormatAttr FormatParser::parse() {
  loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     [&]() { return parseDimension(); }))
    return {};
  if (succeeded(parser.parseOptionalKeyword("where")) &&
      parser.parseCommaSeparatedList([&]() { return parseDefinition(); }))
    return {};
  if (parser.parseArrow() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     [&]() { return parseLevel(); }) ||
      parseOptionalKept(parser, keeps) || verifyUsed())
    return {};
  return build();
}

Attribute FormatAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FormatAttr format = FormatParser(parser).parse();
  return format && succeeded(parser.parseGreater()) ? format : FormatAttr();
}
