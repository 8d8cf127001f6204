//===- Printer.cpp - formats as text --------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"

#include <algorithm>
#include <set>

using namespace spindle::format;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// What the printer calls dimensions, inspectors and levels.
struct NameChoice {
  explicit NameChoice(const Format &format);
  std::string choose(const std::string &wanted);
  std::string chooseForLevel(const Expr &expr);
  std::string of(const Expr &expr) const;

  std::vector<std::string> dims, symbols, levels;
  std::set<std::string> taken;
};
} // namespace

std::string spindle::format::getDimName(int64_t rank, int64_t dim) {
  constexpr std::string_view letters = "ijkmnu";
  return rank <= int64_t(letters.size()) ? std::string(1, letters[dim])
                                         : "d" + std::to_string(dim);
}

/// A name that nothing else has: `wanted`, with a number if it is taken.
std::string NameChoice::choose(const std::string &wanted) {
  std::string name = wanted;
  for (int number = 1; !taken.insert(name).second; ++number)
    name = wanted + std::to_string(number);
  return name;
}

/// The name of a dimension or an inspector; empty for other expressions.
std::string NameChoice::of(const Expr &expr) const {
  if (!expr.isName())
    return "";
  return (expr.is(ExprKind::Dim) ? dims : symbols)[expr.number()];
}

/// What other levels call one with the coordinate `expr`: what it carries, io
/// for a quotient of i, ii for a remainder, else v.
std::string NameChoice::chooseForLevel(const Expr &expr) {
  if (expr.isName())
    return of(expr);
  std::string divided = expr.isDivision() ? of(expr.lhs()) : "";
  if (divided.empty())
    return choose("v");
  return choose(divided + (expr.is(ExprKind::FloorDiv) ? "o" : "i"));
}

NameChoice::NameChoice(const Format &format) {
  int64_t rank = format.numDims();
  for (int64_t dim = 0; dim < rank; ++dim)
    dims.push_back(choose(getDimName(rank, dim)));
  for (const Inspector &inspector : format.inspectors)
    symbols.push_back(choose(std::string(1, "psrl"[int(inspector.kind)])));
  for (const Level &level : format.levels)
    levels.push_back(chooseForLevel(level.expr));
}

std::vector<std::string> spindle::format::getLevelNames(const Format &format) {
  return NameChoice(format).levels;
}

/// `expr` with the names that were chosen.
static std::string print(const NameChoice &names, const Expr &expr) {
  return printExpr(expr, [&](const Expr &name) { return names.of(name); });
}

std::string spindle::format::printCoordinate(const Format &format,
                                             int64_t level) {
  return print(NameChoice(format), format.levels[level].expr);
}

//===----------------------------------------------------------------------===//
// Inspectors and levels
//===----------------------------------------------------------------------===//

static std::string print(const NameChoice &names, const Inspector &inspector) {
  std::string text(getWord(inspector.kind));
  text += "(" + print(names, inspector.subject);
  if (inspector.key != InspectorKey::None)
    text += inspector.key == InspectorKey::NegatedLength ? " by -length"
                                                         : " by length";
  bool isOptional = inspector.kind == InspectorKind::Order ||
                    inspector.kind == InspectorKind::Length;
  if (!isOptional || !inspector.group.isConstant(0))
    text += " in " + print(names, inspector.group);
  return text + ")";
}

/// The kind with its numbers and the properties that are no default.
static std::string printKind(const Level &level) {
  bool isSingleton = level.kind == LevelKind::Singleton;
  std::vector<std::string> items;
  for (int64_t param : level.params)
    items.push_back(param == kUnknownWidth ? "?" : std::to_string(param));
  if (level.unique == isSingleton)
    items.emplace_back(isSingleton ? "unique" : "nonunique");
  if (!level.ordered)
    items.emplace_back("unordered");
  if (level.pos && level.pos != 32)
    items.push_back(joinText("pos = i", level.pos));
  if (level.crd && level.crd != 32)
    items.push_back(joinText("crd = i", level.crd));
  std::string word(getWord(level.kind));
  return items.empty() ? word : word + "(" + joinItems(items) + ")";
}

/// Whether the text has to name the parents of level `l`.
static bool namesParents(const Format &format, size_t l) {
  return format.levels[l].parents != getDefaultParents(l, format.isAllDense());
}

/// Whether the text has to give level `l` a name: others refer to it, and its
/// coordinate is no name.
static bool isNamed(const Format &format, size_t l) {
  if (format.levels[l].expr.isName())
    return false;
  for (size_t other = 0; other < format.levels.size(); ++other) {
    const std::vector<int64_t> &parents = format.levels[other].parents;
    if (std::count(parents.begin(), parents.end(), int64_t(l)) &&
        namesParents(format, other))
      return true;
  }
  return false;
}

static std::string printLevel(const NameChoice &names, const Format &format,
                              size_t l) {
  const Level &level = format.levels[l];
  std::string text = isNamed(format, l) ? names.levels[l] + " = " : "";
  text += print(names, level.expr) + " : " + printKind(level);
  if (!namesParents(format, l))
    return text;
  std::vector<std::string> parents;
  for (int64_t parent : level.parents)
    parents.push_back(names.levels[parent]);
  std::string list = joinItems(parents);
  return text + " of " + (parents.size() > 1 ? "(" + list + ")" : list);
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

std::string spindle::format::printDescriptor(const Format &format) {
  NameChoice names(format);
  std::vector<std::string> definitions, levels;
  for (size_t s = 0; s < format.inspectors.size(); ++s)
    definitions.push_back(names.symbols[s] + " = " +
                          print(names, format.inspectors[s]));
  for (size_t l = 0; l < format.levels.size(); ++l)
    levels.push_back(printLevel(names, format, l));
  std::string text = "(" + joinItems(names.dims) + ")";
  if (!definitions.empty())
    text += " where " + joinItems(definitions);
  text += " -> (" + joinItems(levels) + ")";
  if (format.keeps != getDefaultKept(format))
    text.append(" ").append(getWords(format.keeps));
  return text;
}

std::string spindle::format::printFormat(const Format &format) {
  std::string name = getName(format);
  return (name.empty() ? "" : name + " = ") + printDescriptor(format);
}
