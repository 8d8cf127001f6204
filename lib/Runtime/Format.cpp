//===- Format.cpp - Rules of descriptors of formats -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Format.h"

#include "FormatDims.h"
#include "FormatLayout.h"

#include <algorithm>

using namespace spindle::runtime;

/// The most dimensions and levels of a format, as in the compiler.
static constexpr int64_t maxRank = 32, maxLevels = 64;

int64_t spindle::runtime::getExtent(const Level &level,
                                    const std::vector<int64_t> &shape) {
  int64_t extent = shape[level.dim];
  for (Level::Step step : level.steps)
    extent = step.isQuotient
                 ? extent / step.divisor + (extent % step.divisor != 0)
                 : step.divisor;
  return extent;
}

//===----------------------------------------------------------------------===//
// One level
//===----------------------------------------------------------------------===//

/// An error about level `l`.
static Error levelError(int64_t l, std::string_view expected,
                        std::string_view got) {
  Error error = Error::expectedGot(expected, got);
  error.text = "level " + std::to_string(l) + ": " + error.text;
  return error;
}

/// Checks the coordinate of level `l`.
static std::optional<Error> checkCoordinate(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  if (level.dim < 0 || level.dim >= format.rank)
    return levelError(l,
                      "a dimension in [0, " + std::to_string(format.rank) + ")",
                      std::to_string(level.dim));
  for (Level::Step step : level.steps)
    if (step.divisor < 1)
      return levelError(l, "a divisor of at least 1",
                        std::to_string(step.divisor));
  if (level.kind == LevelKind::Variable && !level.steps.empty())
    return levelError(l, "a dimension as the coordinate of a variable level",
                      "a quotient or a remainder");
  auto steps = simplifySteps(level.steps);
  if (steps == std::vector<Level::Step>{{false, 1}})
    return std::nullopt;
  for (int64_t other = 0; other < l; ++other)
    if (level.dim == format.levels[other].dim &&
        steps == simplifySteps(format.levels[other].steps))
      return levelError(l, "a coordinate of its own",
                        "that of level " + std::to_string(other));
  return std::nullopt;
}

/// Checks the numbers and types of level `l`.
static std::optional<Error> checkNumbers(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  bool isFixed = level.kind == LevelKind::Fixed;
  if (isFixed && level.width < 1 && level.width != -1)
    return levelError(l, "a width of at least 1, or -1",
                      std::to_string(level.width));
  if (!isFixed && level.width != 0)
    return levelError(l, "width 0 of a level that is not fixed",
                      std::to_string(level.width));
  for (DType type : {level.pos, level.crd})
    if (!isInteger(type))
      return levelError(l, "an integer index type", dtypeName(type));
  return std::nullopt;
}

/// Checks the parents of level `l`.
static std::optional<Error> checkParents(const Format &format, int64_t l,
                                         bool allDense) {
  const Level &level = format.levels[l];
  for (size_t p = 0; p < level.parents.size(); ++p) {
    int64_t parent = level.parents[p];
    if (parent < 0 || parent >= l)
      return levelError(l, "a parent that comes before it",
                        "level " + std::to_string(parent));
    auto end = level.parents.begin() + p;
    if (std::find(level.parents.begin(), end, parent) != end)
      return levelError(l, "parents that are different",
                        "level " + std::to_string(parent) + " twice");
  }
  int64_t count = level.parents.size();
  bool isSingleton = level.kind == LevelKind::Singleton;
  bool needsParent =
      isSingleton || level.kind == LevelKind::Variable || (l > 0 && !allDense);
  if (needsParent && count == 0)
    return levelError(l, "a parent", "none");
  if (!isSingleton && count > 1)
    return levelError(l, "at most one parent of a level that is no singleton",
                      std::to_string(count));
  return std::nullopt;
}

/// Checks what level `l` says of its coordinates.
static std::optional<Error> checkClaims(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  bool isCompressed = level.kind == LevelKind::Compressed;
  if (level.unique || level.kind == LevelKind::Singleton)
    return std::nullopt;
  int64_t children = 0;
  for (const Level &other : format.levels)
    for (int64_t parent : other.parents)
      if (parent == l) {
        isCompressed &=
            other.kind == LevelKind::Singleton && other.parents.size() == 1;
        ++children;
      }
  if (!isCompressed || children == 0)
    return levelError(l,
                      "a level that is not unique to be compressed, above "
                      "singletons of this one parent and nothing else",
                      "another one");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// All levels
//===----------------------------------------------------------------------===//

/// Checks each level by itself and against those before it.
static std::optional<Error> checkLevels(const Format &format) {
  bool allDense = std::all_of(
      format.levels.begin(), format.levels.end(),
      [](const Level &level) { return level.kind == LevelKind::Dense; });
  for (int64_t l = 0, e = format.levels.size(); l < e; ++l) {
    if (auto error = checkCoordinate(format, l))
      return error;
    if (auto error = checkNumbers(format, l))
      return error;
    if (auto error = checkParents(format, l, allDense))
      return error;
  }
  for (int64_t l = 0, e = format.levels.size(); l < e; ++l)
    if (auto error = checkClaims(format, l))
      return error;
  return std::nullopt;
}

/// Checks that what is kept tells something.
static std::optional<Error> checkKept(const Format &format,
                                      const std::vector<int64_t> &dims) {
  auto isFixed = [](const Level &level) {
    return level.kind == LevelKind::Fixed;
  };
  auto isWide = [&](int64_t level) {
    return isFixed(format.levels[level]) ||
           format.levels[level].kind == LevelKind::Dense;
  };
  if (format.keepsLengths &&
      std::none_of(format.levels.begin(), format.levels.end(), isFixed))
    return Error::expectedGot("a fixed level to keep lengths of", "none");
  if (format.keepsBitmap && std::none_of(dims.begin(), dims.end(), isWide) &&
      !haveBranches(format, dims))
    return Error::expectedGot("a storage dimension of a dense or fixed level "
                              "to keep a bitmap of",
                              "none");
  return std::nullopt;
}

std::optional<Error> spindle::runtime::validate(const Format &format) {
  int64_t count = format.levels.size();
  if (format.rank < 0 || format.rank > maxRank)
    return Error::expectedGot("a rank of 0 to " + std::to_string(maxRank),
                              std::to_string(format.rank));
  if (count > maxLevels)
    return Error::expectedGot("at most " + std::to_string(maxLevels) +
                                  " levels",
                              std::to_string(count));
  if (auto error = checkLevels(format))
    return error;
  Expected<std::vector<int64_t>> dims = layOut(format, LevelSet(count, true));
  if (!dims)
    return dims.takeError();
  if (auto error = checkKept(format, *dims))
    return error;
  Expected<std::vector<int64_t>> weights = computeWeights(format);
  return weights ? std::nullopt : std::optional<Error>(weights.takeError());
}
