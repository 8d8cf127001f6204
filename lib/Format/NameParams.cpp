//===- NameParams.cpp - the numbers of a name, from a descriptor ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameParams.h"

#include <algorithm>

using namespace spindle::format;

/// The divisor of the coordinate `x floordiv c` or `x mod c`; 1 for others.
static int64_t getDivisor(const Expr &expr) {
  return expr.isDivision() ? expr.rightConstant().value_or(1) : 1;
}

/// The divisor of level `level`'s coordinate; 1 where there is none.
static int64_t getDivisor(const Format &format, size_t level) {
  return level < format.levels.size() ? getDivisor(format.levels[level].expr)
                                      : 1;
}

/// The width of level `level`; 1 where it is no fixed one.
static int64_t getWidth(const Format &format, size_t level) {
  bool isFixed = level < format.levels.size() &&
                 format.levels[level].kind == LevelKind::Fixed;
  return isFixed ? format.levels[level].width() : 1;
}

NameParams spindle::format::extractNone(const Format &) { return {}; }

NameParams spindle::format::extractRank(const Format &format) {
  return {format.rank};
}

NameParams spindle::format::extractCsf(const Format &format) {
  NameParams order;
  for (const Level &level : format.levels)
    order.push_back(level.expr.is(ExprKind::Dim) ? level.expr.number() : -1);
  bool isOrder = int64_t(order.size()) == format.rank &&
                 !std::count(order.begin(), order.end(), -1) &&
                 !std::is_sorted(order.begin(), order.end());
  return isOrder ? order : extractRank(format);
}

NameParams spindle::format::extractFirst(const Format &format) {
  return {getDivisor(format, 0)};
}

NameParams spindle::format::extractBlock(const Format &format) {
  return {getDivisor(format, 0), getDivisor(format, 1)};
}

NameParams spindle::format::extractEll(const Format &format) {
  return {getWidth(format, 1)};
}

NameParams spindle::format::extractEll3d(const Format &format) {
  int64_t rows = getWidth(format, 2), cols = getWidth(format, 3);
  bool isUnknown = rows == kUnknownWidth || cols == kUnknownWidth;
  return isUnknown ? NameParams{1, 1} : NameParams{rows, cols};
}

NameParams spindle::format::extractNm(const Format &format) {
  bool isStructured = !format.levels.empty() &&
                      format.levels.back().kind == LevelKind::Structured;
  return isStructured ? format.levels.back().params : NameParams{1, 1};
}

NameParams spindle::format::extractSell(const Format &format) {
  int64_t sorted = format.inspectors.empty()
                       ? 1
                       : getDivisor(format.inspectors.front().group);
  return {getDivisor(format, 0), sorted};
}
