//===- StorageCheckFibres.cpp - Checks of the fibres of storages ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Check/StorageCheck.h"

#include "Spindle/Runtime/Check/TupleOrder.h"
#include "Spindle/Runtime/Storage/StorageWalk.h"
#include "Spindle/Runtime/Support/FallibleVector.h"

#include <algorithm>

using namespace spindle::runtime;

namespace {
/// A byte for each cell of some levels.
using Marks = FallibleVector<uint8_t>;

/// The checks that need a walk.
struct FibreCheck {
  const StoragePlan &plan;
  const Storage &storage;
  const StorageSizes &sizes;

  std::optional<Error> checkCells(const Marks &marks) const;
  bool hasElement(int64_t address, int64_t cells) const;
  std::optional<Error> checkElements();
  std::optional<Error> checkPadding(int64_t level, const Marks &marks) const;
  std::optional<Error> checkGroup(int64_t level, const Marks &marks,
                                  int64_t start) const;
  std::optional<Error> checkGroups(int64_t level, const Marks &marks) const;
  std::optional<Error> checkLengths(int64_t level, const Marks &marks) const;
  std::optional<Error> checkDifferent(int64_t level) const;
  std::optional<Error> checkLevel(int64_t level);

  /// For each level whose padding only the bitmap tells, the positions that
  /// have an element.
  std::vector<Marks> alive;
};

/// The checks of one level, fibre by fibre.
struct LevelCheck {
  LevelCheck(const FibreCheck &all, int64_t level);

  std::optional<Error> prepare();
  std::optional<Error> checkFibre(StorageWalk &walk);
  std::optional<Error> checkUnordered();
  int compare(int64_t p, int64_t q) const {
    return compareTuples(all.plan, all.storage, level, p, q);
  }
  Error makeOrderError(int64_t p) const;

  const FibreCheck &all;
  int64_t level;
  const Marks &alive;
  /// Whether the coordinates of a fibre ascend, and differ.
  bool isOrdered = true, isUnique = true;
  /// Which positions exist, and which fibres.
  Marks positions, fibres;
  /// The positions of a fibre.
  FallibleVector<int64_t> list;
};
} // namespace

/// An error about position `p` of `level`.
static Error positionError(int64_t level, int64_t p, std::string_view expected,
                           std::string_view got) {
  Error error = Error::expectedGot(expected, got);
  error.text = "position " + std::to_string(p) + " of level " +
               std::to_string(level) + ": " + error.text;
  return error;
}

/// Whether only the bitmap tells which positions of `level` are padding.
static bool needsBitmap(const StoragePlan &plan, int64_t level) {
  LevelKind kind = plan.format.levels[level].kind;
  return plan.format.keepsBitmap && !hasLengths(plan, level) &&
         plan.storedOrders[level] < 0 &&
         (kind == LevelKind::Fixed || kind == LevelKind::Singleton);
}

