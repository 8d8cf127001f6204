//===- CompositeParser.cpp - reads formats made of parts ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompositeText.h"
#include "ExprParser.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace spindle::sparse;
using Kind = CriterionAttr::Kind;

/// The bounds of a comparison that has none.
static constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
static constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();

namespace {
/// The comparisons of a part, one range for each expression.
struct Ranges {
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> lows, highs;

  void add(AffineExpr expr, int64_t low, int64_t high);
};

/// Parses a descriptor, from `(` of the dimensions to `)` of the parts. Null
/// expressions follow a reported error.
class CompositeParser : ExprParser {
public:
  using ExprParser::ExprParser;

  CompositeAttr parse();

private:
  ParseResult parseDimension();
  AffineExpr parseOperand(Word word) override;
  AffineExpr parseName(Word word);
  AffineExpr parseCriterion(Kind kind);
  ParseResult parseCriterionExprs(Kind kind, SmallVectorImpl<AffineExpr> &exprs,
                                  int64_t &count);
  ParseResult parseExprs(SmallVectorImpl<AffineExpr> &exprs);
  ParseResult parseSection(SmallVectorImpl<AffineExpr> &exprs, int64_t &count);
  ParseResult parseBound(int64_t &number);
  ParseResult parseComparison(Ranges &ranges);
  Attribute parseFormat();
  Attribute parseNamed(Word word);
  ParseResult parsePart();

  llvm::StringMap<AffineExpr> names;
  int64_t rank = 0;
  SmallVector<CriterionAttr> criteria;
  SmallVector<PartAttr> parts;
};
} // namespace

void Ranges::add(AffineExpr expr, int64_t low, int64_t high) {
  size_t place = llvm::find(exprs, expr) - exprs.begin();
  if (place == exprs.size()) {
    exprs.push_back(expr);
    lows.push_back(low);
    highs.push_back(high);
    return;
  }
  lows[place] = std::max(lows[place], low);
  highs[place] = std::min(highs[place], high);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The criterion called `word`.
static std::optional<Kind> symbolizeCriterion(StringRef word) {
  return llvm::StringSwitch<std::optional<Kind>>(word)
      .Case("section", Kind::Section)
      .Case("length", Kind::Length)
      .Case("slot", Kind::Slot)
      .Case("order", Kind::Order)
      .Default(std::nullopt);
}

/// Whether `word` has a meaning in a part.
static bool isReserved(StringRef word) {
  return symbolizeCriterion(word) ||
         llvm::is_contained({"floordiv", "mod", "of", "in", "by", "is", "from",
                             "below", "and", "rest"},
                            word);
}

/// (C1) A dimension's name.
ParseResult CompositeParser::parseDimension() {
  Word word = takeWord();
  if (word.text.empty())
    return parser.emitError(word.loc) << "expected a name";
  if (isReserved(word.text))
    return parser.emitError(word.loc)
           << "(C1) expected a name but got '" << word.text
           << "', a word of the grammar";
  if (rank == FormatAttr::kMaxRank)
    return parser.emitError(word.loc)
           << "(C6) expected at most " << FormatAttr::kMaxRank << " dimensions";
  AffineExpr expr = getAffineDimExpr(rank++, parser.getContext());
  if (names.try_emplace(word.text, expr).second)
    return success();
  return parser.emitError(word.loc)
         << "(C1) expected the name '" << word.text << "' to be defined once";
}

AffineExpr CompositeParser::parseName(Word word) {
  if (auto found = names.find(word.text); found != names.end())
    return found->second;
  InFlightDiagnostic diag = parser.emitError(word.loc);
  diag
      << "(C2) expected a dimension, a number or a criterion (section, length, "
         "slot, order)";
  if (!word.text.empty())
    diag << " but got '" << word.text << "'";
  return {};
}

AffineExpr CompositeParser::parseOperand(Word word) {
  if (std::optional<Kind> kind = symbolizeCriterion(word.text))
    return parseCriterion(*kind);
  return parseName(word);
}

//===----------------------------------------------------------------------===//
// Criteria
//===----------------------------------------------------------------------===//

/// Parses `x, y`.
ParseResult CompositeParser::parseExprs(SmallVectorImpl<AffineExpr> &exprs) {
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    exprs.push_back(parseExpr());
    return success(bool(exprs.back()));
  });
}

/// (C5) Parses `j of 4`.
ParseResult CompositeParser::parseSection(SmallVectorImpl<AffineExpr> &exprs,
                                          int64_t &count) {
  Word word = takeWord();
  exprs.push_back(parseName(word));
  if (!exprs.back() || parser.parseKeyword("of"))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(count))
    return failure();
  if (count >= 1 && count <= kMaxNumber)
    return success();
  return parser.emitError(loc) << "(C5) expected 1 to " << kMaxNumber
                               << " sections but got " << count;
}

