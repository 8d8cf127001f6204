//===- StorageArrays.cpp - The arrays of a storage ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/StorageArrays.h"

#include "Spindle/Runtime/Storage/SizeObserver.h"

#include <limits>

using namespace spindle::runtime;

bool spindle::runtime::hasPositions(const StoragePlan &plan, int64_t level) {
  const StoredLevel &from = plan.format.levels[level];
  return !from.parents.empty() && (from.kind == LevelKind::Compressed ||
                                   from.kind == LevelKind::Variable);
}

bool spindle::runtime::hasCoordinates(const StoragePlan &plan, int64_t level) {
  LevelKind kind = plan.format.levels[level].kind;
  return kind != LevelKind::Dense && kind != LevelKind::Variable;
}

bool spindle::runtime::hasLengths(const StoragePlan &plan, int64_t level) {
  return plan.format.keepsLengths &&
         plan.format.levels[level].kind == LevelKind::Fixed &&
         !plan.format.levels[level].structured;
}

//===----------------------------------------------------------------------===//
// Types and shapes
//===----------------------------------------------------------------------===//

/// Describes the arrays of one level in `spec`.
static std::optional<Error> describeLevel(const StoragePlan &plan,
                                          const StorageSizes &sizes,
                                          int64_t level, StorageSpec &spec) {
  const StoredLevel &from = plan.format.levels[level];
  if (hasPositions(plan, level)) {
    int64_t parents = sizes.sizes[plan.onlyParent(level)];
    if (parents == std::numeric_limits<int64_t>::max())
      return Error::expectedGot("less than 2^63 - 1 fibres in level " +
                                    std::to_string(level),
                                std::to_string(parents));
    spec.positions[level] = {from.pos, {parents + 1}};
  }
  if (hasCoordinates(plan, level)) {
    bool isSingleton = from.kind == LevelKind::Singleton;
    std::vector<int64_t> shape = {sizes.sizes[level]};
    if (from.kind != LevelKind::Compressed)
      shape = getClosureShape(plan, sizes, level, /*self=*/!isSingleton);
    spec.coordinates[level] = {from.crd, shape};
  }
  if (hasLengths(plan, level))
    spec.lengths[level] = {getLengthType(from),
                           getClosureShape(plan, sizes, level, /*self=*/false)};
  return std::nullopt;
}

Expected<StorageSpec>
spindle::runtime::describeStorage(const StoragePlan &plan,
                                  const StorageSizes &sizes, DType values) {
  StorageSpec spec;
  spec.positions.resize(plan.levels());
  spec.coordinates.resize(plan.levels());
  spec.lengths.resize(plan.levels());
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (auto error = describeLevel(plan, sizes, level, spec))
      return std::move(*error);
  spec.values = {values, getShape(plan, sizes, plan.dims)};
  if (plan.format.keepsBitmap)
    spec.bitmap = {DType::I1, spec.values.shape};
  return spec;
}

/// The largest number that a coordinate of `level` may be, whatever its sign.
static int64_t findLargest(const StoragePlan &plan, int64_t level) {
  int64_t from = plan.froms[level];
  return std::max(from + plan.extents[level] - 1, -from);
}

