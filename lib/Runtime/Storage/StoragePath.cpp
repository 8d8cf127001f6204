//===- StoragePath.cpp - Where a cell of a storage lies -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/StoragePath.h"

using namespace spindle::runtime;

StoragePath::StoragePath(const StoragePlan &plan, const StorageSizes &sizes,
                         const Storage &storage)
    : plan(plan), sizes(sizes), storage(storage), nodes(plan.levels()) {
  for (int64_t level = 0; level < plan.levels(); ++level)
    parentStrides.push_back(getStrides(plan, sizes, plan.parentDims[level]));
}

int64_t StoragePath::parent(int64_t level) const {
  int64_t parent = plan.onlyParent(level);
  return parent >= 0 ? nodes[parent].position
                     : address(plan.parentDims[level], parentStrides[level]);
}

std::pair<int64_t, int64_t> StoragePath::wholeFibre(int64_t level) const {
  LevelKind kind = plan.format.levels[level].kind;
  int64_t under = parent(level), width = sizes.widths[level];
  if (kind == LevelKind::Singleton)
    return {under, under + 1};
  if (hasPositions(plan, level))
    return {readIndex(storage.positions[level], under),
            readIndex(storage.positions[level], under + 1)};
  if (kind == LevelKind::Compressed)
    return {0, sizes.sizes[level]};
  return {under * width, (under + 1) * width};
}

std::pair<int64_t, int64_t> StoragePath::fibre(int64_t level) const {
  std::pair<int64_t, int64_t> positions = wholeFibre(level);
  if (hasLengths(plan, level))
    positions.second =
        positions.first + readIndex(storage.lengths[level], parent(level));
  return positions;
}