bool spindle::runtime::mayLackCells(const StoragePlan &plan) {
  return std::any_of(plan.dims.begin(), plan.dims.end(), [&](int64_t level) {
    LevelKind kind = plan.format.levels[level].kind;
    return kind == LevelKind::Dense || kind == LevelKind::Fixed;
  });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The first cell whose value or bit breaks (L5), where `marks` says which
/// cells exist, and `bits` which are elements, or is null where all that exist
/// are; the number of cells where none does.
template <typename T>
static int64_t findBroken(const T *values, const bool *bits,
                          const Marks &marks) {
  auto isBroken = [&](int64_t cell) -> int {
    bool exists = marks[cell], isElement = bits ? bits[cell] : exists;
    return isElement ? !exists : values[cell] != T{};
  };
  constexpr int64_t together = 1024;
  int64_t cell = 0, size = marks.size();
  for (int any = 0; size - cell >= together; cell += together) {
    for (int64_t at = cell; at < cell + together; ++at)
      any |= isBroken(at);
    if (any)
      break;
  }
  while (cell < size && !isBroken(cell))
    ++cell;
  return cell;
}

/// Checks all values and bits (L5), where `marks` says which cells exist.
std::optional<Error> FibreCheck::checkCells(const Marks &marks) const {
  const bool *bits =
      plan.format.keepsBitmap ? storage.bitmap.as<bool>() : nullptr;
  int64_t broken = visitDType(storage.values.dtype(), [&](auto zero) {
    using T = decltype(zero);
    return findBroken(storage.values.as<T>(), bits, marks);
  });
  if (broken == marks.size())
    return std::nullopt;
  if (bits && bits[broken])
    return Error::expectedGot("element " + std::to_string(broken) +
                                  " of the bitmap, which no fibre has, to be 0",
                              "1");
  return Error::expectedGot("value " + std::to_string(broken) +
                                ", which is padding, to be 0",
                            "another one");
}

/// Whether the bitmap has one of the `cells` cells from `address` on.
bool FibreCheck::hasElement(int64_t address, int64_t cells) const {
  const bool *bits = storage.bitmap.as<bool>() + address;
  return std::find(bits, bits + cells, true) != bits + cells;
}

/// Checks all values and bits, and notes which positions have an element.
std::optional<Error> FibreCheck::checkElements() {
  alive.resize(plan.levels());
  bool needsAlive = false;
  for (int64_t l = 0; l < plan.levels(); ++l)
    if (needsBitmap(plan, l)) {
      needsAlive = true;
      if (auto error = alive[l].assign(sizes.sizes[l], 0))
        return error;
    }
  if (storage.values.size() == 0 || !mayLackCells(plan))
    return std::nullopt;
  Marks marks;
  if (auto error = marks.assign(storage.values.size(), 0))
    return error;
  std::vector<int64_t> strides = getStrides(plan, sizes, plan.dims);
  StorageWalk walk(plan, sizes, storage);
  walk.runBlocks([&](int64_t cells) {
    int64_t address = walk.address(plan.dims, strides);
    std::fill_n(marks.data() + address, cells, 1);
    if (needsAlive && hasElement(address, cells))
      for (int64_t l = 0; l < plan.levels(); ++l)
        if (alive[l].size())
          alive[l][walk.position(l)] = 1;
    return true;
  });
  return checkCells(marks);
}

//===----------------------------------------------------------------------===//
// Fibres
//===----------------------------------------------------------------------===//

LevelCheck::LevelCheck(const FibreCheck &all, int64_t level)
    : all(all), level(level), alive(all.alive[level]) {
  const StoredLevel &from = all.plan.format.levels[level];
  // One coordinate is in order, and those of a variable level always are.
  bool hasOrder =
      from.kind == LevelKind::Compressed || from.kind == LevelKind::Fixed;
  isUnique = hasOrder && !isCutToPieces(all.plan.descriptor, level);
  isOrdered = hasOrder && from.ordered;
  for (int64_t single : all.plan.tuples[level])
    isOrdered &= all.plan.format.levels[single].ordered;
}

std::optional<Error> LevelCheck::prepare() {
  if (auto error = positions.assign(all.sizes.sizes[level], 0))
    return error;
  return hasLengths(all.plan, level)
             ? fibres.assign(all.storage.lengths[level].size(), 0)
             : std::nullopt;
}

Error LevelCheck::makeOrderError(int64_t p) const {
  return positionError(
      level, p, "a coordinate above that of the position before it",
      std::to_string(readIndex(all.storage.coordinates[level], p)));
}

/// Notes which positions of the fibre at hand exist, and checks their order.
std::optional<Error> LevelCheck::checkFibre(StorageWalk &walk) {
  auto [start, end] = walk.fibre(level);
  if (fibres.size())
    fibres[walk.parent(level)] = 1;
  if (auto error = list.resize(0))
    return error;
  int64_t before = -1;
  for (int64_t p = start; p < end; ++p) {
    if (alive.size() && !alive[p])
      continue;
    positions[p] = walk.exists(walk.coordinateAt(level, start, p));
    if (isOrdered && before >= 0 && compare(before, p) >= (isUnique ? 0 : 1))
      return makeOrderError(p);
    before = p;
    if (isUnique && !isOrdered && !list.append(p))
      return Error::expectedGot("memory for the positions of a fibre", "none");
  }
  return checkUnordered();
}

/// Checks that the positions of `list` have different coordinates.
std::optional<Error> LevelCheck::checkUnordered() {
  if (list.size() < 2)
    return std::nullopt;
  std::sort(list.data(), list.data() + list.size(), [&](int64_t p, int64_t q) {
    int order = compare(p, q);
    return order != 0 ? order < 0 : p < q;
  });
  for (int64_t i = 1; i < list.size(); ++i)
    if (compare(list[i - 1], list[i]) == 0)
      return positionError(
          level, list[i], "a coordinate of its own",
          std::to_string(readIndex(all.storage.coordinates[level], list[i])));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Checks the positions of `level` that do not exist (L2, L5).
std::optional<Error> FibreCheck::checkPadding(int64_t level,
                                              const Marks &marks) const {
  LevelKind kind = plan.format.levels[level].kind;
  bool mayLack = kind == LevelKind::Fixed || kind == LevelKind::Singleton;
  for (int64_t p = 0; p < marks.size(); ++p) {
    if (marks[p])
      continue;
    if (!mayLack)
      return positionError(level, p, "an existing cell in the tensor's shape",
                           "one beyond it");
    int64_t coordinate = readIndex(storage.coordinates[level], p);
    if (coordinate != 0)
      return positionError(level, p, "padding with coordinate 0",
                           std::to_string(coordinate));
  }
  return std::nullopt;
}

/// Checks that the elements of the group from `start` come first, and that the
/// others have the smallest coordinates that are free (L5).
std::optional<Error> FibreCheck::checkGroup(int64_t level, const Marks &marks,
                                            int64_t start) const {
  int64_t end = start + sizes.widths[level], p = start, next = 0;
  std::vector<int64_t> taken;
  for (; p < end && marks[p]; ++p)
    taken.push_back(readIndex(storage.coordinates[level], p));
  for (; p < end; ++p, ++next) {
    if (marks[p])
      return positionError(level, p, "elements before the padding of a group",
                           "one after it");
    while (std::count(taken.begin(), taken.end(), next))
      ++next;
    int64_t coordinate = readIndex(storage.coordinates[level], p);
    if (coordinate != next)
      return positionError(
          level, p,
          "padding with the smallest coordinate that is free, " +
              std::to_string(next),
          std::to_string(coordinate));
  }
  return std::nullopt;
}

/// Checks all groups of `level`, which is structured.
std::optional<Error> FibreCheck::checkGroups(int64_t level,
                                             const Marks &marks) const {
  for (int64_t p = 0; p < marks.size(); p += sizes.widths[level])
    if (auto error = checkGroup(level, marks, p))
      return error;
  return std::nullopt;
}

/// Checks that only existing fibres have a length (L5).
std::optional<Error> FibreCheck::checkLengths(int64_t level,
                                              const Marks &marks) const {
  for (int64_t fibre = 0; fibre < marks.size(); ++fibre) {
    int64_t length = readIndex(storage.lengths[level], fibre);
    if (!marks[fibre] && length != 0)
      return Error::expectedGot("length " + std::to_string(fibre) +
                                    " of level " + std::to_string(level) +
                                    ", which is padding, to be 0",
                                std::to_string(length));
  }
  return std::nullopt;
}

/// Checks that the coordinates of the existing positions of `level`, a
/// singleton that is unique, differ (L3), those of padding among them.
std::optional<Error> FibreCheck::checkDifferent(int64_t level) const {
  if (plan.format.levels[level].kind != LevelKind::Singleton ||
      !plan.format.levels[level].unique)
    return std::nullopt;
  const Array &array = storage.coordinates[level];
  Marks marks;
  if (auto error = marks.assign(array.size(), 0))
    return error;
  StorageWalk walk(plan, sizes, storage, level);
  walk.run([&] {
    marks[walk.parent(level)] = 1;
    return true;
  });
  FallibleVector<int64_t> list;
  if (auto error = list.reserve(marks.size()))
    return error;
  for (int64_t p = 0; p < marks.size(); ++p)
    if (marks[p])
      (void)list.append(readIndex(array, p));
  int64_t *end = list.data() + list.size();
  std::sort(list.data(), end);
  int64_t *twice = std::adjacent_find(list.data(), end);
  if (twice == end)
    return std::nullopt;
  return Error::expectedGot("coordinates of level " + std::to_string(level) +
                                " that are different",
                            std::to_string(*twice) + " twice");
}

std::optional<Error> FibreCheck::checkLevel(int64_t level) {
  LevelCheck check(*this, level);
  if (isPlain(plan, level) && (check.isOrdered || !check.isUnique)) {
    int64_t unsorted = check.isOrdered
                           ? findUnsorted(plan, storage, level, check.isUnique)
                           : -1;
    return unsorted >= 0 ? check.makeOrderError(unsorted)
                         : checkDifferent(level);
  }
  if (auto error = check.prepare())
    return error;
  if (check.positions.size() == 0 && check.fibres.size() == 0)
    return std::nullopt;
  std::optional<Error> error;
  StorageWalk walk(plan, sizes, storage, level);
  walk.run([&] {
    error = check.checkFibre(walk);
    return !error;
  });
  if (error)
    return error;
  if (plan.format.levels[level].structured)
    return checkGroups(level, check.positions);
  if (auto padding = checkPadding(level, check.positions))
    return padding;
  if (auto twice = checkDifferent(level))
    return twice;
  return checkLengths(level, check.fibres);
}

std::optional<Error> spindle::runtime::checkFibres(const StoragePlan &plan,
                                                   const Storage &storage,
                                                   const StorageSizes &sizes) {
  FibreCheck check{plan, storage, sizes, {}};
  if (auto error = check.checkElements())
    return error;
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (plan.format.levels[level].kind != LevelKind::Dense)
      if (auto error = check.checkLevel(level))
        return error;
  return std::nullopt;
}
