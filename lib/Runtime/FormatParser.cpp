//===- FormatParser.cpp - Reading formats ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatInspectors.h"
#include "FormatScanner.h"
#include "FormatText.h"

#include <algorithm>
#include <map>

using namespace spindle::runtime;

namespace {
/// The coordinate of a level: steps from a dimension, or the constant 0.
struct Expr {
  int64_t dim = -1;
  std::vector<Level::Step> steps;
};

/// How many parentheses may lie in one another, as in the compiler.
constexpr int64_t maxDepth = 32;

/// Reads the text of one format. Every function returns false once something
/// was not as expected, which `error` says then.
class FormatParser : FormatScanner {
public:
  using FormatScanner::FormatScanner;

  Expected<Format> parse();

private:
  bool parseNewName(std::string_view &name);

  // Expressions.
  bool parsePrimary(Expr &expr);
  bool parseTerm(Expr &expr);

  // Inspectors.
  bool parseSubject(int64_t &subject);
  bool parseGroup(Inspector &inspector);
  bool parseInspector(Inspector &inspector);
  bool parseWhere();

  // Levels.
  bool parseStructured(Level &level);
  bool parseKind(Level &level);
  bool parseProperties(Level &level);
  bool parseProperty(Level &level, std::vector<std::string_view> &seen);
  bool parseType(DType &type);
  bool parseParents(Level &level, bool &isGiven);
  bool parseParent(Level &level);
  bool parseMinus(Level &level);
  bool parseLevel();

  // The whole.
  bool parseName();
  bool parseDims();
  bool parseKept();
  bool parseAll();

