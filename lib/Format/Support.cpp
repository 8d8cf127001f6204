//===- Support.cpp - formats that this version builds ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "Message.h"

#include <algorithm>

using namespace spindle::format;

/// Whether `expr` is made of one dimension by quotients and remainders.
static bool isOfOneDimension(const Expr &expr) {
  return expr.is(ExprKind::Dim) ||
         (expr.isDivision() && isOfOneDimension(expr.lhs()));
}

/// Whether a remainder is in the quotients and remainders `expr`.
static bool hasRemainder(const Expr &expr) {
  return expr.isOperation() &&
         (expr.is(ExprKind::Mod) || hasRemainder(expr.lhs()));
}

/// Whether singletons lie right below level `l`, and nothing else does.
static bool hasSingletonsBelow(const std::vector<Level> &levels, int64_t l) {
  int64_t singletons = 0, others = 0;
  for (const Level &level : levels)
    if (std::count(level.parents.begin(), level.parents.end(), l))
      ++(level.kind == LevelKind::Singleton ? singletons : others);
  return singletons > 0 && others == 0;
}

/// Whether what level `l` has too many of is cut to pieces: one fixed level of
/// a known width is all that lies below it.
static bool isCutToPieces(const std::vector<Level> &levels, int64_t l) {
  return l == 0 && levels.size() == 2 && levels[1].kind == LevelKind::Fixed &&
         levels[1].width() != kUnknownWidth;
}

/// Whether cells of level `l` may lie outside of their dimension with nothing
/// that cuts them off.
static bool mayLieOutside(const Format &format, int64_t l) {
  const Expr &expr = format.levels[l].expr;
  bool isDense = format.levels[l].kind == LevelKind::Dense;
  LevelSet above = getClosure(format, l, /*self=*/false);
  for (int64_t dim = 0; dim < format.rank; ++dim)
    for (int64_t other = 0; other < l; ++other) {
      const Expr &before = format.levels[other].expr;
      if (expr.usesDim(dim) && before.usesDim(dim) &&
          (!above[other] || (isDense && hasRemainder(before))))
        return true;
    }
  return false;
}

/// Why no tensor is built whose level `l` has such a coordinate.
static Reason refuseCoordinate(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  bool isDense = level.kind == LevelKind::Dense;
  // The remainder modulo 1, of a dimension that is of no matter.
  if (level.expr.isConstant())
    return isDense && format.rank > 0 ? "" : "has a constant coordinate";
  if (findInspector(format, level.expr))
    return refuseDerived(format, l);
  if (getDifference(level.expr))
    return refuseDifference(format, l);
  if (!isOfOneDimension(level.expr))
    return "has a coordinate that is neither made of one dimension by "
           "'floordiv' and 'mod' nor the difference of two";
  if (level.kind == LevelKind::Variable && !level.expr.is(ExprKind::Dim))
    return "is variable and has a coordinate that is not a dimension";
  // What a dense remainder is taken of must have a border that one level cuts.
  if (isDense && hasRemainder(level.expr) &&
      (findCutLevel(format, l) < 0 || hasRemainder(level.expr.lhs())))
    return "is dense and has a remainder whose quotient is no level above it";
  if (!format.keepsBitmap() && mayLieOutside(format, l))
    return "lies beside or is dense below another level of its dimension, and "
           "no bitmap is kept";
  return "";
}

/// Why no tensor is built with level `l`.
static Reason refuseLevel(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  if (level.kind == LevelKind::Structured)
    return refuseStructured(format, l);
  if (Reason reason = refuseParents(format, l); !reason.empty())
    return reason;
  if (level.kind == LevelKind::Fixed && level.parents.empty() &&
      format.keepsLengths())
    return "is fixed and a root, of which lengths are kept";
  if (level.unique || level.kind == LevelKind::Singleton)
    return refuseCoordinate(format, l);
  if (level.kind == LevelKind::Fixed)
    return "is fixed and nonunique";
  if (!hasSingletonsBelow(format.levels, l) && !isCutToPieces(format.levels, l))
    return "is nonunique, with other levels right below it than singletons, or "
           "one fixed level of a known width below a root";
  return refuseCoordinate(format, l);
}

/// Why no tensor is built with all levels together, with the level.
static std::string refuseWhole(const Format &format) {
  std::vector<Expr> dims = findDims(format);
  if (!std::all_of(dims.begin(), dims.end(),
                   [](const Expr &dim) { return bool(dim); }))
    return "a dimension follows from a sum alone";
  // Each level tells elements apart, or cells of the storage would stand for
  // none.
  for (int64_t l = 0, e = format.levels.size(); l < e; ++l) {
    const Expr &expr = format.levels[l].expr;
    bool isUsed = std::any_of(dims.begin(), dims.end(),
                              [&](const Expr &dim) { return dim.usesDim(l); });
    if (!expr.isConstant() && !findInspector(format, expr) && !isUsed)
      return joinText("level ", l,
                      " has a coordinate that follows from other levels");
  }
  return getStorageDims(format) ? "" : "its levels have no layout";
}

bool spindle::format::checkSupported(const Format &format,
                                     const Report &report) {
  auto refuseFor = [&](const std::string &reason) {
    return refuse(report, "format ", printAttribute(format),
                  " is not supported yet: ", reason);
  };
  if (format.isFamily())
    return refuseFor("its rank is not known");
  for (int64_t number = 0, e = format.inspectors.size(); number < e; ++number)
    if (Reason reason = refuseInspector(format, number); !reason.empty())
      return refuseFor(joinText("inspector ", number, " ", reason));
  for (int64_t l = 0, e = format.levels.size(); l < e; ++l)
    if (Reason reason = refuseLevel(format, l); !reason.empty())
      return refuseFor(joinText("level ", l, " ", reason));
  std::string reason = refuseWhole(format);
  return reason.empty() || refuseFor(reason);
}
