//===- Format.cpp - descriptors of formats --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Format/Format.h"

#include <algorithm>
#include <tuple>

using namespace spindle::format;

static constexpr std::string_view kLevelWords[] = {
    "dense", "compressed", "fixed", "variable", "singleton", "structured"};

std::string_view spindle::format::getWord(LevelKind kind) {
  return kLevelWords[size_t(kind)];
}

std::optional<LevelKind> spindle::format::findLevelKind(std::string_view word) {
  const auto *found =
      std::find(std::begin(kLevelWords), std::end(kLevelWords), word);
  if (found == std::end(kLevelWords))
    return std::nullopt;
  return LevelKind(found - std::begin(kLevelWords));
}

std::string_view spindle::format::getWord(InspectorKind kind) {
  static constexpr std::string_view words[] = {"order", "slot", "rank",
                                               "length"};
  return words[size_t(kind)];
}

std::string_view spindle::format::getWords(Kept keeps) {
  static constexpr std::string_view words[] = {"full", "lengths", "bitmap",
                                               "lengths and bitmap"};
  return words[size_t(keeps)];
}

static auto tie(const Level &x) {
  return std::tie(x.expr, x.kind, x.params, x.parents, x.pos, x.crd, x.ordered,
                  x.unique);
}
static auto tie(const Inspector &x) {
  return std::tie(x.kind, x.subject, x.key, x.group);
}
static auto tie(const Format &x) {
  return std::tie(x.rank, x.levels, x.keeps, x.inspectors);
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

bool Format::isAllDense() const {
  return std::all_of(levels.begin(), levels.end(), [](const Level &level) {
    return level.kind == LevelKind::Dense;
  });
}

std::vector<int64_t> spindle::format::getDefaultParents(int64_t level,
                                                        bool allDense) {
  if (level == 0 || allDense)
    return {};
  return {level - 1};
}
