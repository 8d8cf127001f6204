//===- StorageCheckArrays.cpp - Checks of the arrays of storages ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Check/StorageCheck.h"

#include "Spindle/Runtime/Storage/StorageWalk.h"

#include <cstring>

using namespace spindle::runtime;

/// A name for an array of level `level`, as in "the positions of level 1".
static std::string arrayName(const char *role, int64_t level) {
  return std::string(role) + " of level " + std::to_string(level);
}

/// Checks the type and shape of `array`.
static std::optional<Error>
checkArray(const std::string &name, const Array &array, const ArraySpec &spec) {
  if (array.dtype() != spec.dtype)
    return Error::expectedGot(name + " to be of " +
                                  std::string(dtypeName(spec.dtype)),
                              dtypeName(array.dtype()));
  if (array.shape() != spec.shape)
    return Error::expectedGot(name + " to have shape " + shapeText(spec.shape),
                              shapeText(array.shape()));
  return std::nullopt;
}

/// Checks that every element is in [from, bound).
static std::optional<Error> checkRange(const std::string &name,
                                       const Array &array, int64_t from,
                                       int64_t bound) {
  bool isOut = visitIndexType(array.dtype(), [&](auto zero) {
    const auto *list = array.as<decltype(zero)>();
    bool any = false;
    for (int64_t i = 0, e = array.size(); i < e; ++i)
      any |= list[i] < from || list[i] >= bound;
    return any;
  });
  for (int64_t i = 0, e = array.size(); isOut && i < e; ++i) {
    int64_t index = readIndex(array, i);
    if (index < from || index >= bound)
      return Error::expectedGot("element " + std::to_string(i) + " of " + name +
                                    " in [" + std::to_string(from) + ", " +
                                    std::to_string(bound) + ")",
                                std::to_string(index));
  }
  return std::nullopt;
}

/// Checks the first and the last of positions, which have their type and shape.
static std::optional<Error> checkEnds(const std::string &name,
                                      const Array &positions) {
  int64_t first = readIndex(positions, 0);
  if (first != 0)
    return Error::expectedGot(name + " to start at 0", std::to_string(first));
  int64_t last = readIndex(positions, positions.size() - 1);
  if (last < 0)
    return Error::expectedGot(name + " to end at 0 or more",
                              std::to_string(last));
  return std::nullopt;
}

