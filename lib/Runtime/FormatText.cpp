//===- FormatText.cpp - Printing formats ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatText.h"

#include "FormatInspectors.h"

#include <algorithm>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string spindle::runtime::dimName(int64_t rank, int64_t dim) {
  constexpr std::string_view letters = "ijkmnu";
  return rank <= static_cast<int64_t>(letters.size())
             ? std::string(letters.substr(dim, 1))
             : "d" + std::to_string(dim);
}

std::string spindle::runtime::dimName(const Format &format, int64_t dim) {
  if (!isDerived(format, dim))
    return dimName(format.rank, dim);
  InspectorKind kind = getInspector(format, dim).kind;
  int64_t before = 0;
  for (int64_t other = format.rank; other < dim; ++other)
    before += getInspector(format, other).kind == kind;
  std::string letter(1, "psrl"[static_cast<int>(kind)]);
  return before ? letter + std::to_string(before) : letter;
}

/// `text` after `steps`, as an expression.
static std::string stepsText(std::string text,
                             const std::vector<Level::Step> &steps) {
  for (size_t s = 0; s < steps.size(); ++s) {
    if (s > 0)
      text = "(" + text + ")";
    text.append(steps[s].isQuotient ? " floordiv " : " mod ")
        .append(std::to_string(steps[s].divisor));
  }
  return text;
}

std::string spindle::runtime::coordinateText(const Format &format,
                                             int64_t level) {
  const Level &from = format.levels[level];
  if (from.minus >= 0)
    return dimName(format, from.dim) + " - " + dimName(format, from.minus);
  return stepsText(dimName(format, from.dim), from.steps);
}

std::string spindle::runtime::nameOrText(const Format &format) {
  return format.name.empty() ? printFormat(format) : format.name;
}

std::vector<int64_t> spindle::runtime::getDefaultParents(int64_t level,
                                                         bool allDense) {
  if (allDense || level == 0)
    return {};
  return {level - 1};
}

/// What other levels call level `level`: its dimension, io or ii for a quotient
/// or a remainder of i, or v and a number.
static std::string levelName(const Format &format, int64_t level) {
  const Level &from = format.levels[level];
  std::string name = dimName(format, from.dim);
  if (from.minus >= 0)
    return "v" + std::to_string(level);
  if (from.steps.empty())
    return name;
  bool isOnly = from.steps.size() == 1;
  for (size_t other = 0; other < format.levels.size(); ++other) {
    const Level &beside = format.levels[other];
    isOnly &= static_cast<int64_t>(other) == level || beside.dim != from.dim ||
              beside.steps.size() != 1 ||
              beside.steps[0].isQuotient != from.steps[0].isQuotient;
  }
  if (isOnly)
    return name + (from.steps[0].isQuotient ? "o" : "i");
  return "v" + std::to_string(level);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// The items joined by commas.
static std::string join(const std::vector<std::string> &items) {
  std::string text;
  for (const std::string &item : items)
    text.append(text.empty() ? "" : ", ").append(item);
  return text;
}

/// The kind with its width and the properties that are no default.
static std::string kindText(const Level &level) {
  LevelKind kind = level.kind;
  bool isSingleton = kind == LevelKind::Singleton;
  bool hasPos = kind == LevelKind::Compressed || kind == LevelKind::Variable;
  bool hasCrd = kind != LevelKind::Dense && kind != LevelKind::Variable;
  std::vector<std::string> items;
  if (kind == LevelKind::Fixed)
    items.push_back(level.width < 0 ? "?" : std::to_string(level.width));
  if (level.structured)
    items.push_back(std::to_string(level.steps.back().divisor));
  if (hasCrd && level.unique == isSingleton)
    items.push_back(isSingleton ? "unique" : "nonunique");
  if (hasCrd && !level.ordered)
    items.push_back("unordered");
  if (hasPos && level.pos != DType::I32)
    items.push_back("pos = " + std::string(dtypeName(level.pos)));
  if (hasCrd && level.crd != DType::I32)
    items.push_back("crd = " + std::string(dtypeName(level.crd)));
  std::string text(level.structured ? "structured"
                                    : levelKindNames[static_cast<int>(kind)]);
  return items.empty() ? text : text + "(" + join(items) + ")";
}

/// The text of level `l`; with its name where `isNamed`.
static std::string levelText(const Format &format, int64_t l, bool isNamed,
                             bool allDense) {
  const Level &level = format.levels[l];
  std::string text = isNamed ? levelName(format, l) + " = " : "";
  text.append(coordinateText(format, l)).append(" : ").append(kindText(level));
  if (level.parents == getDefaultParents(l, allDense))
    return text;
  std::vector<std::string> parents;
  for (int64_t parent : level.parents)
    parents.push_back(levelName(format, parent));
  bool hasSeveral = parents.size() > 1;
  return text + " of " + (hasSeveral ? "(" : "") + join(parents) +
         (hasSeveral ? ")" : "");
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// The inspector that `dim` stands for, as in "order(i by -length in j)".
static std::string inspectorText(const Format &format, int64_t dim) {
  const Inspector &inspector = getInspector(format, dim);
  std::string text(inspectorNames[static_cast<int>(inspector.kind)]);
  text += "(" + dimName(format, inspector.subject);
  if (inspector.kind == InspectorKind::Order)
    text += inspector.isDescending ? " by -length" : " by length";
  if (inspector.group >= 0)
    text += " in " +
            stepsText(dimName(format, inspector.group), inspector.groupSteps);
  else if (inspector.kind == InspectorKind::Slot ||
           inspector.kind == InspectorKind::Rank)
    text += " in 0";
  return text + ")";
}

/// The definitions of the inspectors, where there are any.
static std::string whereText(const Format &format) {
  std::vector<std::string> items;
  for (int64_t dim = format.rank; dim < countDims(format); ++dim)
    items.push_back(dimName(format, dim) + " = " + inspectorText(format, dim));
  return items.empty() ? "" : " where " + join(items);
}

/// What is kept, where it is not the default.
static std::string keptText(const Format &format) {
  Format other = format;
  setDefaultKept(other);
  if (other.keepsLengths == format.keepsLengths &&
      other.keepsBitmap == format.keepsBitmap)
    return "";
  if (format.keepsLengths)
    return format.keepsBitmap ? " lengths and bitmap" : " lengths";
  return format.keepsBitmap ? " bitmap" : " full";
}

std::string spindle::runtime::printFormat(const Format &format) {
  bool allDense = std::all_of(
      format.levels.begin(), format.levels.end(),
      [](const Level &level) { return level.kind == LevelKind::Dense; });
  int64_t count = format.levels.size();
  std::vector<bool> isNamed(count, false);
  for (int64_t l = 0; l < count; ++l)
    if (format.levels[l].parents != getDefaultParents(l, allDense))
      for (int64_t parent : format.levels[l].parents)
        isNamed[parent] = !format.levels[parent].steps.empty() ||
                          format.levels[parent].minus >= 0;
  std::vector<std::string> dims, levels;
  for (int64_t dim = 0; dim < format.rank; ++dim)
    dims.push_back(dimName(format.rank, dim));
  for (int64_t l = 0; l < count; ++l)
    levels.push_back(levelText(format, l, isNamed[l], allDense));
  return (format.name.empty() ? "" : format.name + " = ") + "(" + join(dims) +
         ")" + whereText(format) + " -> (" + join(levels) + ")" +
         keptText(format);
}
