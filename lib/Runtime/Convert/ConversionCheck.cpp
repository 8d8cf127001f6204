//===- ConversionCheck.cpp - Cells that must have an element --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"

#include "Spindle/Runtime/Storage/StorageWalk.h"

using namespace spindle::runtime;

/// An error about a fibre of `level` in the cell at `coordinates`.
static Error cellError(const StoragePlan &plan, int64_t level,
                       const std::vector<int64_t> &coordinates,
                       const std::string &expected, const std::string &got) {
  return {"", 0,
          fibreName(plan, level, coordinates) + ": expected " + expected +
              " for " + describe(plan.descriptor) + " but got " + got};
}

/// The coordinates of the first existing cell of the parents of `level` that
/// was not seen; nothing where all were.
static std::optional<std::vector<int64_t>>
findUnseen(const Conversion &conversion, const Storage &storage, int64_t level,
           const FallibleVector<uint8_t> &seen) {
  const StoragePlan &plan = conversion.plan;
  StorageWalk walk(plan, conversion.sizes, storage, level);
  std::optional<std::vector<int64_t>> coordinates;
  walk.run([&] {
    if (!seen[walk.parent(level)])
      coordinates = walk.coordinates();
    return !coordinates;
  });
  return coordinates;
}

/// Checks that no coordinate of `level`, a unique singleton, comes twice: not
/// that of padding either, which loops over rows would meet again.
static std::optional<Error> checkUnique(const Conversion &conversion,
                                        const Storage &storage, int64_t level) {
  const StoragePlan &plan = conversion.plan;
  const Array &array = storage.coordinates[level];
  FallibleVector<uint8_t> exists;
  if (auto error = exists.assign(array.size(), 0))
    return error;
  StorageWalk walk(plan, conversion.sizes, storage, level);
  walk.run([&] {
    exists[walk.parent(level)] = 1;
    return true;
  });
  FallibleVector<int64_t> list;
  if (auto error = list.reserve(array.size()))
    return error;
  for (int64_t p = 0, e = array.size(); p < e; ++p)
    if (exists[p])
      (void)list.append(readIndex(array, p));
  int64_t *end = list.data() + list.size();
  std::sort(list.data(), end);
  int64_t *twice = std::adjacent_find(list.data(), end);
  if (twice == end)
    return std::nullopt;
  return Error::expectedGot("each coordinate of " +
                                printCoordinate(plan.descriptor, level) +
                                " once for " + describe(plan.descriptor),
                            std::to_string(*twice) + " twice");
}

/// Whether the fibre of `level` at `a` comes before the one at `b`.
static bool comesBefore(const StoragePlan &plan, int64_t level,
                        const std::vector<int64_t> &a,
                        const std::vector<int64_t> &b) {
  for (int64_t other = 0; other < level; ++other)
    if (plan.fibreLevels[level][other] && a[other] != b[other])
      return a[other] < b[other];
  return false;
}

/// Checks the cells of a singleton.
static std::optional<Error> checkSingleton(const Conversion &conversion,
                                           const Storage &storage,
                                           const SeenCells &seen,
                                           int64_t level) {
  const StoragePlan &plan = conversion.plan;
  std::string what =
      "one coordinate of " + printCoordinate(plan.descriptor, level);
  std::optional<std::vector<int64_t>> unseen;
  if (seen.cells[level].size() && !plan.format.keepsBitmap)
    unseen = findUnseen(conversion, storage, level, seen.cells[level]);
  if (seen.conflict.level == level) {
    std::vector<int64_t> coordinates = getCoordinates(
        conversion.fields, conversion.entries, seen.conflict.element);
    if (!unseen || comesBefore(plan, level, coordinates, *unseen))
      return cellError(plan, level, coordinates, what,
                       std::to_string(seen.conflict.coordinate) + " and " +
                           std::to_string(coordinates[level]));
  }
  if (unseen)
    return cellError(plan, level, *unseen, what, "none");
  if (!plan.format.levels[level].unique)
    return std::nullopt;
  return checkUnique(conversion, storage, level);
}

std::optional<Error> spindle::runtime::checkSeen(const Conversion &conversion,
                                                 const Storage &storage,
                                                 const SeenCells &seen) {
  const StoragePlan &plan = conversion.plan;
  for (int64_t level = 0; level < plan.levels(); ++level) {
    if (plan.format.levels[level].kind == LevelKind::Singleton &&
        plan.storedOrders[level] < 0)
      if (auto error = checkSingleton(conversion, storage, seen, level))
        return error;
    if (!seen.fibres[level].size())
      continue;
    int64_t width = conversion.sizes.widths[level];
    if (auto cell = findUnseen(conversion, storage, level, seen.fibres[level]))
      return cellError(
          plan, level, *cell,
          std::to_string(width) + " " + contentName(plan, level, width), "0");
  }
  return std::nullopt;
}
