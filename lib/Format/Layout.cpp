//===- Layout.cpp - where the values of a format lie ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"

#include <algorithm>

using namespace spindle::format;

/// Adds the ancestors of `level` to `set`; what is not before it is none.
static void addAncestors(const Format &format, int64_t level, LevelSet &set) {
  for (int64_t parent : format.levels[level].parents)
    if (parent >= 0 && parent < level && !set[parent]) {
      set[parent] = true;
      addAncestors(format, parent, set);
    }
}

LevelSet spindle::format::getClosure(const Format &format, int64_t level,
                                     bool self) {
  LevelSet set(format.levels.size(), false);
  addAncestors(format, level, set);
  set[level] = self;
  return set;
}

//===----------------------------------------------------------------------===//
// The layout rule
//===----------------------------------------------------------------------===//

/// A storage dimension while the levels are walked: those merged into it, the
/// last of which it belongs to.
using OpenDim = std::vector<int64_t>;

/// Closes the dimensions of the ancestors of `level`, and opens its own in the
/// place of the first; false where one has a level that is not above it.
static bool closeAncestors(const Format &format, int64_t level,
                           std::vector<OpenDim> &dims) {
  LevelSet ancestors = getClosure(format, level, /*self=*/false);
  auto isOurs = [&](int64_t other) { return ancestors[other]; };
  OpenDim merged;
  std::vector<OpenDim> after;
  std::optional<size_t> first;
  for (OpenDim &dim : dims) {
    if (std::none_of(dim.begin(), dim.end(), isOurs)) {
      after.push_back(std::move(dim));
      continue;
    }
    if (!std::all_of(dim.begin(), dim.end(), isOurs))
      return false;
    merged.insert(merged.end(), dim.begin(), dim.end());
    if (!first)
      first = after.size();
  }
  merged.push_back(level);
  after.insert(after.begin() + first.value_or(after.size()), merged);
  dims = std::move(after);
  return true;
}

static bool addLevel(const Format &format, int64_t l,
                     std::vector<OpenDim> &dims) {
  const Level &level = format.levels[l];
  if (level.parents.empty() || level.kind == LevelKind::Dense ||
      level.hasWidth()) {
    dims.push_back({l});
    return true;
  }
  return level.kind == LevelKind::Singleton || closeAncestors(format, l, dims);
}

std::optional<std::vector<int64_t>>
spindle::format::layOut(const Format &format, const LevelSet &included) {
  std::vector<OpenDim> dims;
  for (size_t level = 0; level < format.levels.size(); ++level)
    if (included[level] && !addLevel(format, level, dims))
      return std::nullopt;
  std::vector<int64_t> levels;
  for (const OpenDim &dim : dims)
    levels.push_back(dim.back());
  return levels;
}

std::optional<std::vector<int64_t>>
spindle::format::getStorageDims(const Format &format) {
  return layOut(format, LevelSet(format.levels.size(), true));
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

/// Whether a fixed level lies below `level`.
static bool hasFixedBelow(const Format &format, int64_t level) {
  for (size_t other = 0; other < format.levels.size(); ++other)
    if (format.levels[other].kind == LevelKind::Fixed &&
        getClosure(format, other, /*self=*/false)[level])
      return true;
  return false;
}

bool spindle::format::haveBranches(const Format &format,
                                   const std::vector<int64_t> &dims) {
  for (int64_t first : dims)
    for (int64_t second : dims)
      if (first < second && !getClosure(format, second, /*self=*/false)[first])
        return true;
  return false;
}

Kept spindle::format::getDefaultKept(const Format &format) {
  if (format.isAllDense())
    return Kept::None;
  bool lengths = false, bitmap = false;
  for (const Level &level : format.levels) {
    lengths |= level.kind == LevelKind::Fixed;
    bitmap |= level.kind == LevelKind::Structured;
  }
  std::vector<int64_t> dims =
      getStorageDims(format).value_or(std::vector<int64_t>());
  bitmap |= haveBranches(format, dims);
  for (int64_t level : dims)
    bitmap |= format.levels[level].kind == LevelKind::Dense &&
              !hasFixedBelow(format, level);
  return Kept(int(lengths) + 2 * int(bitmap));
}

//===----------------------------------------------------------------------===//
// Levels that others cut
//===----------------------------------------------------------------------===//

const Inspector *spindle::format::findInspector(const Format &format,
                                                const Expr &expr) {
  const Inspector *inspector = nullptr;
  expr.walk([&](const Expr &part) {
    if (part.is(ExprKind::Symbol))
      inspector = &format.inspectors[part.number()];
    return true;
  });
  return inspector;
}

/// The ancestors of `level`, the nearest first, while there is one.
static std::vector<int64_t> getChain(const Format &format, int64_t level) {
  std::vector<int64_t> chain;
  while (format.levels[level].parents.size() == 1)
    chain.push_back(level = format.levels[level].parents.front());
  return chain;
}

int64_t spindle::format::findCutLevel(const Format &format, int64_t level) {
  const Level &from = format.levels[level];
  bool isWhole =
      from.kind == LevelKind::Dense || from.kind == LevelKind::Structured;
  if (!isWhole || !from.expr.is(ExprKind::Mod))
    return -1;
  const Inspector *inspector = findInspector(format, from.expr);
  if (inspector && inspector->kind != InspectorKind::Order)
    return -1;
  Expr quotient = from.expr.lhs().floorDiv(from.expr.rhs());
  for (int64_t above : getChain(format, level))
    if (format.levels[above].expr == quotient)
      return above;
  return -1;
}

/// Whether dimension `dim` is known where the coordinate `expr` is, besides
/// those of the levels above: it is the dimension, or a remainder of it.
static bool completes(const Expr &expr, int64_t dim) {
  return (expr.is(ExprKind::Mod) ? expr.lhs() : expr).isDim(dim);
}

int64_t spindle::format::findSkewLevel(const Format &format, int64_t level) {
  if (format.levels[level].kind != LevelKind::Dense)
    return -1;
  for (int64_t above : getChain(format, level)) {
    std::optional<Difference> sum = getDifference(format.levels[above].expr);
    if (sum && completes(format.levels[level].expr, sum->minus))
      return above;
  }
  return -1;
}
