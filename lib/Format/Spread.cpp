//===- Spread.cpp - formats of matrices for other tensors -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Format/Spread.h"

using namespace spindle;
using namespace spindle::format;

/// The dimension that `expr` is, or is the quotient or the remainder of; -1 for
/// another expression.
static int64_t findOnlyDim(const Expr &expr) {
  const Expr &part = expr.isDivision() ? expr.lhs() : expr;
  return part.is(ExprKind::Dim) ? part.number() : -1;
}

/// `expr`, of one dimension, of dimension `dim`.
static Expr replaceOnlyDim(const Expr &expr, int64_t dim) {
  return expr.isDivision()
             ? Expr::operation(expr.kind(), Expr::dim(dim), expr.rhs())
             : Expr::dim(dim);
}

/// Adds levels of the dimensions of `group` but the first to `levels`, whose
/// last one is the outermost of that.
static void addOthers(std::vector<Level> &levels,
                      const std::vector<int64_t> &group) {
  Level first = levels.back();
  if (group.size() > 1 && first.kind != LevelKind::Dense)
    levels.back().unique = false;
  for (size_t other = 1; other < group.size(); ++other) {
    Level level;
    level.expr = Expr::dim(group[other]);
    level.parents = {int64_t(levels.size()) - 1};
    if (first.kind != LevelKind::Dense) {
      level.kind = LevelKind::Singleton;
      level.crd = first.crd;
      level.unique = false;
    }
    levels.push_back(std::move(level));
  }
}

std::optional<Format> format::spreadFormat(const Format &matrix,
                                           const MatrixDims &dims,
                                           const Report &report) {
  Format format;
  format.rank = int64_t(dims.rows.size() + dims.columns.size());
  // The levels that are there in place of those of the matrix.
  std::vector<int64_t> last;
  bool isSpread[2] = {false, false};
  for (const Level &level : matrix.levels) {
    int64_t dim = findOnlyDim(level.expr);
    bool isCounted =
        level.kind == LevelKind::Variable ||
        (level.kind == LevelKind::Structured && dim >= 0 && !isSpread[dim]);
    if (matrix.rank != 2 || dim < 0 || isCounted) {
      report("expected levels of rows or of columns, dense or with stored "
             "coordinates, but got " +
             describe(matrix) + " for a tensor of " +
             std::to_string(format.rank) + " dimensions");
      return std::nullopt;
    }
    const std::vector<int64_t> &group = dim == 0 ? dims.rows : dims.columns;
    Level own = level;
    own.expr = replaceOnlyDim(level.expr, group.front());
    for (int64_t &parent : own.parents)
      parent = last[parent];
    format.levels.push_back(std::move(own));
    if (!isSpread[dim])
      addOthers(format.levels, group);
    isSpread[dim] = true;
    last.push_back(int64_t(format.levels.size()) - 1);
  }
  format.keeps = matrix.keeps == getDefaultKept(matrix) ? getDefaultKept(format)
                                                        : matrix.keeps;
  if (!check(format, report))
    return std::nullopt;
  return format;
}
