//===- FibreArrays.cpp - What the arrays of fibres have to be -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FibreArrays.h"

#include <limits>

using namespace spindle::runtime;

/// Whether `level` stores all coordinates of dimension `dim` as they are.
static bool isPlain(const Level &level, int64_t dim) {
  return level.dim == dim && level.minus < 0 && level.steps.empty();
}

bool spindle::runtime::isListOfFibres(const Format &format) {
  if (format.rank != 2 || format.levels.size() != 2 || format.keepsBitmap ||
      format.keepsLengths || !format.inspectors.empty())
    return false;
  const Level &root = format.levels[0], &leaf = format.levels[1];
  bool isRoot = root.kind == LevelKind::Dense ||
                (root.kind == LevelKind::Compressed && root.unique);
  return isRoot && isPlain(root, root.dim) && root.dim < 2 &&
         leaf.kind == LevelKind::Compressed && leaf.unique &&
         isPlain(leaf, 1 - root.dim) && leaf.parents == std::vector<int64_t>{0};
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
  int64_t fibres = isDense ? storage.shape[root.dim] : roots.size();
  bool hasRoots = isDense || (roots.dtype() == root.crd && roots.rank() == 1);
  return hasRoots && fibres >= 0 && storage.shape[leaf.dim] >= 0 &&
         fibres < std::numeric_limits<int64_t>::max() &&
         ends.dtype() == leaf.pos && ends.rank() == 1 &&
         ends.size() == fibres + 1 && list.dtype() == leaf.crd &&
         list.rank() == 1 && storage.values.rank() == 1 &&
         storage.values.size() == list.size() &&
         list.size() < std::numeric_limits<int32_t>::max();
}
