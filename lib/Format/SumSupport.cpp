//===- SumSupport.cpp - sums that this version builds ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level of coordinate x - y makes x a sum: that of its coordinate and of y,
// which levels above or below it give. Below a difference a dense level of y
// has a cell for each of its coordinates, and those exist whose sum is not
// outside of x: the level is skewed along the difference.
//
//===----------------------------------------------------------------------===//

#include "Support.h"

using namespace spindle::format;

/// Whether dimension `dim` is known where the coordinate `expr` is, besides
/// those of the levels above: it is the dimension, or a remainder of it.
static bool completes(const Expr &expr, int64_t dim) {
  return (expr.is(ExprKind::Mod) ? expr.lhs() : expr).isDim(dim);
}

/// Whether `above` is an ancestor of level `l` by a chain of only parents.
static bool isInChain(const Format &format, int64_t above, int64_t l) {
  while (l != above && format.levels[l].parents.size() == 1) {
    l = format.levels[l].parents.front();
    if (l == above)
      return true;
  }
  return false;
}

/// Whether some level but `l` is a difference with the same dimension taken
/// away, or gives one that `l` takes away.
static bool meetsOther(const Format &format, int64_t l, Difference sum) {
  for (int64_t other = 0, e = format.levels.size(); other < e; ++other) {
    std::optional<Difference> that = getDifference(format.levels[other].expr);
    if (other != l && that &&
        (that->minus == sum.minus || that->plus == sum.minus))
      return true;
  }
  return false;
}

Reason spindle::format::refuseDifference(const Format &format, int64_t l) {
  const std::vector<Level> &levels = format.levels;
  Difference sum = *getDifference(levels[l].expr);
  if (!levels[l].hasCrd())
    return "is a difference, of which no coordinates are stored";
  if (meetsOther(format, l, sum))
    return "is a difference with a dimension that is in another one";
  for (int64_t other = 0, e = levels.size(); other < e; ++other) {
    if (!completes(levels[other].expr, sum.minus))
      continue;
    bool isBelow = isInChain(format, l, other);
    if (isBelow && levels[other].kind == LevelKind::Variable)
      return "is a difference above a variable level of the dimension that it "
             "takes away";
    return isBelow || isInChain(format, other, l)
               ? ""
               : "is a difference that lies beside the dimension that it takes "
                 "away";
  }
  return "is a difference that takes away a dimension that no level is";
}

Reason spindle::format::refuseStructured(const Format &format, int64_t l) {
  const Expr &expr = format.levels[l].expr;
  if (!expr.isOperation() || !expr.lhs().is(ExprKind::Dim) ||
      findCutLevel(format, l) < 0)
    return "is structured and no remainder of a dimension whose quotient is a "
           "level above it";
  return format.keepsBitmap() ? "" : "is structured, and no bitmap is kept";
}
