//===- Rules.cpp - the rules of formats -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"
#include "Message.h"
#include "Names.h"

#include <algorithm>

using namespace spindle::format;

/// (C16) The numbers of dimensions, levels and inspectors.
static bool checkSizes(const Format &format, const Report &report) {
  if (format.numDims() < 0 || format.numDims() > kMaxRank)
    return refuse(report, "(C16) expected at most ", kMaxRank,
                  " dimensions but got ", format.rank);
  size_t most = std::max(format.levels.size(), format.inspectors.size());
  if (most > kMaxLevels)
    return refuse(report, "(C16) expected at most ", kMaxLevels,
                  " levels and inspectors but got ", most);
  return true;
}

/// (C2) The dimensions and inspectors that `expr` may use.
static bool checkNames(const Expr &expr, int64_t rank, int64_t inspectors,
                       const Report &report) {
  bool isKnown = expr.walk([&](const Expr &part) {
    return part.is(ExprKind::Dim)      ? part.number() < rank
           : part.is(ExprKind::Symbol) ? part.number() < inspectors
                                       : true;
  });
  return isKnown || refuse(report, "(C2) expected expressions over ", rank,
                           " dimensions and ", inspectors, " definitions");
}

/// (C2) The names of inspectors and levels.
static bool checkAllNames(const Format &format, const Report &report) {
  int64_t rank = format.numDims(), count = format.inspectors.size();
  for (int64_t s = 0; s < count; ++s)
    if (!checkNames(format.inspectors[s].subject, rank, s, report) ||
        !checkNames(format.inspectors[s].group, rank, s, report))
      return false;
  return std::all_of(format.levels.begin(), format.levels.end(),
                     [&](const Level &level) {
                       return checkNames(level.expr, rank, count, report);
                     });
}

/// (C6) The coordinates of the levels.
static bool checkDifferent(const Format &format, const Report &report) {
  const std::vector<Level> &levels = format.levels;
  for (size_t l = 0; l < levels.size(); ++l)
    for (size_t other = 0; other < l; ++other)
      if (levels[l].expr == levels[other].expr && !levels[l].expr.isConstant())
        return refuse(report, "(C6) expected different coordinates of levels ",
                      other, " and ", l);
  return true;
}

/// (C9) The kinds that need a parent.
static bool checkRoot(const Level &level, int64_t l, const Report &report) {
  bool needsParent = level.kind == LevelKind::Singleton ||
                     level.kind == LevelKind::Variable ||
                     level.kind == LevelKind::Structured;
  return !needsParent || !level.parents.empty() ||
         refuse(report, "(C9) expected a parent of level ", l, ", which is ",
                getWord(level.kind));
}

/// (C8) The parents of level `l`, which has to be the first to have none.
static bool checkParents(const Level &level, int64_t l, bool allDense,
                         const Report &report) {
  if (level.parents.empty() && l > 0 && !allDense)
    return refuse(report, "(C8) expected a parent of level ", l,
                  ", since not all levels are dense");
  for (int64_t parent : level.parents)
    if (parent < 0 || parent >= l)
      return refuse(report, "(C8) expected a parent before level ", l,
                    " but got level ", parent);
  return true;
}

/// Whether `expr` has a slot or a rank that is not taken modulo a constant.
static bool isWithoutExtent(const Format &format, const Expr &expr) {
  if (expr.is(ExprKind::Symbol)) {
    InspectorKind kind = format.inspectors[expr.number()].kind;
    return kind == InspectorKind::Slot || kind == InspectorKind::Rank;
  }
  return expr.isOperation() && !expr.is(ExprKind::Mod) &&
         (isWithoutExtent(format, expr.lhs()) ||
          isWithoutExtent(format, expr.rhs()));
}

/// (C13) The extent of a dense level.
static bool checkExtent(const Format &format, int64_t l, const Report &report) {
  const Level &level = format.levels[l];
  return level.kind != LevelKind::Dense ||
         !isWithoutExtent(format, level.expr) ||
         refuse(report,
                "(C13) expected a slot or a rank modulo a constant on dense "
                "level ",
                l, ", for it has no extent");
}

/// (C7) The dimensions that the coordinates of the levels determine.
static bool checkDetermined(const Format &format, const Report &report) {
  Closure closure(format);
  for (int64_t dim = 0; dim < format.numDims(); ++dim)
    if (!closure.knows(Expr::dim(dim)))
      return refuse(report, "(C7) expected the levels to determine dimension ",
                    dim);
  return true;
}

/// (C15) The order of the inspectors, and that each is used, and none twice.
static bool checkOrder(const Format &format, const Report &report) {
  std::vector<Expr> exprs;
  for (const Level &level : format.levels)
    exprs.push_back(level.expr);
  const std::vector<Inspector> &all = format.inspectors;
  bool isDifferent = true;
  for (auto it = all.begin(); it != all.end(); ++it)
    isDifferent &= std::find(all.begin(), it, *it) == it;
  if (isDifferent && numberInspectors(all, exprs).inspectors == all)
    return true;
  return refuse(report, "(C15) expected different definitions in the order of "
                        "their first use, each used");
}

/// (C19) What is kept.
static bool checkKept(const Format &format, const Report &report) {
  auto isFixed = [](const Level &level) {
    return level.kind == LevelKind::Fixed;
  };
  const std::vector<Level> &levels = format.levels;
  if (format.keepsLengths() &&
      std::none_of(levels.begin(), levels.end(), isFixed))
    return refuse(report, "(C19) expected a fixed level to keep lengths of");
  if (!format.keepsBitmap())
    return true;
  std::vector<int64_t> dims =
      getStorageDims(format).value_or(std::vector<int64_t>());
  bool isWide = std::any_of(dims.begin(), dims.end(), [&](int64_t l) {
    return levels[l].kind == LevelKind::Dense || levels[l].hasWidth();
  });
  return isWide || haveBranches(format, dims) ||
         refuse(report, "(C19) expected a storage dimension of a dense, fixed "
                        "or structured level to keep a bitmap of");
}

/// (C17) A format of unknown rank stands for a family.
static bool checkFamily(const Format &format, const Report &report) {
  Format member = format;
  member.rank = 2;
  return findFamily(member) ||
         refuse(report,
                "(C17) expected a family in a format of unknown rank but got ",
                printAttribute(member));
}

bool spindle::format::checkFormat(const Format &format, const Report &report) {
  if (!checkSizes(format, report) ||    // (C16)
      !checkAllNames(format, report) || // (C2)
      !checkDifferent(format, report))  // (C6)
    return false;
  bool allDense = format.isAllDense();
  for (int64_t l = 0, e = format.levels.size(); l < e; ++l)
    if (!checkRoot(format.levels[l], l, report) ||              // (C9)
        !checkParents(format.levels[l], l, allDense, report) || // (C8)
        !checkExtent(format, l, report))                        // (C13)
      return false;
  return checkDetermined(format, report) &&                   // (C7)
         checkOrder(format, report) &&                        // (C15)
         checkKept(format, report) &&                         // (C19)
         (!format.isFamily() || checkFamily(format, report)); // (C17)
}

bool spindle::format::check(const Format &format, const Report &report) {
  for (const Inspector &inspector : format.inspectors)
    if (!checkInspector(inspector, report))
      return false;
  for (const Level &level : format.levels)
    if (!checkLevel(level, report))
      return false;
  return checkFormat(format, report) && checkSupported(format, report);
}
