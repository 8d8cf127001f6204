//===- SumSupport.cpp - sums that this version builds ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a difference x - y, a tensor stores y besides, and x is their sum. Under a
// difference, some of the cells of a dense level of y have a sum that is
// outside of x: the level is skewed along the difference.
//
//===----------------------------------------------------------------------===//

#include "SumSupport.h"

using namespace mlir;
using namespace spindle::sparse;

/// Whether dimension `dim` is known where the coordinate `expr` is, besides
/// those of the levels above: it is the dimension, or a remainder of it.
static bool completes(AffineExpr expr, int64_t dim) {
  if (expr.getKind() == AffineExprKind::Mod)
    expr = cast<AffineBinaryOpExpr>(expr).getLHS();
  auto whole = dyn_cast<AffineDimExpr>(expr);
  return whole && int64_t(whole.getPosition()) == dim;
}

/// The ancestors of level `l`, the nearest first, while there is one.
static SmallVector<int64_t> getAncestors(FormatAttr format, int64_t l) {
  SmallVector<int64_t> ancestors;
  ArrayRef<LevelAttr> levels = format.getLevels();
  while (levels[l].getParents().size() == 1)
    ancestors.push_back(l = levels[l].getParents().front());
  return ancestors;
}

int64_t spindle::sparse::getSkewLevel(FormatAttr format, int64_t level) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  if (levels[level].getKind() != LevelKind::Dense)
    return -1;
  for (int64_t above : getAncestors(format, level)) {
    std::optional<Difference> sum = getDifference(levels[above].getExpr());
    if (sum && completes(levels[level].getExpr(), sum->minus))
      return above;
  }
  return -1;
}

/// Whether some level but `l` is a difference with the same dimension taken
/// away, or gives one that `l` takes away.
static bool meetsOther(FormatAttr format, int64_t l, Difference sum) {
  for (auto [other, level] : llvm::enumerate(format.getLevels())) {
    std::optional<Difference> that = getDifference(level.getExpr());
    if (int64_t(other) != l && that &&
        (that->minus == sum.minus || that->plus == sum.minus))
      return true;
  }
  return false;
}

StringRef spindle::sparse::refuseDifference(FormatAttr format, int64_t l) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  Difference sum = *getDifference(levels[l].getExpr());
  LevelKind kind = levels[l].getKind();
  if (kind == LevelKind::Dense || kind == LevelKind::Variable)
    return "is a difference, of which no coordinates are stored";
  if (meetsOther(format, l, sum))
    return "is a difference with a dimension that is in another one";
  for (auto [other, level] : llvm::enumerate(levels)) {
    if (!completes(level.getExpr(), sum.minus))
      continue;
    bool isBelow = llvm::is_contained(getAncestors(format, other), l);
    if (isBelow && level.getKind() == LevelKind::Variable)
      return "is a difference above a variable level of the dimension that it "
             "takes away";
    bool isBeside =
        !isBelow && !llvm::is_contained(getAncestors(format, l), other);
    return isBeside ? "is a difference that lies beside the dimension that it "
                      "takes away"
                    : "";
  }
  return "is a difference that takes away a dimension that no level is";
}

StringRef spindle::sparse::refuseStructured(FormatAttr format, int64_t l) {
  auto remainder =
      dyn_cast<AffineBinaryOpExpr>(format.getLevels()[l].getExpr());
  if (!remainder || !isa<AffineDimExpr>(remainder.getLHS()) ||
      format.getCutLevel(l) < 0)
    return "is structured and no remainder of a dimension whose quotient is a "
           "level above it";
  return format.keepsBitmap() ? "" : "is structured, and no bitmap is kept";
}
