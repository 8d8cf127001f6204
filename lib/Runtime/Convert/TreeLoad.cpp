//===- TreeLoad.cpp - Entries of tensors stored as trees ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements are the positions of the last level. Some at a time, their
// coordinates there are read, their parents found, the coordinates of these,
// and so on up to the root: positions ascend on every level, so the parent of
// the next one is near.
//
//===----------------------------------------------------------------------===//

#include "TreeLoad.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Storage/StorageArrays.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>

using namespace spindle::runtime;

/// How many positions are looked at together.
static constexpr int64_t blockSize = 512;

/// Whether the format of `plan` is such a tree, and fibres ascend.
static bool isTree(const StoragePlan &plan) {
  const StoredFormat &format = plan.format;
  bool isTree = format.rank >= 1 && plan.levels() == format.rank &&
                format.inspectors.empty() && !format.keepsBitmap &&
                !format.keepsLengths;
  std::vector<bool> seen(format.rank, false);
  for (int64_t l = 0; isTree && l < plan.levels(); ++l) {
    const StoredLevel &level = format.levels[l];
    bool isStored = level.kind == LevelKind::Compressed ||
                    (level.kind == LevelKind::Singleton && !level.unique);
    bool isRoot = l == 0 && level.parents.empty();
    isTree =
        (isRoot || (l > 0 && level.parents == std::vector<int64_t>{l - 1})) &&
        (isStored || (l == 0 && level.kind == LevelKind::Dense)) &&
        level.steps.empty() && level.minus < 0 && level.ordered &&
        level.dim < format.rank && !seen[level.dim];
    if (isTree)
      seen[level.dim] = true;
  }
  return isTree && format.levels.back().kind != LevelKind::Dense;
}

namespace {
/// The fibres of a level, one after the other as its positions ascend.
struct FibreCursor {
  /// Begins at the fibre of `position`.
  FibreCursor(const StoragePlan &plan, const Storage &storage, int64_t level,
              int64_t position)
      : positions(hasPositions(plan, level) ? &storage.positions[level]
                                            : nullptr) {
    if (positions)
      visitIndexType(positions->dtype(), [&](auto zero) {
        const auto *first = positions->as<decltype(zero)>();
        fibre = std::upper_bound(first, first + positions->size(), position) -
                first - 1;
      });
  }

  /// Replaces `count` positions, which ascend, by their fibres.
  void goUp(int64_t *list, int64_t count) {
    if (!positions)
      return;
    visitIndexType(positions->dtype(), [&](auto zero) {
      const auto *first = positions->as<decltype(zero)>();
      for (int64_t i = 0; i < count; ++i) {
        while (first[fibre + 1] <= list[i])
          ++fibre;
        list[i] = fibre;
      }
    });
  }

  /// Null for a level whose positions are those of its parent, and for a root.
  const Array *positions;
  int64_t fibre = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Whether each position of [begin, end) of `level`, which is compressed, comes
/// after the one before in its fibre, by the coordinates that tell nodes apart.
static bool ascends(const StoragePlan &plan, const Storage &storage,
                    int64_t level, int64_t begin, int64_t end) {
  std::vector<int64_t> keys = {level};
  keys.insert(keys.end(), plan.tuples[level].begin(), plan.tuples[level].end());
  bool all = true;
  begin = std::max<int64_t>(begin, 1);
  FibreCursor cursor(plan, storage, level, begin - 1);
  for (; all && begin < end; begin += blockSize) {
    // Also the position before the first one.
    int64_t count = std::min(blockSize, end - begin), fibres[blockSize + 1];
    bool isAfter[blockSize], isEqual[blockSize];
    std::iota(fibres, fibres + count + 1, begin - 1);
    if (cursor.positions)
      cursor.goUp(fibres, count + 1);
    else
      std::fill_n(fibres, count + 1, 0);
    for (int64_t i = 0; i < count; ++i) {
      isAfter[i] = fibres[i] != fibres[i + 1];
      isEqual[i] = !isAfter[i];
    }
    for (int64_t key : keys)
      visitIndexType(storage.coordinates[key].dtype(), [&](auto zero) {
        const auto *list =
            storage.coordinates[key].as<decltype(zero)>() + begin;
        for (int64_t i = 0; i < count; ++i) {
          isAfter[i] |= isEqual[i] & (list[i] > list[i - 1]);
          isEqual[i] &= list[i] == list[i - 1];
        }
      });
    for (int64_t i = 0; i < count; ++i)
      all &= isAfter[i];
  }
  return all;
}

/// Whether all fibres ascend.
static bool areAscending(const StoragePlan &plan, const Storage &storage,
                         const StorageSizes &sizes, Workers &workers) {
  std::atomic<bool> all{true};
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (plan.format.levels[level].kind == LevelKind::Compressed)
      workers.split(sizes.sizes[level],
                    [&](int64_t, int64_t begin, int64_t end) {
                      if (!ascends(plan, storage, level, begin, end))
                        all = false;
                    });
  return all;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Writes the coordinates of the elements [begin, end).
static void readElements(const StoragePlan &plan, const Storage &storage,
                         int64_t begin, int64_t end, CooTensor &tensor) {
  if (begin == end)
    return;
  std::vector<FibreCursor> cursors;
  int64_t first = begin;
  for (int64_t level = plan.levels(); level-- > 0;) {
    cursors.emplace_back(plan, storage, level, first);
    cursors.back().goUp(&first, 1);
  }
  for (; begin < end; begin += blockSize) {
    int64_t count = std::min(blockSize, end - begin), list[blockSize];
    std::iota(list, list + count, begin);
    for (int64_t level = plan.levels(); level-- > 0;) {
      const Array &from = storage.coordinates[level];
      int64_t dim = plan.format.levels[level].dim;
      int64_t *to = tensor.coordinates[dim].as<int64_t>() + begin;
      if (hasCoordinates(plan, level))
        visitIndexType(from.dtype(), [&](auto zero) {
          const auto *own = from.as<decltype(zero)>();
          for (int64_t i = 0; i < count; ++i)
            to[i] = own[list[i]];
        });
      else
        std::copy(list, list + count, to);
      cursors[plan.levels() - 1 - level].goUp(list, count);
    }
  }
}

Expected<std::optional<CooTensor>>
spindle::runtime::loadTree(const StoragePlan &plan, const Storage &storage,
                           Workers &workers) {
  StorageSizes sizes;
  if (!isTree(plan) || mayLackCells(plan) ||
      checkArrays(plan, storage, sizes) ||
      !areAscending(plan, storage, sizes, workers))
    return std::optional<CooTensor>();
  int64_t count = storage.values.size();
  Expected<CooTensor> tensor =
      allocateEntries(plan.shape, storage.values.dtype(), count);
  if (!tensor)
    return tensor.takeError();
  int64_t size = dtypeSize(storage.values.dtype());
  workers.split(count, [&](int64_t, int64_t begin, int64_t end) {
    readElements(plan, storage, begin, end, *tensor);
    if (begin < end)
      std::memcpy(static_cast<char *>(tensor->values.data()) + begin * size,
                  static_cast<const char *>(storage.values.data()) +
                      begin * size,
                  (end - begin) * size);
  });
  return std::optional<CooTensor>(std::move(*tensor));
}
