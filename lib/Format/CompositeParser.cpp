//===- CompositeParser.cpp - the grammar of composite formats -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprParser.h"

#include <algorithm>
#include <map>

using namespace spindle::format;
namespace {
/// Parses the descriptor of a composite format, from `(` of the dimensions to
/// `)` of the parts.
class CompositeParser : ExprParser {
public:
  using ExprParser::ExprParser;

  std::optional<Composite> parse();

private:
  bool parseDimension();
  Expr parseOperand(Word word) override;
  Expr parseName(Word word);
  Expr parseCriterion(CriterionKind kind);
  bool parseArguments(Criterion &criterion);
  bool parseExprs(std::vector<Expr> &exprs);
  bool parseSection(Criterion &criterion);
  bool parseNumber(int64_t &number, std::string_view what);
  bool parseSize(Criterion &criterion);
  bool parseBound(int64_t &number);
  bool parseComparison(Part &part);
  bool parseFormat(Part &part);
  bool parsePart();

  std::map<std::string, Expr, std::less<>> names;
  Composite format;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The criterion called `word`.
static std::optional<CriterionKind> findCriterionKind(std::string_view word) {
  for (CriterionKind kind :
       {CriterionKind::Section, CriterionKind::Length, CriterionKind::Slot,
        CriterionKind::Order, CriterionKind::Cover})
    if (word == getWord(kind))
      return kind;
  return std::nullopt;
}

/// Whether `word` has a meaning of its own in the grammar.
static bool isCompositeWord(std::string_view word) {
  static constexpr std::string_view words[] = {
      "floordiv", "mod",   "of",  "in",   "by", "is",
      "from",     "below", "and", "rest", "at"};
  return findCriterionKind(word) ||
         std::count(std::begin(words), std::end(words), word);
}

bool CompositeParser::parseDimension() {
  Word word = takeWord();
  if (word.text.empty())
    return refuseAt(word.loc, "expected a name");
  if (isCompositeWord(word.text))
    return refuseAt(word.loc, "(C1) expected a name but got '", word.text,
                    "', a word of the grammar");
  if (format.rank == kMaxRank)
    return refuseAt(word.loc, "#sparse.composite (C6) expected at most ",
                    kMaxRank, " dimensions");
  return names.emplace(word.text, Expr::dim(format.rank++)).second ||
         refuseAt(word.loc, "(C1) expected the name '", word.text,
                  "' to be defined once");
}

Expr CompositeParser::parseName(Word word) {
  if (auto found = names.find(word.text); found != names.end())
    return found->second;
  refuseAt(word.loc,
           "(C2) expected a dimension, a number or a criterion (section, "
           "length, slot, order, cover)",
           word.text.empty() ? "" : joinText(" but got '", word.text, "'"));
  return {};
}

Expr CompositeParser::parseOperand(Word word) {
  if (std::optional<CriterionKind> kind = findCriterionKind(word.text))
    return parseCriterion(*kind);
  return parseName(word);
}

//===----------------------------------------------------------------------===//
// Criteria
//===----------------------------------------------------------------------===//

bool CompositeParser::parseExprs(std::vector<Expr> &exprs) {
  return parseList([&] {
    exprs.push_back(parseExpr());
    return bool(exprs.back());
  });
}

/// Parses the dimension and the number of sections.
bool CompositeParser::parseSection(Criterion &criterion) {
  criterion.exprs.push_back(parseName(takeWord()));
  if (!criterion.exprs.back() || !lexer.expect("of"))
    return false;
  Lexer::Loc loc = lexer.getLoc();
  int64_t &count = criterion.numbers.emplace_back();
  if (!lexer.expectNumber(count))
    return false;
  return (count >= 1 && count <= kMaxNumber) ||
         refuseAt(loc, "#sparse.composite (C5) expected 1 to ", kMaxNumber,
                  " sections but got ", count);
}

/// Parses a number of a cover.
bool CompositeParser::parseNumber(int64_t &number, std::string_view what) {
  Lexer::Loc loc = lexer.getLoc();
  if (!lexer.expectNumber(number))
    return false;
  return (number >= 1 && number <= kMaxNumber) ||
         refuseAt(loc, "#sparse.composite (C12) expected ", what, " of 1 to ",
                  kMaxNumber, " but got ", number);
}

/// Parses one size of blocks of a cover, and its cost.
bool CompositeParser::parseSize(Criterion &criterion) {
  Lexer::Loc loc = lexer.getLoc();
  size_t rank = criterion.exprs.size(), before = criterion.numbers.size();
  std::vector<int64_t> size;
  if (!lexer.expect(Sign::LParen) || !parseNested([&] {
        return parseList(
            [&] { return parseNumber(size.emplace_back(), "a size"); });
      }))
    return false;
  if (size.size() != rank)
    return refuseAt(loc, "#sparse.composite (C12) expected ", rank,
                    " sizes but got ", size.size());
  for (size_t x = 0; before > 0 && x < rank; ++x)
    if (int64_t larger = criterion.numbers[before - rank - 1 + x];
        larger % size[x] != 0)
      return refuseAt(loc,
                      "#sparse.composite (C12) expected a size that "
                      "divides ",
                      larger, " but got ", size[x]);
  criterion.numbers.insert(criterion.numbers.end(), size.begin(), size.end());
  return lexer.expect("at") &&
         parseNumber(criterion.numbers.emplace_back(), "a cost");
}

/// Parses what stands between the parentheses of a criterion.
bool CompositeParser::parseArguments(Criterion &criterion) {
  if (criterion.kind == CriterionKind::Section)
    return parseSection(criterion);
  if (criterion.kind == CriterionKind::Length)
    return parseExprs(criterion.exprs);
  if (criterion.kind == CriterionKind::Cover)
    return parseExprs(criterion.exprs) && lexer.expect("by") &&
           parseList([&] { return parseSize(criterion); });
  criterion.exprs.push_back(parseExpr());
  if (!criterion.exprs.back())
    return false;
  if (criterion.kind == CriterionKind::Slot)
    return lexer.expect("in") && parseExprs(criterion.exprs);
  if (!lexer.expect("by"))
    return false;
  Lexer::Loc loc = lexer.getLoc();
  if (!lexer.take(Sign::Minus))
    return refuseAt(loc, "expected '-length', the most elements first");
  return lexer.expect("length");
}

/// Parses the arguments of a criterion; equal ones are one symbol.
Expr CompositeParser::parseCriterion(CriterionKind kind) {
  Criterion criterion{kind};
  Lexer::Loc loc = lexer.getLoc();
  if (!lexer.expect(Sign::LParen) ||
      !parseNested([&] { return parseArguments(criterion); }))
    return {};
  std::vector<Criterion> &criteria = format.criteria;
  auto found = std::find(criteria.begin(), criteria.end(), criterion);
  int64_t symbol = found - criteria.begin();
  if (found == criteria.end() && criteria.size() == kMaxLevels) {
    refuseAt(loc, "#sparse.composite (C6) expected at most ", kMaxLevels,
             " criteria");
    return {};
  }
  if (found == criteria.end())
    criteria.push_back(std::move(criterion));
  return Expr::symbol(symbol);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Parses a number of a comparison.
bool CompositeParser::parseBound(int64_t &number) {
  Lexer::Loc loc = lexer.getLoc();
  if (!lexer.expectNumber(number))
    return false;
  return (number >= -kMaxNumber && number <= kMaxNumber) ||
         refuseAt(loc,
                  "(C4) expected a number of magnitude below 2^31 but got ",
                  number);
}

/// Adds a condition; several of one expression are one.
static void addRange(std::vector<Range> &ranges, Range range) {
  for (Range &other : ranges)
    if (other.expr == range.expr) {
      other.low = std::max(other.low, range.low);
      other.high = std::min(other.high, range.high);
      return;
    }
  ranges.push_back(std::move(range));
}

bool CompositeParser::parseComparison(Part &part) {
  Range range{parseExpr()};
  if (!range.expr)
    return false;
  Lexer::Loc loc = lexer.getLoc();
  if (lexer.take("is")) {
    if (!parseBound(range.low))
      return false;
    range.high = range.low;
  } else {
    bool hasLow = lexer.take("from");
    if (hasLow && !parseBound(range.low))
      return false;
    bool hasHigh = lexer.take("below");
    if (hasHigh && !parseBound(range.high))
      return false;
    range.high -= hasHigh;
    if (!hasLow && !hasHigh)
      return refuseAt(loc, "expected 'is', 'from' or 'below' and a number");
  }
  addRange(part.ranges, std::move(range));
  return true;
}

/// Parses the format of a part, which has the rank of the whole format.
bool CompositeParser::parseFormat(Part &part) {
  Word word = takeWord();
  std::optional<AnyFormat> parsed;
  if (!word.text.empty())
    parsed = parseWord(lexer, word.loc, word.text, format.rank);
  else if (!lexer.expectAttribute(parsed.emplace(), format.rank))
    return false;
  if (!parsed)
    return false;
  if (parsed->composite)
    part.composite =
        std::make_shared<const Composite>(std::move(*parsed->composite));
  else
    part.format = std::move(parsed->levels);
  return true;
}

bool CompositeParser::parsePart() {
  Lexer::Loc loc = lexer.getLoc();
  Part part;
  part.isRest = lexer.take("rest");
  if (!part.isRest)
    do
      if (!parseComparison(part))
        return false;
    while (lexer.take("and"));
  if (!lexer.expect(Sign::Colon) || !parseFormat(part))
    return false;
  if (format.parts.size() == kMaxParts)
    return refuseAt(loc, "#sparse.composite (C6) expected at most ", kMaxParts,
                    " parts");
  format.parts.push_back(std::move(part));
  return true;
}

std::optional<Composite> CompositeParser::parse() {
  Lexer::Loc loc = lexer.getLoc();
  // A composite format in a composite part is read, for a rule to refuse.
  constexpr int deepest = 4;
  if (lexer.compositeDepth == deepest) {
    refuseAt(loc, "#sparse.composite (C11) expected a format of levels");
    return std::nullopt;
  }
  ++lexer.compositeDepth;
  bool isRead = parseParenthesized([&] { return parseDimension(); }) &&
                lexer.expect(Sign::Arrow) &&
                parseParenthesized([&] { return parsePart(); });
  --lexer.compositeDepth;
  if (!isRead || !checkComposite(format, lexer.reportAt(loc)))
    return std::nullopt;
  return std::move(format);
}

std::optional<Composite>
spindle::format::parseCompositeDescriptor(Lexer &lexer) {
  return CompositeParser(lexer).parse();
}
