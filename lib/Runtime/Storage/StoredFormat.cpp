//===- StoredFormat.cpp - what storages are made by -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/StoredFormat.h"

#include "Spindle/Format/Names.h"

#include <algorithm>

using namespace spindle::runtime;
using spindle::format::ExprKind;
using spindle::format::InspectorKey;

//===----------------------------------------------------------------------===//
// The view
//===----------------------------------------------------------------------===//

/// Appends the steps of `expr`, and gives the dimension that they are taken of.
static int64_t splitSteps(const Format &format, const Expr &expr,
                          Steps &steps) {
  if (expr.isDivision()) {
    int64_t dim = splitSteps(format, expr.lhs(), steps);
    steps.push_back(
        {expr.is(ExprKind::FloorDiv), expr.rightConstant().value_or(1)});
    return dim;
  }
  if (expr.is(ExprKind::Symbol))
    return format.rank + expr.number();
  return expr.is(ExprKind::Dim) ? expr.number() : 0;
}

/// A dimension of `format` that is no sum, so that the remainder by 1 of it
/// says nothing: the constant 0.
static int64_t getPlainDim(const Format &format) {
  auto isSum = [&](int64_t dim) {
    return std::any_of(format.levels.begin(), format.levels.end(),
                       [&](const Level &level) {
                         auto sum = getDifference(level.expr);
                         return sum && sum->plus == dim;
                       });
  };
  int64_t dim = 0;
  while (dim + 1 < format.rank && isSum(dim))
    ++dim;
  return dim;
}

/// Sets what the coordinate `expr` of `level` is made of.
static void setCoordinate(StoredLevel &level, const Format &format,
                          const Expr &expr) {
  if (auto sum = getDifference(expr)) {
    level.dim = sum->plus;
    level.minus = sum->minus;
  } else if (expr.isConstant()) {
    level.dim = getPlainDim(format);
    level.steps = {{/*isQuotient=*/false, 1}};
  } else {
    level.dim = splitSteps(format, expr, level.steps);
  }
}

static StoredLevel getStored(const Format &format, const Level &from) {
  StoredLevel level;
  setCoordinate(level, format, from.expr);
  level.structured = from.kind == LevelKind::Structured;
  level.kind = level.structured ? LevelKind::Fixed : from.kind;
  level.width = from.width();
  level.parents = from.parents;
  level.pos = getIndexType(from.pos);
  level.crd = getIndexType(from.crd);
  level.ordered = from.ordered;
  level.unique = from.unique;
  return level;
}

static StoredInspector getStored(const Format &format, const Inspector &from) {
  StoredInspector inspector;
  Steps none;
  inspector.kind = from.kind;
  inspector.subject = splitSteps(format, from.subject, none);
  if (!from.group.isConstant())
    inspector.group = splitSteps(format, from.group, inspector.groupSteps);
  inspector.isDescending = from.key == InspectorKey::NegatedLength;
  return inspector;
}

