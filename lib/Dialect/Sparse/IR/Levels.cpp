//===- Levels.cpp - levels and the dimensions that they are of ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

using namespace mlir;
using namespace spindle::sparse;

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
