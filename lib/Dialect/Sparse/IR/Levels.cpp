//===- Levels.cpp - levels and the dimensions that they are of ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle::sparse;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;

int64_t spindle::sparse::getDimOfLevel(LevelAttr level) {
  int64_t dim = -1, count = 0;
  level.getExpr().walk([&](AffineExpr part) {
    if (auto known = dyn_cast<AffineDimExpr>(part))
      dim = known.getPosition();
    count += isa<AffineDimExpr, AffineSymbolExpr>(part);
  });
  return count == 1 ? dim : -1;
}

InspectorAttr spindle::sparse::getInspector(FormatAttr format,
                                            AffineExpr expr) {
  InspectorAttr inspector;
  expr.walk([&](AffineExpr part) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      inspector = format.getInspectors()[symbol.getPosition()];
  });
  return inspector;
}

/// The dimension that `expr` is made of, or the subject of its inspector; -1
/// where there is none, or several.
static int64_t getDimOf(FormatAttr format, AffineExpr expr) {
  int64_t dim = -1, count = 0;
  expr.walk([&](AffineExpr part) {
    if (auto known = dyn_cast<AffineDimExpr>(part))
      dim = known.getPosition();
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      dim = getDimOf(format,
                     format.getInspectors()[symbol.getPosition()].getSubject());
    count += isa<AffineDimExpr, AffineSymbolExpr>(part);
  });
  return count == 1 ? dim : -1;
}

int64_t spindle::sparse::getDimOfLevel(FormatAttr format, int64_t level) {
  AffineExpr expr = format.getLevels()[level].getExpr();
  // The other dimension has levels of its own.
  if (std::optional<Difference> sum = getDifference(expr))
    return sum->plus;
  return getDimOf(format, expr);
}

SmallVector<int64_t> spindle::sparse::getLevelsOfDim(FormatAttr format,
                                                     int64_t dim) {
  SmallVector<int64_t> levels;
  for (auto [index, level] : llvm::enumerate(format.getLevels())) {
    if (getDimOfLevel(level) != dim)
      continue;
    auto isOfDim = [&](int64_t parent) {
      return llvm::is_contained(levels, parent);
    };
    if (!llvm::all_of(level.getParents(), isOfDim))
      return {};
    levels.push_back(index);
  }
  return format.isAllDense() ? levels : SmallVector<int64_t>();
}

/// What is behind the name of a dimension in that of a level whose coordinate
/// is `expr`.
static std::string getSuffix(AffineExpr expr) {
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!operation)
    return "";
  if (getDifference(expr))
    return "d";
  bool isQuotient = expr.getKind() == AffineExprKind::FloorDiv;
  return getSuffix(operation.getLHS()) + (isQuotient ? "o" : "i");
}

std::string spindle::sparse::getLevelName(LevelAttr level, StringRef dim) {
  return dim.str() + getSuffix(level.getExpr());
}

/// The letter that docs/Formats.md has for a kind of inspector.
static StringRef getLetter(InspectorAttr::Kind kind) {
  switch (kind) {
  case InspectorAttr::Kind::Order:
    return "p";
  case InspectorAttr::Kind::Slot:
    return "s";
  case InspectorAttr::Kind::Rank:
    return "r";
  case InspectorAttr::Kind::Length:
    return "l";
  }
  llvm_unreachable("unknown kind of inspector");
}

std::string spindle::sparse::getLevelName(FormatAttr format, int64_t level,
                                          StringRef dim) {
  LevelAttr attr = format.getLevels()[level];
  InspectorAttr inspector = getInspector(format, attr.getExpr());
  std::string word = dim.str();
  if (inspector)
    word += getLetter(inspector.getKind());
  return getLevelName(attr, word);
}

Type spindle::sparse::getLengthType(LevelAttr level) {
  Type i32 = IntegerType::get(level.getContext(), 32);
  return level.getCrd().isInteger(64) ? level.getCrd() : i32;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// How many values `expr` has, an expression of one dimension of a tensor of
/// `shape`; kDynamic where that is not known.
static int64_t getExtent(AffineExpr expr, ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return shape[dim.getPosition()];
  if (isa<AffineConstantExpr>(expr))
    return 1;
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  bool isDivision = operation && (expr.getKind() == AffineExprKind::FloorDiv ||
                                  expr.getKind() == AffineExprKind::Mod);
  if (!isDivision)
    return ShapedType::kDynamic;
  int64_t divisor = cast<AffineConstantExpr>(operation.getRHS()).getValue();
  if (expr.getKind() == AffineExprKind::Mod)
    return divisor;
  int64_t dividend = getExtent(operation.getLHS(), shape);
  return ShapedType::isDynamic(dividend)
             ? dividend
             : int64_t(llvm::divideCeil(dividend, divisor));
}

AxisType LevelAttr::getAxisType(ArrayRef<int64_t> shape) const {
  auto make = [&](AxisKind kind, int64_t width = ShapedType::kDynamic) {
    return AxisType::get(getContext(), kind, width, getPos(), getCrd(),
                         getOrdered(), getUnique());
  };
  switch (getKind()) {
  case LevelKind::Dense:
    return make(AxisKind::DenseFixed, getExtent(getExpr(), shape));
  case LevelKind::Compressed:
    return make(AxisKind::SparseVariable);
  case LevelKind::Fixed:
    return make(AxisKind::SparseFixed, getParams().front());
  case LevelKind::Structured:
    // Elements come first in a group, then what is free.
    return AxisType::get(getContext(), AxisKind::SparseFixed,
                         getParams().front(), Type(), getCrd(),
                         /*sorted=*/false, getUnique());
  case LevelKind::Variable:
    return make(AxisKind::DenseVariable);
  case LevelKind::Singleton:
    // The kind of axis makes no claim of order.
    return AxisType::get(getContext(), AxisKind::Singleton,
                         ShapedType::kDynamic, Type(), getCrd(),
                         /*sorted=*/true, getUnique());
  }
  llvm_unreachable("unknown kind of level");
}
