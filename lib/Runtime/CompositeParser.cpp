//===- CompositeParser.cpp - Reading composite formats --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatScanner.h"

#include "Spindle/Runtime/CompositeText.h"

#include <algorithm>
#include <limits>
#include <map>

using namespace spindle::runtime;

/// The word after which a descriptor stands, as in the attribute.
static constexpr std::string_view kWord = "composite (";

/// How many steps an expression has, and how many parts and criteria a format,
/// as in the compiler.
static constexpr size_t maxSteps = 64, maxParts = 1024, maxCriteria = 64;

namespace {
/// Reads the text of one format. Every function returns false once something
/// was not as expected, which `error` says then.
class CompositeParser : FormatScanner {
public:
  /// Reads `text`, which is that of a part of another format if `isInner`.
  CompositeParser(std::string_view text, bool isInner)
      : FormatScanner(text), isInner(isInner) {}

  Expected<Composite> parse();

private:
  // Expressions.
  bool parseSigned(int64_t &number);
  bool addStep(ElementExpr &expr, ElementExpr::Op op, int64_t number);
  bool parseOperation(ElementExpr &expr);
  bool parseExpr(ElementExpr &expr);
  bool parseList(std::vector<ElementExpr> &exprs);
  bool parseArguments(Criterion &criterion);
  bool parseCriterion(Criterion::Kind kind, size_t start, ElementExpr &expr);

  // Parts.
  bool parseRange(Part::Range &range);
  bool parseFormat(Part &part);
  bool parsePart();

  // The whole.
  bool parseName();
  bool parseDims();

  bool isInner;
  /// How many parentheses are open.
  size_t depth = 0;
  Composite format;
  /// The texts of the criteria, in their order.
  std::vector<std::string_view> seen;
  std::map<std::string_view, int64_t> dims;
};
} // namespace

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

bool CompositeParser::parseSigned(int64_t &number) {
  bool isNegative = take("-");
  if (!parseNumber(number))
    return false;
  number = isNegative ? -number : number;
  return true;
}

bool CompositeParser::addStep(ElementExpr &expr, ElementExpr::Op op,
                              int64_t number) {
  if (expr.steps.size() == maxSteps)
    return fail("at most 64 numbers and operations");
  expr.steps.push_back({op, number});
  return true;
}

/// Takes the two operands of an operation, and what stands between them, after
/// the parenthesis.
bool CompositeParser::parseOperation(ElementExpr &expr) {
  using Op = ElementExpr::Op;
  if (!parseExpr(expr))
    return false;
  Op op = Op::Add;
  for (auto [sign, meant] : {std::pair("*", Op::Mul),
                             {"mod", Op::Mod},
                             {"floordiv", Op::FloorDiv},
                             {"+", Op::Add}}) {
    if (!take(sign))
      continue;
    op = meant;
    bool divides = op == Op::Mod || op == Op::FloorDiv;
    int64_t divisor;
    if (divides)
      return parseNumber(divisor) && (divisor >= 1 || fail("a divisor")) &&
             addStep(expr, Op::Constant, divisor) && addStep(expr, op, 0) &&
             expect(")");
    return parseExpr(expr) && addStep(expr, op, 0) && expect(")");
  }
  return fail("'+', '*', 'floordiv' or 'mod'");
}

bool CompositeParser::parseExpr(ElementExpr &expr) {
  // Each parenthesis brings at least a number.
  if (expr.steps.size() == maxSteps || depth == maxSteps)
    return fail("at most 64 numbers and operations");
  if (take("(")) {
    ++depth;
    bool isRead = parseOperation(expr);
    --depth;
    return isRead;
  }
  using Kind = Criterion::Kind;
  for (auto [word, kind] : {std::pair("section", Kind::Section),
                            {"length", Kind::Length},
                            {"slot", Kind::Slot},
                            {"order", Kind::Order}})
    if (take(word))
      return parseCriterion(kind, at - std::string_view(word).size(), expr);
  std::string_view word = peekWord();
  if (auto found = dims.find(word); found != dims.end()) {
    at += word.size();
    return addStep(expr, ElementExpr::Op::Dim, found->second);
  }
  int64_t number;
  return parseSigned(number) &&
         addStep(expr, ElementExpr::Op::Constant, number);
}

bool CompositeParser::parseList(std::vector<ElementExpr> &exprs) {
  do {
    if (!parseExpr(exprs.emplace_back()))
      return false;
  } while (take(","));
  return true;
}

/// Takes what stands between the parentheses of a criterion.
bool CompositeParser::parseArguments(Criterion &criterion) {
  if (criterion.kind == Criterion::Kind::Length)
    return parseList(criterion.exprs);
  if (!parseExpr(criterion.exprs.emplace_back()))
    return false;
  if (criterion.kind == Criterion::Kind::Slot)
    return expect("in") && parseList(criterion.exprs);
  if (criterion.kind == Criterion::Kind::Order)
    return expect("by") && expect("-") && expect("length");
  const std::vector<ElementExpr::Step> &steps = criterion.exprs.front().steps;
  if (steps.size() != 1 || steps.front().op != ElementExpr::Op::Dim)
    return fail("a dimension");
  return expect("of") && parseNumber(criterion.count) &&
         (criterion.count >= 1 || fail("at least one section"));
}

