//===- FormatParams.cpp - the numbers of a name, from a descriptor --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatParams.h"

using namespace mlir;
using namespace spindle::sparse;

/// The divisor of the coordinate `x floordiv c` or `x mod c`; 1 for others.
static int64_t getDivisor(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (expr.getKind() != AffineExprKind::FloorDiv &&
                  expr.getKind() != AffineExprKind::Mod))
    return 1;
  return cast<AffineConstantExpr>(binary.getRHS()).getValue();
}

/// The divisor of level `level`'s coordinate; 1 where there is none.
static int64_t divisor(FormatAttr format, size_t level) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  return level < levels.size() ? getDivisor(levels[level].getExpr()) : 1;
}

/// The width of level `level`; 1 where it is no fixed one.
static int64_t width(FormatAttr format, size_t level) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  if (level >= levels.size() || levels[level].getKind() != LevelKind::Fixed)
    return 1;
  return levels[level].getParams().front();
}

NameParams spindle::sparse::extractNone(FormatAttr) { return {}; }

NameParams spindle::sparse::extractRank(FormatAttr format) {
  return {format.getRank()};
}

NameParams spindle::sparse::extractCsf(FormatAttr format) {
  NameParams order;
  for (LevelAttr level : format.getLevels())
    order.push_back(level.getDim());
  bool isOrder = int64_t(order.size()) == format.getRank() &&
                 !llvm::is_contained(order, -1) && !llvm::is_sorted(order);
  return isOrder ? order : extractRank(format);
}

NameParams spindle::sparse::extractFirst(FormatAttr format) {
  return {divisor(format, 0)};
}

NameParams spindle::sparse::extractBlock(FormatAttr format) {
  return {divisor(format, 0), divisor(format, 1)};
}

NameParams spindle::sparse::extractEll(FormatAttr format) {
  return {width(format, 1)};
}

NameParams spindle::sparse::extractEll3d(FormatAttr format) {
  int64_t rows = width(format, 2), cols = width(format, 3);
  bool unknown = ShapedType::isDynamic(rows) || ShapedType::isDynamic(cols);
  return unknown ? NameParams{1, 1} : NameParams{rows, cols};
}

NameParams spindle::sparse::extractNm(FormatAttr format) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  if (levels.empty() || levels.back().getKind() != LevelKind::Structured)
    return {1, 1};
  return NameParams(levels.back().getParams());
}

NameParams spindle::sparse::extractSell(FormatAttr format) {
  ArrayRef<InspectorAttr> inspectors = format.getInspectors();
  int64_t sorted =
      inspectors.empty() ? 1 : getDivisor(inspectors.front().getGroup());
  return {divisor(format, 0), sorted};
}