/// Checks that positions do not fall (L1).
static std::optional<Error> checkPositions(const std::string &name,
                                           const Array &positions) {
  bool falls = visitIndexType(positions.dtype(), [&](auto zero) {
    const auto *list = positions.as<decltype(zero)>();
    bool any = false;
    for (int64_t i = 1, e = positions.size(); i < e; ++i)
      any |= list[i] < list[i - 1];
    return any;
  });
  for (int64_t i = 1, e = positions.size(); falls && i < e; ++i) {
    int64_t start = readIndex(positions, i - 1), end = readIndex(positions, i);
    if (end < start)
      return Error::expectedGot("element " + std::to_string(i) + " of " + name +
                                    " to be at least " + std::to_string(start),
                                std::to_string(end));
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Finds the size of a compressed or variable level, and the width of a fixed
/// one that is found at conversion. The arrays' shapes are checked later, and
/// of positions the first and the last alone are read.
static std::optional<Error> readSize(const StoragePlan &plan,
                                     const Storage &storage, int64_t level,
                                     StorageSizes &sizes) {
  const StoredLevel &from = plan.format.levels[level];
  const Array &coordinates = storage.coordinates[level];
  if (from.kind == LevelKind::Fixed && from.width < 0) {
    if (coordinates.rank() == 0)
      return Error::expectedGot(
          arrayName("coordinates", level) + " to have slots", "a scalar");
    sizes.widths[level] = coordinates.shape().back();
  }
  if (from.kind == LevelKind::Compressed)
    sizes.sizes[level] = coordinates.size();
  else if (from.kind != LevelKind::Variable)
    return computeSize(plan, level, sizes);
  if (!hasPositions(plan, level))
    return std::nullopt;
  const Array &positions = storage.positions[level];
  std::string name = arrayName("positions", level);
  int64_t parents = sizes.sizes[plan.onlyParent(level)], entries;
  if (__builtin_add_overflow(parents, 1, &entries))
    return Error::expectedGot("less than 2^63 - 1 fibres in level " +
                                  std::to_string(level),
                              std::to_string(parents));
  if (auto error = checkArray(name, positions, {from.pos, {entries}}))
    return error;
  if (auto error = checkEnds(name, positions))
    return error;
  int64_t end = readIndex(positions, parents);
  if (from.kind == LevelKind::Variable)
    sizes.sizes[level] = end;
  else if (end != sizes.sizes[level])
    return Error::expectedGot(name + " to end at " +
                                  std::to_string(sizes.sizes[level]),
                              std::to_string(end));
  return std::nullopt;
}

/// Sets the widths that the format and the shape say, and finds all sizes.
static std::optional<Error> readSizes(const StoragePlan &plan,
                                      const Storage &storage,
                                      StorageSizes &sizes) {
  sizes.widths.assign(plan.levels(), 0);
  sizes.sizes.assign(plan.levels(), 0);
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    sizes.widths[l] =
        level.kind == LevelKind::Dense ? plan.extents[l] : level.width;
    if (auto error = readSize(plan, storage, l, sizes))
      return error;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Checks the types and shapes of the arrays of one level.
static std::optional<Error> checkLevel(const Storage &storage,
                                       const StorageSpec &spec, int64_t l) {
  if (auto error = checkArray(arrayName("positions", l), storage.positions[l],
                              spec.positions[l]))
    return error;
  if (auto error = checkArray(arrayName("coordinates", l),
                              storage.coordinates[l], spec.coordinates[l]))
    return error;
  return checkArray(arrayName("lengths", l), storage.lengths[l],
                    spec.lengths[l]);
}

/// Checks what the arrays of one level hold, each number by itself.
static std::optional<Error> checkNumbers(const StoragePlan &plan,
                                         const Storage &storage,
                                         const StorageSizes &sizes, int64_t l) {
  std::string crd = arrayName("coordinates", l), len = arrayName("lengths", l);
  if (hasPositions(plan, l))
    if (auto error =
            checkPositions(arrayName("positions", l), storage.positions[l]))
      return error;
  if (hasLengths(plan, l))
    if (auto error =
            checkRange(len, storage.lengths[l], 0, sizes.widths[l] + 1))
      return error;
  if (!hasCoordinates(plan, l))
    return std::nullopt;
  // Padding has coordinate 0 even where there are none.
  bool hasPadding = plan.format.levels[l].kind != LevelKind::Compressed;
  int64_t from = plan.froms[l], bound = from + plan.extents[l];
  return checkRange(crd, storage.coordinates[l],
                    hasPadding ? std::min<int64_t>(from, 0) : from,
                    hasPadding ? std::max<int64_t>(bound, 1) : bound);
}

/// Checks that the bitmap, of the right type and shape, is of 0 and 1 (L4).
static std::optional<Error> checkBits(const Array &bitmap) {
  for (int64_t i = 0, e = bitmap.size(); i < e; ++i) {
    uint8_t byte;
    std::memcpy(&byte, static_cast<const char *>(bitmap.data()) + i, 1);
    if (byte > 1)
      return Error::expectedGot("element " + std::to_string(i) +
                                    " of the bitmap to be 0 or 1",
                                std::to_string(byte));
  }
  return std::nullopt;
}

/// Checks that there is a list of arrays for each level.
static std::optional<Error> checkLists(const StoragePlan &plan,
                                       const Storage &storage) {
  for (const auto *list :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    if (static_cast<int64_t>(list->size()) != plan.levels())
      return Error::expectedGot("arrays of " + std::to_string(plan.levels()) +
                                    " levels",
                                std::to_string(list->size()));
  return std::nullopt;
}

std::optional<Error> spindle::runtime::checkShapes(const StoragePlan &plan,
                                                   const Storage &storage,
                                                   StorageSizes &sizes) {
  if (auto error = checkLists(plan, storage))
    return error;
  if (auto error = readSizes(plan, storage, sizes))
    return error;
  Expected<StorageSpec> spec =
      describeStorage(plan, sizes, storage.values.dtype());
  if (!spec)
    return spec.takeError();
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (auto error = checkLevel(storage, *spec, level))
      return error;
  if (auto error = checkArray("the values", storage.values, spec->values))
    return error;
  return checkArray("the bitmap", storage.bitmap, spec->bitmap);
}

std::optional<Error> spindle::runtime::checkArrays(const StoragePlan &plan,
                                                   const Storage &storage,
                                                   StorageSizes &sizes) {
  if (auto error = checkShapes(plan, storage, sizes))
    return error;
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (auto error = checkNumbers(plan, storage, sizes, level))
      return error;
  return checkBits(storage.bitmap);
}

std::optional<Error> spindle::runtime::checkStorage(const StoragePlan &plan,
                                                    const Storage &storage,
                                                    StorageSizes &sizes) {
  if (auto error = checkArrays(plan, storage, sizes))
    return error;
  return checkFibres(plan, storage, sizes);
}

std::optional<Error> spindle::runtime::validateShapes(const Storage &storage,
                                                      const Format &format) {
  Expected<StoragePlan> plan = StoragePlan::make(format, storage.shape);
  if (!plan)
    return plan.takeError();
  StorageSizes sizes;
  return checkShapes(*plan, storage, sizes);
}

std::optional<Error> spindle::runtime::validate(const Storage &storage,
                                                const Format &format) {
  Expected<StoragePlan> plan = StoragePlan::make(format, storage.shape);
  if (!plan)
    return plan.takeError();
  StorageSizes sizes;
  return checkStorage(*plan, storage, sizes);
}
