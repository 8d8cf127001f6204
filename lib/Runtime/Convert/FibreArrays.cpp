//===- FibreArrays.cpp - What the arrays of fibres have to be -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FibreArrays.h"

#include <limits>

using namespace spindle::runtime;

bool spindle::runtime::isListOfFibres(const Format &format) {
  if (format.rank != 2 || format.levels.size() != 2 ||
      format.keeps != format::Kept::None || !format.inspectors.empty())
    return false;
  const Level &root = format.levels[0], &leaf = format.levels[1];
  bool isRoot = root.kind == LevelKind::Dense ||
                (root.kind == LevelKind::Compressed && root.unique);
  return isRoot && root.expr.is(format::ExprKind::Dim) &&
         leaf.kind == LevelKind::Compressed && leaf.unique &&
         leaf.expr.isDim(1 - root.expr.number()) &&
         leaf.parents == std::vector<int64_t>{0};
}

bool spindle::runtime::haveShapes(const Storage &storage,
                                  const Format &format) {
  if (storage.shape.size() != 2 || storage.positions.size() != 2 ||
      storage.coordinates.size() != 2 || storage.lengths.size() != 2 ||
      storage.bitmap.size() != 0)
    return false;
  const Level &root = format.levels[0], &leaf = format.levels[1];
  bool isDense = root.kind == LevelKind::Dense;
  const Array &roots = storage.coordinates[0], &ends = storage.positions[1];
  const Array &list = storage.coordinates[1];
  int64_t fibres = isDense ? storage.shape[root.expr.number()] : roots.size();
  bool hasRoots =
      isDense || (roots.dtype() == getIndexType(root.crd) && roots.rank() == 1);
  return hasRoots && fibres >= 0 && storage.shape[leaf.expr.number()] >= 0 &&
         fibres < std::numeric_limits<int64_t>::max() &&
         ends.dtype() == getIndexType(leaf.pos) && ends.rank() == 1 &&
         ends.size() == fibres + 1 && list.dtype() == getIndexType(leaf.crd) &&
         list.rank() == 1 && storage.values.rank() == 1 &&
         storage.values.size() == list.size() &&
         list.size() < std::numeric_limits<int32_t>::max();
}