StoredFormat spindle::runtime::getStored(const Format &format) {
  StoredFormat stored{format.rank};
  for (const Level &level : format.levels)
    stored.levels.push_back(::getStored(format, level));
  for (const Inspector &inspector : format.inspectors)
    stored.inspectors.push_back(::getStored(format, inspector));
  stored.keepsLengths = format.keepsLengths();
  stored.keepsBitmap = format.keepsBitmap();
  return stored;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

bool spindle::runtime::countsOrder(const StoredFormat &format,
                                   const StoredLevel &level) {
  return level.kind == LevelKind::Variable && isDerived(format, level.dim) &&
         getInspector(format, level.dim).kind == InspectorKind::Order;
}

int64_t spindle::runtime::getExtent(const StoredLevel &level,
                                    const std::vector<int64_t> &shape) {
  int64_t extent = shape[level.dim];
  // From 1 - n to m - 1; of an empty matrix none.
  if (level.minus >= 0)
    return std::max<int64_t>(extent + shape[level.minus] - 1, 0);
  for (Step step : level.steps)
    extent = step.isQuotient
                 ? extent / step.divisor + (extent % step.divisor != 0)
                 : step.divisor;
  return extent;
}

int64_t spindle::runtime::getFrom(const StoredLevel &level,
                                  const std::vector<int64_t> &shape) {
  return level.minus < 0 ? 0 : 1 - shape[level.minus];
}

std::vector<int64_t> spindle::runtime::findAddends(const StoredFormat &format) {
  std::vector<int64_t> addends(countDims(format), -1);
  for (const StoredLevel &level : format.levels)
    if (level.minus >= 0)
      addends[level.dim] = level.minus;
  return addends;
}

std::optional<std::vector<int64_t>>
spindle::runtime::findDigits(const Format &format, int64_t dim,
                             const LevelSet &levels) {
  LevelSet counted = levels;
  for (size_t l = 0; l < counted.size(); ++l) {
    // The coordinates of a level that counts an order are no numbers of it.
    const Level &level = format.levels[l];
    const Inspector *inspector = findInspector(format, level.expr);
    if (level.kind == LevelKind::Variable && inspector &&
        inspector->kind == InspectorKind::Order)
      counted[l] = false;
  }
  return findFactors(format,
                     dim < format.rank ? Expr::dim(dim)
                                       : Expr::symbol(dim - format.rank),
                     counted);
}

std::vector<int64_t> spindle::runtime::computeWeights(const Format &format) {
  StoredFormat stored = getStored(format);
  std::vector<int64_t> weights, addends = findAddends(stored);
  for (const StoredLevel &level : stored.levels)
    weights.push_back(level.minus >= 0);
  LevelSet all(format.levels.size(), true);
  for (int64_t dim = 0; dim < countDims(stored); ++dim) {
    if (addends[dim] >= 0)
      continue;
    auto digits = findDigits(format, dim, all);
    for (size_t l = 0; digits && l < weights.size(); ++l)
      weights[l] += (*digits)[l];
  }
  return weights;
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

/// Whether the levels of `set` are dense, and are together the number `dim`.
static bool areDenseDigits(const Format &format, const LevelSet &set,
                           int64_t dim) {
  Steps none;
  for (size_t l = 0; l < format.levels.size(); ++l) {
    const Level &level = format.levels[l];
    if (set[l] && (level.kind != LevelKind::Dense ||
                   (!level.expr.isConstant() &&
                    splitSteps(format, level.expr, none) != dim)))
      return false;
  }
  return findDigits(format, dim, set).has_value();
}

int64_t spindle::runtime::findStoredOrder(const Format &format, int64_t level) {
  const Level &from = format.levels[level];
  if (from.kind != LevelKind::Singleton || from.parents.size() != 1 ||
      !from.expr.is(ExprKind::Dim))
    return -1;
  LevelSet above = getClosure(format, level, /*self=*/false);
  for (size_t number = 0; number < format.inspectors.size(); ++number) {
    const Inspector &order = format.inspectors[number];
    int64_t dim = format.rank + int64_t(number);
    if (order.kind == InspectorKind::Order && order.subject == from.expr &&
        areDenseDigits(format, above, dim))
      return dim;
  }
  return -1;
}

bool spindle::runtime::isCutToPieces(const Format &format, int64_t level) {
  if (level != 0 || format.levels.size() != 2)
    return false;
  const Level &root = format.levels[0], &below = format.levels[1];
  return root.kind == LevelKind::Compressed && !root.unique &&
         below.kind == LevelKind::Fixed && below.width() > 0 &&
         below.parents == std::vector<int64_t>{0};
}

Format spindle::runtime::makeIndexed(std::string_view word,
                                     std::vector<int64_t> params, DType index) {
  int bits = static_cast<int>(8 * dtypeSize(index));
  return spindle::format::makeNamed(word, std::move(params), bits, bits);
}
