//===- Format.cpp - Rules of descriptors of formats -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Format.h"

#include "FormatDims.h"
#include "FormatInspectors.h"
#include "FormatLayout.h"
#include "PieceStorage.h"

#include <algorithm>
#include <tuple>

using namespace spindle::runtime;

/// All of a level, of an inspector, and of a format but its name.
static auto tie(const Level &x) {
  return std::tie(x.dim, x.minus, x.steps, x.kind, x.width, x.structured,
                  x.parents, x.pos, x.crd, x.ordered, x.unique);
}
static auto tie(const Inspector &x) {
  return std::tie(x.kind, x.subject, x.group, x.groupSteps, x.isDescending);
}
static auto tie(const Format &x) {
  return std::tie(x.rank, x.levels, x.keepsLengths, x.keepsBitmap,
                  x.inspectors);
}

bool Level::operator==(const Level &other) const {
  return tie(*this) == tie(other);
}

bool Inspector::operator==(const Inspector &other) const {
  return tie(*this) == tie(other);
}

bool Format::operator==(const Format &other) const {
  return tie(*this) == tie(other);
}

/// The most dimensions and levels of a format, as in the compiler.
static constexpr int64_t maxRank = 32, maxLevels = 64;

int64_t spindle::runtime::getExtent(const Level &level,
                                    const std::vector<int64_t> &shape) {
  int64_t extent = shape[level.dim];
  // From 1 - n to m - 1; of an empty matrix none.
  if (level.minus >= 0)
    return std::max<int64_t>(extent + shape[level.minus] - 1, 0);
  for (Level::Step step : level.steps)
    extent = step.isQuotient
                 ? extent / step.divisor + (extent % step.divisor != 0)
                 : step.divisor;
  return extent;
}

int64_t spindle::runtime::getFrom(const Level &level,
                                  const std::vector<int64_t> &shape) {
  return level.minus < 0 ? 0 : 1 - shape[level.minus];
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

/// Checks level `l`, whose coordinate is a difference.
static std::optional<Error> checkDifference(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  bool isStored = level.kind != LevelKind::Dense &&
                  level.kind != LevelKind::Variable && level.steps.empty();
  if (!isStored || level.minus >= format.rank || level.minus == level.dim)
    return levelError(l, "a difference of two dimensions that is stored",
                      "another one");
  for (int64_t other = 0, e = format.levels.size(); other < e; ++other) {
    const Level &beside = format.levels[other];
    if (other > l && beside.dim == level.minus &&
        beside.kind == LevelKind::Variable)
      return levelError(l, "a difference above no variable level",
                        "level " + std::to_string(other) + " below it");
    if (other != l && (beside.dim == level.dim || beside.minus == level.minus ||
                       (beside.minus >= 0 && beside.dim == level.minus)))
      return levelError(l,
                        "a difference of a dimension of its own and one that "
                        "other levels have",
                        "level " + std::to_string(other) + " beside it");
  }
  return std::nullopt;
}

/// Checks the coordinate of level `l`.
static std::optional<Error> checkCoordinate(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  int64_t dims = countDims(format);
  if (level.dim < 0 || level.dim >= dims)
    return levelError(l, "a dimension in [0, " + std::to_string(dims) + ")",
                      std::to_string(level.dim));
  for (Level::Step step : level.steps)
    if (step.divisor < 1)
      return levelError(l, "a divisor of at least 1",
                        std::to_string(step.divisor));
  if (level.minus >= 0)
    return checkDifference(format, l);
  if (level.kind == LevelKind::Variable && !level.steps.empty() &&
      !isDerived(format, level.dim))
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
  bool isRemainder = level.steps.size() == 1 && !level.steps[0].isQuotient;
  if (level.structured &&
      !(isFixed && isRemainder && level.width > 0 &&
        level.width <= level.steps[0].divisor && format.keepsBitmap))
    return levelError(l,
                      "a structured level to be fixed, of the remainder of a "
                      "dimension, with a bitmap",
                      "another one");
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
  if (level.unique || level.kind == LevelKind::Singleton ||
      isCutToPieces(format, l))
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
                      "singletons of this one parent and nothing else, or "
                      "above one fixed level of a known width",
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
    if (!isDerived(format, format.levels[l].dim))
      continue;
    if (auto fault = checkDerived(format, l))
      return levelError(l, fault->expected, fault->got);
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
    return level.kind == LevelKind::Fixed && !level.structured;
  };
  auto isWide = [&](int64_t level) {
    return format.levels[level].kind == LevelKind::Fixed ||
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
  if (auto error = checkInspectors(format))
    return error;
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