/// Takes a criterion after its word, which begins at `start`; those of equal
/// text are one.
bool CompositeParser::parseCriterion(Criterion::Kind kind, size_t start,
                                     ElementExpr &expr) {
  Criterion criterion;
  criterion.kind = kind;
  if (depth == maxSteps)
    return fail("at most 64 criteria in one another");
  ++depth;
  bool isRead = expect("(") && parseArguments(criterion) && expect(")");
  --depth;
  if (!isRead)
    return false;
  std::string_view own = text.substr(start, at - start);
  auto found = std::find(seen.begin(), seen.end(), own);
  int64_t number = found - seen.begin();
  if (found == seen.end()) {
    if (seen.size() == maxCriteria)
      return fail("at most 64 criteria");
    seen.push_back(own);
    format.criteria.push_back(std::move(criterion));
  }
  return addStep(expr, ElementExpr::Op::Criterion, number);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

bool CompositeParser::parseRange(Part::Range &range) {
  range.low = std::numeric_limits<int64_t>::min();
  range.high = std::numeric_limits<int64_t>::max();
  if (!parseExpr(range.expr))
    return false;
  if (take("is")) {
    bool isRead = parseSigned(range.low);
    range.high = range.low;
    return isRead;
  }
  bool hasLow = take("from");
  if (hasLow && !parseSigned(range.low))
    return false;
  if (!take("below"))
    return hasLow || fail("'is', 'from' or 'below'");
  bool isRead = parseSigned(range.high);
  --range.high;
  return isRead;
}

/// Takes the text of the format of a part, between braces.
bool CompositeParser::parseFormat(Part &part) {
  if (!expect("{"))
    return false;
  size_t end = at, open = 1;
  for (; end < text.size() && open > 0; ++end)
    open += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
  if (open > 0)
    return fail("'}' after the format of a part");
  std::string_view inner = text.substr(at, end - 1 - at);
  bool isComposite = isCompositeText(inner);
  if (isComposite && isInner)
    return fail("a format of levels in a part that is composite");
  at = end;
  if (isComposite) {
    Expected<Composite> read = CompositeParser(inner, true).parse();
    if (read)
      part.composite = std::make_shared<const Composite>(std::move(*read));
    else
      error = read.takeError();
  } else {
    Expected<Format> read = spindle::runtime::parseFormat(inner);
    if (read)
      part.format = std::move(*read);
    else
      error = read.takeError();
  }
  if (error)
    return false;
  int64_t rank = part.composite ? part.composite->rank : part.format.rank;
  return rank == format.rank ||
         fail("a format of " + std::to_string(format.rank) + " dimensions");
}

bool CompositeParser::parsePart() {
  if (format.parts.size() == maxParts)
    return fail("at most 1024 parts");
  if (!format.parts.empty() && format.parts.back().isRest)
    return fail("'rest' as the last part");
  Part &part = format.parts.emplace_back();
  part.isRest = take("rest");
  if (!part.isRest)
    do {
      if (!parseRange(part.ranges.emplace_back()))
        return false;
    } while (take("and"));
  return expect(":") && parseFormat(part);
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Takes the name before the descriptor, if there is one, and the word.
bool CompositeParser::parseName() {
  size_t word = text.find(kWord);
  if (word == std::string_view::npos)
    return fail("'composite (' and a descriptor");
  std::string_view before = text.substr(0, word);
  constexpr std::string_view equals = " = ";
  bool hasName = before.size() > equals.size() &&
                 before.substr(before.size() - equals.size()) == equals;
  if (!before.empty() && !hasName)
    return fail("a name and ' = '");
  if (hasName)
    format.name = before.substr(0, before.size() - equals.size());
  at = word + kWord.size();
  return true;
}

bool CompositeParser::parseDims() {
  if (take(")"))
    return true;
  do {
    std::string_view name = peekWord();
    if (name.empty() || !dims.emplace(name, format.rank).second)
      return fail("a new name");
    at += name.size();
    ++format.rank;
  } while (take(","));
  return expect(")");
}

Expected<Composite> CompositeParser::parse() {
  bool isRead = parseName() && parseDims() && expect("->") && expect("(");
  while (isRead) {
    isRead = parsePart();
    if (!isRead || !take(","))
      break;
  }
  if (isRead && expect(")")) {
    skipSpace();
    if (at == text.size() || fail("the end"))
      return std::move(format);
  }
  return *error;
}

bool spindle::runtime::isCompositeText(std::string_view text) {
  return text.find(kWord) != std::string_view::npos;
}

Expected<Composite> spindle::runtime::parseComposite(std::string_view text) {
  return CompositeParser(text, /*isInner=*/false).parse();
}