  /// How many parentheses are open.
  int64_t depth = 0;
  Format format;
  /// For each level whether the text names its parents.
  std::vector<bool> hasParents;
  std::map<std::string_view, int64_t> dims, levels;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Takes a word that names nothing yet.
bool FormatParser::parseNewName(std::string_view &name) {
  name = peekWord();
  bool isName = !name.empty() && (name[0] < '0' || name[0] > '9');
  if (!isName || name == "floordiv" || name == "mod")
    return fail("a name");
  if (dims.count(name) || levels.count(name))
    return fail("a new name");
  at += name.size();
  return true;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

bool FormatParser::parsePrimary(Expr &expr) {
  if (take("(")) {
    if (++depth > maxDepth)
      return fail("at most 32 parentheses in one another");
    bool isRead = parseTerm(expr) && expect(")");
    --depth;
    return isRead;
  }
  // The remainder by 1 is printed as 0.
  if (take("0")) {
    expr = {-1, {{false, 1}}};
    return true;
  }
  auto found = dims.find(peekWord());
  if (found == dims.end())
    return fail("a dimension");
  at += found->first.size();
  expr = {found->second, {}};
  return true;
}

bool FormatParser::parseTerm(Expr &expr) {
  if (!parsePrimary(expr))
    return false;
  while (true) {
    bool isQuotient = take("floordiv");
    if (!isQuotient && !take("mod"))
      return true;
    int64_t divisor;
    if (!parseNumber(divisor))
      return false;
    if (expr.steps.size() >= 64)
      return fail("at most 64 quotients and remainders");
    expr.steps.push_back({isQuotient, divisor});
  }
}

//===----------------------------------------------------------------------===//
// Inspectors
//===----------------------------------------------------------------------===//

bool FormatParser::parseSubject(int64_t &subject) {
  Expr expr;
  if (!parsePrimary(expr))
    return false;
  subject = expr.dim;
  return expr.steps.empty() || fail("a dimension");
}

/// Parses the group, or nothing where there is one group.
bool FormatParser::parseGroup(Inspector &inspector) {
  Expr expr;
  if (!take("in"))
    return inspector.kind == InspectorKind::Order || fail("'in'");
  if (!parseTerm(expr))
    return false;
  inspector.group = expr.dim;
  // The constant 0 is the one group of all elements.
  if (expr.dim >= 0)
    inspector.groupSteps = expr.steps;
  return true;
}

bool FormatParser::parseInspector(Inspector &inspector) {
  for (size_t kind = 0; kind < std::size(inspectorNames); ++kind) {
    if (!take(inspectorNames[kind]))
      continue;
    inspector.kind = static_cast<InspectorKind>(kind);
    if (!expect("(") || !parseSubject(inspector.subject))
      return false;
    if (inspector.kind == InspectorKind::Order) {
      if (!expect("by"))
        return false;
      inspector.isDescending = take("-");
      if (!expect("length"))
        return false;
    }
    bool hasGroup = inspector.kind != InspectorKind::Length;
    return (!hasGroup || parseGroup(inspector)) && expect(")");
  }
  return fail("an inspector (order, slot, rank, length)");
}

/// Parses the definitions, if there are any.
bool FormatParser::parseWhere() {
  if (!take("where"))
    return true;
  do {
    std::string_view name;
    if (!parseNewName(name) || !expect("="))
      return false;
    if (!parseInspector(format.inspectors.emplace_back()))
      return false;
    dims[name] = countDims(format) - 1;
    if (format.inspectors.size() > maxInspectors)
      return fail("at most 64 inspectors");
  } while (take(","));
  return true;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

bool FormatParser::parseType(DType &type) {
  for (DType known : {DType::I8, DType::I16, DType::I32, DType::I64})
    if (take(dtypeName(known))) {
      type = known;
      return true;
    }
  return fail("'i8', 'i16', 'i32' or 'i64'");
}

/// Parses one property, which `seen` does not have yet.
bool FormatParser::parseProperty(Level &level,
                                 std::vector<std::string_view> &seen) {
  LevelKind kind = level.kind;
  bool hasPos = kind == LevelKind::Compressed || kind == LevelKind::Variable;
  bool hasCrd = kind != LevelKind::Dense && kind != LevelKind::Variable;
  std::string_view word = peekWord();
  if (std::find(seen.begin(), seen.end(), word) != seen.end())
    return fail("each property once");
  seen.push_back(word);
  if (hasPos && take("pos"))
    return expect("=") && parseType(level.pos);
  if (hasCrd && take("crd"))
    return expect("=") && parseType(level.crd);
  if (hasCrd && take("unordered")) {
    level.ordered = false;
    return true;
  }
  bool isSingleton = kind == LevelKind::Singleton;
  if (!hasCrd || !take(isSingleton ? "unique" : "nonunique"))
    return fail("a property of the level");
  level.unique = isSingleton;
  return true;
}

/// Parses the rest of properties and the closing parenthesis.
bool FormatParser::parseProperties(Level &level) {
  std::vector<std::string_view> seen;
  do {
    if (!parseProperty(level, seen))
      return false;
  } while (take(","));
  return expect(")");
}

/// Parses `n, m` and properties after `structured(`; `m` is in the coordinate.
bool FormatParser::parseStructured(Level &level) {
  level.kind = LevelKind::Fixed;
  level.structured = true;
  int64_t group;
  if (!expect("(") || !parseNumber(level.width) || !expect(",") ||
      !parseNumber(group))
    return false;
  if (level.steps.empty() || level.steps.back().isQuotient ||
      level.steps.back().divisor != group)
    return fail("a coordinate modulo the second number");
  return take(",") ? parseProperties(level) : expect(")");
}

bool FormatParser::parseKind(Level &level) {
  if (take("structured"))
    return parseStructured(level);
  for (size_t kind = 0; kind < std::size(levelKindNames); ++kind) {
    if (!take(levelKindNames[kind]))
      continue;
    level.kind = static_cast<LevelKind>(kind);
    level.unique = level.kind != LevelKind::Singleton;
    if (level.kind != LevelKind::Fixed)
      return !take("(") || parseProperties(level);
    if (!expect("("))
      return false;
    level.width = -1;
    if (!take("?") && !parseNumber(level.width))
      return false;
    return take(",") ? parseProperties(level) : expect(")");
  }
  return fail(
      "a kind of level (dense, compressed, fixed, structured, variable, "
      "singleton)");
}

bool FormatParser::parseParent(Level &level) {
  auto found = levels.find(peekWord());
  if (found == levels.end())
    return fail("the name of an earlier level");
  at += found->first.size();
  level.parents.push_back(found->second);
  return true;
}

bool FormatParser::parseParents(Level &level, bool &isGiven) {
  isGiven = take("of");
  if (!isGiven)
    return true;
  if (!take("("))
    return parseParent(level);
  do {
    if (!parseParent(level))
      return false;
  } while (take(","));
  return expect(")");
}

/// Parses the dimension that the coordinate takes away, after the sign.
bool FormatParser::parseMinus(Level &level) {
  Expr expr;
  if (!parsePrimary(expr))
    return false;
  level.minus = expr.dim;
  return (expr.steps.empty() && level.steps.empty() && expr.dim >= 0) ||
         fail("a difference of two dimensions");
}

bool FormatParser::parseLevel() {
  Level level;
  Expr expr;
  size_t start = at;
  std::string_view name = peekWord();
  at += name.size();
  bool isNamed = !name.empty() && take("=");
  at = start;
  if (isNamed && !(parseNewName(name) && take("=")))
    return false;
  if (!parseTerm(expr))
    return false;
  level.dim = std::max<int64_t>(expr.dim, 0);
  level.steps = expr.steps;
  if (take("-") && !parseMinus(level))
    return false;
  bool isGiven = false;
  if (!expect(":") || !parseKind(level) || !parseParents(level, isGiven))
    return false;
  int64_t index = format.levels.size();
  if (isNamed)
    levels[name] = index;
  for (auto [dim, number] : dims)
    if (number == expr.dim && expr.steps.empty() && level.minus < 0)
      levels.emplace(dim, index);
  format.levels.push_back(std::move(level));
  hasParents.push_back(isGiven);
  return true;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// Takes the name before the descriptor, if there is one: all up to ` = (`.
bool FormatParser::parseName() {
  skipSpace();
  if (at < text.size() && text[at] == '(')
    return true;
  size_t end = text.find(" = (");
  if (end == std::string_view::npos || end == at)
    return fail("'(', or a name and ' = '");
  format.name = text.substr(at, end - at);
  at = end + 3;
  return true;
}

bool FormatParser::parseDims() {
  if (!expect("("))
    return false;
  if (take(")"))
    return true;
  do {
    std::string_view name;
    if (!parseNewName(name))
      return false;
    dims[name] = format.rank++;
  } while (take(","));
  return expect(")");
}

/// Parses what is kept; the default where the text does not say.
bool FormatParser::parseKept() {
  setDefaultKept(format);
  if (peekWord().empty())
    return true;
  bool isFull = take("full"), lengths = !isFull && take("lengths");
  bool bitmap = !isFull && (!lengths || take("and"));
  if (bitmap && !expect("bitmap"))
    return false;
  format.keepsLengths = lengths;
  format.keepsBitmap = bitmap;
  return true;
}

bool FormatParser::parseAll() {
  if (!parseName() || !parseDims() || !parseWhere() || !expect("->") ||
      !expect("("))
    return false;
  if (!take(")")) {
    do {
      if (!parseLevel())
        return false;
    } while (take(","));
    if (!expect(")"))
      return false;
  }
  bool allDense = std::all_of(
      format.levels.begin(), format.levels.end(),
      [](const Level &level) { return level.kind == LevelKind::Dense; });
  for (size_t l = 0; l < format.levels.size(); ++l)
    if (!hasParents[l])
      format.levels[l].parents = getDefaultParents(l, allDense);
  if (!parseKept())
    return false;
  skipSpace();
  return at == text.size() || fail("the end");
}

Expected<Format> FormatParser::parse() {
  if (!parseAll())
    return std::move(*error);
  if (auto invalid = validate(format))
    return std::move(*invalid);
  return std::move(format);
}

Expected<Format> spindle::runtime::parseFormat(std::string_view text) {
  return FormatParser(text).parse();
}
