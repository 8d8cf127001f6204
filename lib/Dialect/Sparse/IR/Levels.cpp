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
  bool isQuotient = expr.getKind() == AffineExprKind::FloorDiv;
  return getSuffix(operation.getLHS()) + (isQuotient ? "o" : "i");
}

std::string spindle::sparse::getLevelName(LevelAttr level, StringRef dim) {
  return dim.str() + getSuffix(level.getExpr());
}

Type spindle::sparse::getLengthType(LevelAttr level) {
  Type i32 = IntegerType::get(level.getContext(), 32);
  return level.getCrd().isInteger(64) ? level.getCrd() : i32;
}
