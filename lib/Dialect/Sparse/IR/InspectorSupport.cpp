//===- InspectorSupport.cpp - inspectors that this version builds ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InspectorSupport.h"

using namespace mlir;
using namespace spindle::sparse;
using Kind = InspectorAttr::Kind;

//===----------------------------------------------------------------------===//
// Inspectors
//===----------------------------------------------------------------------===//

/// The dimension that `expr` is, or that an order is of; -1 for others. Equal
/// numbers of the expression are equal coordinates of the dimension.
static int64_t getIdentifiedDim(FormatAttr format, AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dim.getPosition();
  auto symbol = dyn_cast<AffineSymbolExpr>(expr);
  if (!symbol)
    return -1;
  InspectorAttr inspector = format.getInspectors()[symbol.getPosition()];
  return inspector.getKind() == Kind::Order
             ? getIdentifiedDim(format, inspector.getSubject())
             : -1;
}

/// Whether quotients and remainders of one dimension or inspector make `expr`.
static bool isOfOne(AffineExpr expr) {
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!operation)
    return true;
  return (expr.getKind() == AffineExprKind::FloorDiv ||
          expr.getKind() == AffineExprKind::Mod) &&
         isOfOne(operation.getLHS());
}

/// Whether `expr` is a number of dimension `dim` alone, or a constant.
static bool isOfDim(AffineExpr expr, unsigned dim) {
  return expr.isSymbolicOrConstant()
             ? isa<AffineConstantExpr>(expr)
             : isOfOne(expr) && expr.isFunctionOfDim(dim);
}

/// A slot has to tell the elements of its group apart.
static bool coversElements(FormatAttr format, InspectorAttr inspector) {
  int64_t first = getIdentifiedDim(format, inspector.getSubject());
  int64_t second = getIdentifiedDim(format, inspector.getGroup());
  bool isAlone = format.getRank() == 1 && first == 0;
  return isAlone || (format.getRank() == 2 && second >= 0 && first != second);
}

StringRef spindle::sparse::refuseInspector(FormatAttr format, int64_t number) {
  InspectorAttr inspector = format.getInspectors()[number];
  auto subject = dyn_cast<AffineDimExpr>(inspector.getSubject());
  if (!subject)
    return "is of a number that is not a dimension";
  if (inspector.getKind() == Kind::Order &&
      !isOfDim(inspector.getGroup(), subject.getPosition()))
    return "sorts groups that are not made of the dimension that it sorts";
  if (inspector.getKind() == Kind::Slot && !coversElements(format, inspector))
    return "counts elements that its subject and its group do not tell apart";
  if (inspector.getKind() == Kind::Length && format.getRank() > 2)
    return "counts the elements of more than one other dimension";
  return isOfOne(inspector.getGroup())
             ? ""
             : "has groups that are made of several numbers";
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Whether a level above level `l`, a remainder, is its quotient.
static bool hasQuotientAbove(FormatAttr format, int64_t l) {
  AffineExpr expr = format.getLevels()[l].getExpr();
  auto remainder = cast<AffineBinaryOpExpr>(expr);
  AffineExpr quotient = remainder.getLHS().floorDiv(remainder.getRHS());
  ArrayRef<int64_t> above = format.getLevels()[l].getParents();
  while (above.size() == 1) {
    LevelAttr level = format.getLevels()[above.front()];
    if (level.getExpr() == quotient)
      return true;
    above = level.getParents();
  }
  return false;
}

/// Whether another dense level before level `l` tells what this one does: both
/// are remainders of one number, or neither is.
static bool hasDenseOther(FormatAttr format, int64_t l) {
  AffineExpr expr = format.getLevels()[l].getExpr();
  auto isRemainder = [](AffineExpr part) {
    return part.getKind() == AffineExprKind::Mod;
  };
  return llvm::any_of(format.getLevels().take_front(l), [&](LevelAttr other) {
    return other.getKind() == LevelKind::Dense &&
           getInspector(format, other.getExpr()) ==
               getInspector(format, expr) &&
           isRemainder(other.getExpr()) == isRemainder(expr);
  });
}

/// Why no tensor is built whose level `l` is dense and of inspectors of `kind`.
static StringRef refuseDenseDerived(FormatAttr format, int64_t l, Kind kind) {
  AffineExpr expr = format.getLevels()[l].getExpr();
  if (kind == Kind::Length)
    return "is dense and has a coordinate that is a length";
  if (expr.getKind() == AffineExprKind::Mod && !hasQuotientAbove(format, l))
    return "is dense and has a remainder whose quotient is no level above it";
  return hasDenseOther(format, l)
             ? "has a coordinate that follows from other levels"
             : "";
}

StringRef spindle::sparse::refuseDerived(FormatAttr format, int64_t l) {
  LevelAttr level = format.getLevels()[l];
  AffineExpr expr = level.getExpr();
  if (!isOfOne(expr))
    return "has a coordinate that is not made of one number by 'floordiv' and "
           "'mod'";
  Kind kind = getInspector(format, expr).getKind();
  bool isWhole = isa<AffineSymbolExpr>(expr);
  bool isRemainder = expr.getKind() == AffineExprKind::Mod;
  bool isOfWhole =
      isWhole || isa<AffineSymbolExpr>(cast<AffineBinaryOpExpr>(expr).getLHS());
  if (!isOfWhole)
    return "has a coordinate that is more than one quotient or remainder of an "
           "inspector's number";
  switch (level.getKind()) {
  case LevelKind::Dense:
    return refuseDenseDerived(format, l, kind);
  case LevelKind::Variable:
    return kind == Kind::Length || isRemainder
               ? "is variable and has a coordinate that is a length or a "
                 "remainder"
               : "";
  case LevelKind::Compressed:
    return kind == Kind::Length && isWhole
               ? ""
               : "is compressed and has a coordinate that is derived and not a "
                 "length";
  case LevelKind::Fixed:
  case LevelKind::Singleton:
  case LevelKind::Structured:
    return "has a stored coordinate that is derived and not a length";
  }
  llvm_unreachable("unknown kind of level");
}

StringRef spindle::sparse::refuseParents(FormatAttr format, int64_t l) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  ArrayRef<int64_t> parents = levels[l].getParents();
  if (parents.size() < 2)
    return "";
  ArrayRef<int64_t> common = levels[parents.front()].getParents();
  bool isCommon = llvm::all_of(parents, [&](int64_t parent) {
    return levels[parent].getParents() == common;
  });
  if (!isCommon || common.size() > 1)
    return "lies under several levels that have more than one level above them";
  auto isChild = [&](LevelAttr other) {
    return llvm::is_contained(other.getParents(), l);
  };
  return llvm::any_of(levels, isChild)
             ? "lies under several levels and has levels below it"
             : "";
}
