//===- FormatLayout.cpp - How values lie in memory ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatLayout.h"

#include <algorithm>

using namespace spindle::runtime;

/// Adds the ancestors of `level` to `set`.
static void addAncestors(const Format &format, int64_t level, LevelSet &set) {
  for (int64_t parent : format.levels[level].parents)
    if (!set[parent]) {
      set[parent] = true;
      addAncestors(format, parent, set);
    }
}

LevelSet spindle::runtime::getClosure(const Format &format, int64_t level,
                                      bool self) {
  LevelSet set(format.levels.size(), false);
  addAncestors(format, level, set);
  set[level] = self;
  return set;
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

/// A storage dimension while the levels are walked: the levels merged into it,
/// the last of which it belongs to.
using OpenDim = std::vector<int64_t>;

/// Closes the dimensions of the ancestors of `level` and opens its own; false
/// where one holds a level that is not its ancestor.
static bool closeAncestors(const Format &format, int64_t level,
                           std::vector<OpenDim> &dims) {
  LevelSet ancestors = getClosure(format, level, /*self=*/false);
  auto isOurs = [&](int64_t other) { return ancestors[other]; };
  OpenDim merged;
  std::vector<OpenDim> after;
  std::optional<size_t> place;
  for (OpenDim &dim : dims) {
    if (std::none_of(dim.begin(), dim.end(), isOurs)) {
      after.push_back(std::move(dim));
      continue;
    }
    if (!std::all_of(dim.begin(), dim.end(), isOurs))
      return false;
    merged.insert(merged.end(), dim.begin(), dim.end());
    if (!place)
      place = after.size();
  }
  merged.push_back(level);
  after.insert(after.begin() + place.value_or(after.size()), merged);
  dims = std::move(after);
  return true;
}

/// Adds what `level` opens and closes; false where the rule refuses it.
static bool addLevel(const Format &format, int64_t level,
                     std::vector<OpenDim> &dims) {
  LevelKind kind = format.levels[level].kind;
  bool isRoot = format.levels[level].parents.empty();
  if (isRoot || kind == LevelKind::Dense || kind == LevelKind::Fixed) {
    dims.push_back({level});
    return true;
  }
  return kind == LevelKind::Singleton || closeAncestors(format, level, dims);
}

Expected<std::vector<int64_t>>
spindle::runtime::layOut(const Format &format, const LevelSet &included) {
  std::vector<OpenDim> dims;
  for (size_t level = 0; level < format.levels.size(); ++level)
    if (included[level] && !addLevel(format, level, dims))
      return Error::expectedGot("levels with a layout",
                                "level " + std::to_string(level) +
                                    ", which would close a dimension of one "
                                    "that is not above it");
  std::vector<int64_t> levels;
  for (const OpenDim &dim : dims)
    levels.push_back(dim.back());
  return levels;
}

std::optional<std::vector<int64_t>>
spindle::runtime::getStorageDims(const Format &format) {
  Expected<std::vector<int64_t>> dims =
      layOut(format, LevelSet(format.levels.size(), true));
  if (!dims)
    return std::nullopt;
  return *dims;
}

//===----------------------------------------------------------------------===//
// What tells cells from padding
//===----------------------------------------------------------------------===//

/// Whether a fixed level lies below `level`.
static bool hasFixedBelow(const Format &format, int64_t level) {
  for (size_t other = 0; other < format.levels.size(); ++other)
    if (format.levels[other].kind == LevelKind::Fixed &&
        !format.levels[other].structured &&
        getClosure(format, other, /*self=*/false)[level])
      return true;
  return false;
}

bool spindle::runtime::haveBranches(const Format &format,
                                    const std::vector<int64_t> &dims) {
  for (int64_t first : dims)
    for (int64_t second : dims)
      if (first < second && !getClosure(format, second, /*self=*/false)[first])
        return true;
  return false;
}

void spindle::runtime::setDefaultKept(Format &format) {
  auto isKind = [](LevelKind kind) {
    return [=](const Level &level) { return level.kind == kind; };
  };
  const std::vector<Level> &levels = format.levels;
  format.keepsLengths =
      std::any_of(levels.begin(), levels.end(), [](const Level &level) {
        return level.kind == LevelKind::Fixed && !level.structured;
      });
  format.keepsBitmap = false;
  if (std::all_of(levels.begin(), levels.end(), isKind(LevelKind::Dense)))
    return;
  std::vector<int64_t> dims =
      getStorageDims(format).value_or(std::vector<int64_t>());
  format.keepsBitmap =
      haveBranches(format, dims) ||
      std::any_of(levels.begin(), levels.end(),
                  [](const Level &level) { return level.structured; });
  for (int64_t level : dims)
    format.keepsBitmap |=
        levels[level].kind == LevelKind::Dense && !hasFixedBelow(format, level);
}