ParseResult CompositeParser::parseCriterionExprs(
    Kind kind, SmallVectorImpl<AffineExpr> &exprs, int64_t &count) {
  if (kind == Kind::Section)
    return parseSection(exprs, count);
  if (kind == Kind::Length)
    return parseExprs(exprs);
  exprs.push_back(parseExpr());
  if (!exprs.back())
    return failure();
  if (kind == Kind::Slot)
    return failure(parser.parseKeyword("in") || parseExprs(exprs));
  if (parser.parseKeyword("by"))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalMinus()))
    return parser.emitError(loc)
           << "expected '-length', the most elements first";
  return parser.parseKeyword("length");
}

/// Parses the arguments of a criterion; equal criteria have one number.
AffineExpr CompositeParser::parseCriterion(Kind kind) {
  SmallVector<AffineExpr> exprs;
  int64_t count = 0;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() ||
      parseNested([&]() { return parseCriterionExprs(kind, exprs, count); }))
    return {};
  auto criterion = CriterionAttr::get(parser.getContext(), kind, exprs, count);
  size_t symbol = llvm::find(criteria, criterion) - criteria.begin();
  if (symbol == criteria.size() && symbol == kMaxLevels) {
    parser.emitError(loc) << "(C6) expected at most " << kMaxLevels
                          << " criteria";
    return {};
  }
  if (symbol == criteria.size())
    criteria.push_back(criterion);
  return getAffineSymbolExpr(symbol, parser.getContext());
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// (C4) Parses the number of a comparison.
ParseResult CompositeParser::parseBound(int64_t &number) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(number))
    return failure();
  if (number >= -kMaxNumber && number <= kMaxNumber)
    return success();
  return parser.emitError(loc)
         << "(C4) expected a number of magnitude below 2^31 but got " << number;
}

/// Parses `expr is 3`, `expr from 1 below 4`, `expr from 1` or `expr below 4`.
/// (An attribute's text has no `<` but in pairs.)
ParseResult CompositeParser::parseComparison(Ranges &ranges) {
  AffineExpr expr = parseExpr();
  if (!expr)
    return failure();
  int64_t low = kLowest, high = kHighest;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("is"))) {
    if (parseBound(low))
      return failure();
    high = low;
  } else {
    bool hasLow = succeeded(parser.parseOptionalKeyword("from"));
    if (hasLow && parseBound(low))
      return failure();
    bool hasHigh = succeeded(parser.parseOptionalKeyword("below"));
    if (hasHigh && parseBound(high))
      return failure();
    high -= hasHigh;
    if (!hasLow && !hasHigh)
      return parser.emitError(loc)
             << "expected 'is', 'from' or 'below' and a number";
  }
  ranges.add(expr, low, high);
  return success();
}

/// Parses the rest of a format that is called `word`: `coo`, `hyb<1, 4>`, or
/// `composite` and a descriptor.
Attribute CompositeParser::parseNamed(Word word) {
  if (word.text == CompositeAttr::getMnemonic())
    return CompositeAttr::parse(parser, Type());
  if (const CompositeName *name = lookUpCompositeName(word.text))
    return parseNamedComposite(parser, word.loc, *name);
  return parseNamedFormat(parser, word.loc, word.text);
}

/// Parses a format as an attribute, `#sparse.coo`, or by its name, `coo`.
Attribute CompositeParser::parseFormat() {
  Word word = takeWord();
  Attribute attr;
  // The runtime's texts have braces here.
  if (word.text.empty() && succeeded(parser.parseOptionalLBrace())) {
    parser.emitError(word.loc) << "expected a format, as in csr or "
                                  "#sparse.format<..>, but got '{'";
    return {};
  }
  if (word.text.empty() && parser.parseAttribute(attr))
    return {};
  if (!word.text.empty())
    attr = parseNamed(word);
  if (!attr || isa<CompositeAttr>(attr))
    return attr;
  return FormatAttr::getInTensor([&] { return parser.emitError(word.loc); },
                                 attr, rank);
}

ParseResult CompositeParser::parsePart() {
  SMLoc loc = parser.getCurrentLocation();
  bool isRest = succeeded(parser.parseOptionalKeyword("rest"));
  Ranges ranges;
  if (!isRest)
    do
      if (parseComparison(ranges))
        return failure();
    while (succeeded(parser.parseOptionalKeyword("and")));
  Attribute format;
  if (parser.parseColon() || !(format = parseFormat()))
    return failure();
  if (parts.size() == kMaxParts)
    return parser.emitError(loc)
           << "(C6) expected at most " << kMaxParts << " parts";
  parts.push_back(PartAttr::get(parser.getContext(), ranges.exprs, ranges.lows,
                                ranges.highs, isRest, format));
  return success();
}

CompositeAttr CompositeParser::parse() {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     [&]() { return parseDimension(); }) ||
      parser.parseArrow() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     [&]() { return parsePart(); }))
    return {};
  return parser.getChecked<CompositeAttr>(loc, parser.getContext(), rank,
                                          ArrayRef<CriterionAttr>(criteria),
                                          ArrayRef<PartAttr>(parts));
}

Attribute CompositeAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  CompositeAttr format = CompositeParser(parser).parse();
  return format && succeeded(parser.parseGreater()) ? format : CompositeAttr();
}
