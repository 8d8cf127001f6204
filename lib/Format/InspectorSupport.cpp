//===- InspectorSupport.cpp - inspectors that this version builds ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <algorithm>

using namespace spindle::format;

//===----------------------------------------------------------------------===//
// Inspectors
//===----------------------------------------------------------------------===//

/// The dimension that `expr` is, or that an order is of; -1 for others. Equal
/// numbers of the expression are equal coordinates of the dimension.
static int64_t getIdentifiedDim(const Format &format, const Expr &expr) {
  if (expr.is(ExprKind::Dim))
    return expr.number();
  if (!expr.is(ExprKind::Symbol))
    return -1;
  const Inspector &inspector = format.inspectors[expr.number()];
  return inspector.kind == InspectorKind::Order
             ? getIdentifiedDim(format, inspector.subject)
             : -1;
}

bool spindle::format::isOfOne(const Expr &expr) {
  return !expr.isOperation() || (expr.isDivision() && isOfOne(expr.lhs()));
}

/// Whether `expr` is a number of dimension `dim` alone, or a constant.
static bool isOfDim(const Expr &expr, int64_t dim) {
  return expr.isConstant() || (isOfOne(expr) && expr.usesDim(dim));
}

/// A slot has to tell the elements of its group apart.
static bool coversElements(const Format &format, const Inspector &inspector) {
  int64_t first = getIdentifiedDim(format, inspector.subject);
  int64_t second = getIdentifiedDim(format, inspector.group);
  bool isAlone = format.rank == 1 && first == 0;
  return isAlone || (format.rank == 2 && second >= 0 && first != second);
}

Reason spindle::format::refuseInspector(const Format &format, int64_t number) {
  const Inspector &inspector = format.inspectors[number];
  if (!inspector.subject.is(ExprKind::Dim))
    return "is of a number that is not a dimension";
  if (inspector.kind == InspectorKind::Order &&
      !isOfDim(inspector.group, inspector.subject.number()))
    return "sorts groups that are not made of the dimension that it sorts";
  if (inspector.kind == InspectorKind::Slot &&
      !coversElements(format, inspector))
    return "counts elements that its subject and its group do not tell apart";
  if (inspector.kind == InspectorKind::Length && format.rank > 2)
    return "counts the elements of more than one other dimension";
  return isOfOne(inspector.group)
             ? ""
             : "has groups that are made of several numbers";
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Whether a level above level `l`, a remainder, is its quotient.
static bool hasQuotientAbove(const Format &format, int64_t l) {
  const Expr &expr = format.levels[l].expr;
  Expr quotient = expr.lhs().floorDiv(expr.rhs());
  const std::vector<int64_t> *above = &format.levels[l].parents;
  while (above->size() == 1) {
    const Level &level = format.levels[above->front()];
    if (level.expr == quotient)
      return true;
    above = &level.parents;
  }
  return false;
}

/// Whether another dense level before level `l` tells what this one does: both
/// are remainders of one number, or neither is.
static bool hasDenseOther(const Format &format, int64_t l) {
  const Expr &expr = format.levels[l].expr;
  auto isOther = [&](const Level &other) {
    return other.kind == LevelKind::Dense &&
           findInspector(format, other.expr) == findInspector(format, expr) &&
           other.expr.is(ExprKind::Mod) == expr.is(ExprKind::Mod);
  };
  return std::any_of(format.levels.begin(), format.levels.begin() + l, isOther);
}

/// Why no tensor is built whose level `l` is dense and of inspectors of `kind`.
static Reason refuseDenseDerived(const Format &format, int64_t l,
                                 InspectorKind kind) {
  if (kind == InspectorKind::Length)
    return "is dense and has a coordinate that is a length";
  if (format.levels[l].expr.is(ExprKind::Mod) && !hasQuotientAbove(format, l))
    return "is dense and has a remainder whose quotient is no level above it";
  return hasDenseOther(format, l)
             ? "has a coordinate that follows from other levels"
             : "";
}

Reason spindle::format::refuseDerived(const Format &format, int64_t l) {
  const Level &level = format.levels[l];
  const Expr &expr = level.expr;
  if (!isOfOne(expr))
    return "has a coordinate that is not made of one number by 'floordiv' and "
           "'mod'";
  InspectorKind kind = findInspector(format, expr)->kind;
  bool isWhole = expr.is(ExprKind::Symbol);
  if (!isWhole && !expr.lhs().is(ExprKind::Symbol))
    return "has a coordinate that is more than one quotient or remainder of an "
           "inspector's number";
  bool isLength = kind == InspectorKind::Length;
  switch (level.kind) {
  case LevelKind::Dense:
    return refuseDenseDerived(format, l, kind);
  case LevelKind::Variable:
    return isLength || expr.is(ExprKind::Mod)
               ? "is variable and has a coordinate that is a length or a "
                 "remainder"
               : "";
  case LevelKind::Compressed:
    return isLength && isWhole
               ? ""
               : "is compressed and has a coordinate that is derived and not a "
                 "length";
  default:
    return "has a stored coordinate that is derived and not a length";
  }
}

Reason spindle::format::refuseParents(const Format &format, int64_t l) {
  const std::vector<Level> &levels = format.levels;
  const std::vector<int64_t> &parents = levels[l].parents;
  if (parents.size() < 2)
    return "";
  const std::vector<int64_t> &common = levels[parents.front()].parents;
  bool isCommon =
      std::all_of(parents.begin(), parents.end(), [&](int64_t parent) {
        return levels[parent].parents == common;
      });
  if (!isCommon || common.size() > 1)
    return "lies under several levels that have more than one level above them";
  auto isChild = [&](const Level &other) {
    return std::count(other.parents.begin(), other.parents.end(), l) > 0;
  };
  return std::any_of(levels.begin(), levels.end(), isChild)
             ? "lies under several levels and has levels below it"
             : "";
}