std::optional<Error>
spindle::runtime::checkIndexTypes(const StoragePlan &plan,
                                  const StorageSizes &sizes) {
  auto check = [](int64_t level, const char *what, DType type, int64_t most,
                  int64_t least) -> std::optional<Error> {
    if (most <= maxInteger(type))
      return std::nullopt;
    return Error::expectedGot("at most " + std::to_string(maxInteger(type)) +
                                  " " + what + " in level " +
                                  std::to_string(level) + " with index type " +
                                  std::string(dtypeName(type)),
                              std::to_string(least));
  };
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    std::optional<Error> error;
    if (level.kind == LevelKind::Compressed ||
        level.kind == LevelKind::Variable)
      error = check(l, "positions", level.pos, sizes.sizes[l], sizes.sizes[l]);
    if (!error && hasLengths(plan, l))
      error = check(l, "cells of a fibre", getLengthType(level),
                    sizes.widths[l], sizes.widths[l]);
    if (!error && hasCoordinates(plan, l))
      error = check(l, "as the largest coordinate", level.crd,
                    findLargest(plan, l), findLargest(plan, l));
    if (error)
      return error;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Expected<int64_t> spindle::runtime::countBytes(const StorageSpec &spec) {
  std::vector<ArraySpec> all = {spec.bitmap, spec.values};
  for (const auto *list : {&spec.positions, &spec.coordinates, &spec.lengths})
    all.insert(all.end(), list->begin(), list->end());
  int64_t sum = 0;
  for (const ArraySpec &array : all) {
    Expected<int64_t> bytes = denseByteSize(array.dtype, array.shape);
    if (!bytes)
      return bytes;
    if (__builtin_add_overflow(sum, *bytes, &sum))
      return Error::expectedGot("arrays of less than 2^63 bytes", "more");
  }
  return sum;
}

/// Makes an array where it `exists`: of zeros, unless all of it is written
/// later.
static std::optional<Error> allocateArray(const ArraySpec &spec, bool exists,
                                          bool isWritten, Array &array) {
  if (!exists)
    return std::nullopt;
  Expected<Array> memory = isWritten
                               ? Array::allocate(spec.dtype, spec.shape)
                               : Array::allocateZeroed(spec.dtype, spec.shape);
  if (!memory)
    return memory.takeError();
  array = std::move(*memory);
  return std::nullopt;
}

namespace {
/// Which arrays are written as a whole: all, the coordinates of compressed
/// levels, the values.
struct WrittenArrays {
  bool all, compressed, values;
};
} // namespace

/// Makes the arrays of one level.
static std::optional<Error> allocateLevel(const StoragePlan &plan,
                                          const StorageSpec &spec, int64_t l,
                                          WrittenArrays written,
                                          Storage &storage) {
  bool isCompressed = plan.format.levels[l].kind == LevelKind::Compressed;
  if (auto error = allocateArray(spec.positions[l], hasPositions(plan, l),
                                 written.all, storage.positions[l]))
    return error;
  if (auto error =
          allocateArray(spec.coordinates[l], hasCoordinates(plan, l),
                        written.all || (written.compressed && isCompressed),
                        storage.coordinates[l]))
    return error;
  return allocateArray(spec.lengths[l], hasLengths(plan, l), written.all,
                       storage.lengths[l]);
}

static Expected<Storage> allocateArrays(const StoragePlan &plan,
                                        const StorageSpec &spec,
                                        WrittenArrays written) {
  if (Expected<int64_t> bytes = countBytes(spec))
    SizeObserver::observe(*bytes);
  Storage storage;
  storage.shape = plan.shape;
  storage.positions.resize(plan.levels());
  storage.coordinates.resize(plan.levels());
  storage.lengths.resize(plan.levels());
  for (int64_t l = 0; l < plan.levels(); ++l)
    if (auto error = allocateLevel(plan, spec, l, written, storage))
      return std::move(*error);
  if (auto error = allocateArray(spec.bitmap, plan.format.keepsBitmap,
                                 written.all, storage.bitmap))
    return std::move(*error);
  if (auto error = allocateArray(spec.values, /*exists=*/true,
                                 written.all || written.values, storage.values))
    return std::move(*error);
  return storage;
}

Expected<Storage> spindle::runtime::allocateStorage(const StoragePlan &plan,
                                                    const StorageSpec &spec,
                                                    int64_t elements) {
  bool fillValues = spec.values.shape == std::vector<int64_t>{elements};
  return allocateArrays(plan, spec, {false, /*compressed=*/true, fillValues});
}

Expected<Storage> spindle::runtime::allocateUnset(const StoragePlan &plan,
                                                  const StorageSpec &spec) {
  return allocateArrays(plan, spec, {true, true, true});
}
