//===- LevelRules.cpp - the rules of levels and inspectors ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"

#include <algorithm>

using namespace spindle::format;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// (C3) One operation of an expression.
static bool checkOperation(const Expr &expr, const Report &report) {
  if (expr.is(ExprKind::Add))
    return true;
  if (expr.is(ExprKind::CeilDiv))
    return refuse(report, "(C3) expected 'floordiv' or 'mod' but got a "
                          "division that rounds up");
  if (!expr.rhs().isConstant())
    return refuse(report, "(C3) expected a constant on the right side of '*', "
                          "'floordiv' and 'mod'");
  if (!expr.is(ExprKind::Mul) && expr.rhs().number() < 1)
    return refuse(report, "(C3) expected a divisor of at least 1 but got ",
                  expr.rhs().number());
  return true;
}

bool spindle::format::checkExpr(const Expr &expr, const Report &report) {
  constexpr int kMaxNodes = 64;
  int nodes = 0;
  return expr.walk([&](const Expr &part) {
    if (++nodes > kMaxNodes)
      return refuse(report, "(C4) expected at most ", kMaxNodes,
                    " operations and operands in an expression");
    if (part.isConstant() &&
        (part.number() > kMaxNumber || part.number() < -kMaxNumber))
      return refuse(report, "(C4) expected constants of magnitude at most ",
                    kMaxNumber, " but got ", part.number());
    return !part.isOperation() || checkOperation(part, report);
  });
}

bool spindle::format::checkInspector(const Inspector &inspector,
                                     const Report &report) {
  if (!checkExpr(inspector.subject, report) ||
      !checkExpr(inspector.group, report))
    return false;
  bool isOrder = inspector.kind == InspectorKind::Order;
  if (isOrder != (inspector.key != InspectorKey::None)) // (C18)
    return refuse(report, "(C18) expected a key on 'order' and on it alone");
  if (inspector.subject.isConstant()) // (C14)
    return refuse(report, "(C14) expected the subject of an inspector not to "
                          "be a constant");
  return true;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// (C5) The coordinate of a level; 0 is the remainder modulo 1.
static bool checkCoordinate(const Expr &expr, const Report &report) {
  if (!expr.isConstant() || expr.number() == 0)
    return true;
  return refuse(report,
                "(C5) expected the coordinate of a level not to be a "
                "constant but got ",
                expr.number());
}

/// (C8) What a level alone says of its parents.
static bool checkParentList(const Level &level, const Report &report) {
  const std::vector<int64_t> &parents = level.parents;
  if (parents.size() > 1 && level.kind != LevelKind::Singleton)
    return refuse(report, "(C8) expected one parent of a ", getWord(level.kind),
                  " level but got ", parents.size());
  for (auto parent = parents.begin(); parent != parents.end(); ++parent)
    if (std::find(parents.begin(), parent, *parent) != parent)
      return refuse(report, "(C8) expected different parents but got level ",
                    *parent, " twice");
  return true;
}

/// (C10) The parameters of `structured(n, m)`.
static bool checkStructured(const Level &level, const Report &report) {
  const std::vector<int64_t> &params = level.params;
  if (params.size() != 2 || params[0] < 1 || params[1] < params[0] ||
      params[1] > kMaxNumber)
    return refuse(report, "(C10) expected structured(n, m) with 1 <= n <= m");
  // x mod 1 is the constant 0.
  bool isMod =
      level.expr.is(ExprKind::Mod) && level.expr.rightConstant() == params[1];
  if (isMod || (params[1] == 1 && level.expr.isConstant()))
    return true;
  return refuse(report, "(C10) expected a coordinate modulo ", params[1],
                " on a level that is structured(", params[0], ", ", params[1],
                ")");
}

/// (C10) The parameters of the level's kind.
static bool checkParams(const Level &level, const Report &report) {
  const std::vector<int64_t> &params = level.params;
  if (level.kind == LevelKind::Structured)
    return checkStructured(level, report);
  if (level.kind != LevelKind::Fixed) {
    if (params.empty())
      return true;
    return refuse(report, "(C10) expected no parameters of a ",
                  getWord(level.kind), " level but got ", params.size());
  }
  if (params.size() != 1)
    return refuse(report, "(C10) expected a width of a fixed level");
  if (params[0] == kUnknownWidth || (1 <= params[0] && params[0] <= kMaxNumber))
    return true;
  return refuse(report, "(C10) expected a width from 1 to ", kMaxNumber,
                " but got ", params[0]);
}

/// (C11) The bits that integers of the array `word` may have.
static std::vector<int> getWidths(std::string_view word) {
  return word == "pos" ? std::vector<int>{32, 64}
                       : std::vector<int>{8, 16, 32, 64};
}

void spindle::format::reportType(LevelKind kind, std::string_view word,
                                 std::string_view got, const Report &report) {
  Level level;
  level.kind = kind;
  if (!(word == "pos" ? level.hasPos() : level.hasCrd())) {
    refuse(report, "(C11) expected no '", word, "' on a ", getWord(kind),
           " level, which stores no such array");
    return;
  }
  std::string widths;
  for (int width : getWidths(word))
    widths += (widths.empty() ? "i" : ", i") + std::to_string(width);
  refuse(report, "(C11) expected '", word, "' to be one of ", widths,
         got.empty() ? "" : joinText(" but got '", got, "'"));
}

/// (C11) The type of one array, on levels that have such an array.
static bool checkArrayType(LevelKind kind, std::string_view word, int bits,
                           bool isStored, const Report &report) {
  std::vector<int> widths = getWidths(word);
  if (isStored ? std::count(widths.begin(), widths.end(), bits) > 0 : bits == 0)
    return true;
  reportType(kind, word, bits ? "i" + std::to_string(bits) : "", report);
  return false;
}

/// (C12) The flags that are not the default of the kind.
static bool checkFlags(const Level &level, const Report &report) {
  bool isFree = level.kind == LevelKind::Compressed ||
                level.kind == LevelKind::Fixed ||
                level.kind == LevelKind::Singleton;
  if (isFree || (level.ordered && level.unique))
    return true;
  return refuse(report, "(C12) expected a ", getWord(level.kind),
                " level to be ordered and unique");
}

bool spindle::format::checkLevel(const Level &level, const Report &report) {
  return checkExpr(level.expr, report) &&       // (C3), (C4)
         checkCoordinate(level.expr, report) && // (C5)
         checkParentList(level, report) &&      // (C8)
         checkParams(level, report) &&          // (C10)
         checkArrayType(level.kind, "pos", level.pos, level.hasPos(),
                        report) && // (C11)
         checkArrayType(level.kind, "crd", level.crd, level.hasCrd(), report) &&
         checkFlags(level, report); // (C12)
}
