//===- TupleOrder.cpp - Order of the positions of a level -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Check/TupleOrder.h"

#include "Spindle/Runtime/Storage/StorageArrays.h"
#include "Spindle/Runtime/Storage/StoragePath.h"

#include <algorithm>

using namespace spindle::runtime;

int spindle::runtime::compareTuples(const StoragePlan &plan,
                                    const Storage &storage, int64_t level,
                                    int64_t p, int64_t q) {
  int64_t left = readIndex(storage.coordinates[level], p);
  int64_t right = readIndex(storage.coordinates[level], q);
  for (int64_t single : plan.tuples[level]) {
    if (left != right)
      break;
    left = readIndex(storage.coordinates[single], p);
    right = readIndex(storage.coordinates[single], q);
  }
  return left < right ? -1 : left > right;
}

bool spindle::runtime::isPlain(const StoragePlan &plan, int64_t level) {
  std::vector<int64_t> dims;
  for (int64_t at = level; at >= 0; at = plan.onlyParent(at)) {
    const StoredLevel &from = plan.format.levels[at];
    bool hasPadding =
        from.kind == LevelKind::Fixed || from.kind == LevelKind::Variable ||
        (from.kind == LevelKind::Singleton && plan.format.keepsBitmap);
    bool isQuotient = from.steps.empty() ||
                      (from.steps.size() == 1 && from.steps.front().isQuotient);
    if (hasPadding || !isQuotient || from.dim >= plan.format.rank ||
        from.parents.size() > 1 || plan.addends[from.dim] >= 0 ||
        std::find(dims.begin(), dims.end(), from.dim) != dims.end())
      return false;
    dims.push_back(from.dim);
  }
  return true;
}

int64_t spindle::runtime::findUnsorted(const StoragePlan &plan,
                                       const Storage &storage, int64_t level,
                                       bool isUnique) {
  const Array &coordinates = storage.coordinates[level];
  const Array &starts = storage.positions[level];
  return visitIndexType(coordinates.dtype(), [&](auto zero) -> int64_t {
    const auto *list = coordinates.as<decltype(zero)>();
    auto find = [&](int64_t start, int64_t end) -> int64_t {
      for (int64_t p = start + 1; p < end; ++p)
        if (list[p - 1] >= list[p] &&
            compareTuples(plan, storage, level, p - 1, p) >= (isUnique ? 0 : 1))
          return p;
      return -1;
    };
    if (!hasPositions(plan, level))
      return find(0, coordinates.size());
    int64_t found = -1;
    for (int64_t fibre = 1; fibre < starts.size() && found < 0; ++fibre)
      found = find(readIndex(starts, fibre - 1), readIndex(starts, fibre));
    return found;
  });
}
