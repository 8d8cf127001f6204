//===- StorageArrays.h - The arrays of a storage ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_STORAGEARRAYS_H
#define SPINDLE_RUNTIME_STORAGE_STORAGEARRAYS_H

#include "Spindle/Runtime/Storage/StoragePlan.h"

namespace spindle::runtime {

/// The type and the shape of an array.
struct ArraySpec {
  DType dtype = DType::F32;
  std::vector<int64_t> shape = {0};
};

/// The arrays of a storage: one for each level, shape {0} where it has none.
struct StorageSpec {
  std::vector<ArraySpec> positions, coordinates, lengths;
  ArraySpec bitmap, values;
};

/// Whether `level` has an array of positions, of coordinates, of lengths.
bool hasPositions(const StoragePlan &plan, int64_t level);
bool hasCoordinates(const StoragePlan &plan, int64_t level);
bool hasLengths(const StoragePlan &plan, int64_t level);

/// The arrays of a tensor of element type `values`, all sizes of which are
/// known. Error: a size that overflows.
Expected<StorageSpec> describeStorage(const StoragePlan &plan,
                                      const StorageSizes &sizes, DType values);

/// Checks that the types of positions, lengths and coordinates can hold them.
std::optional<Error> checkIndexTypes(const StoragePlan &plan,
                                     const StorageSizes &sizes);

/// The size of all arrays in bytes. Error: it overflows.
Expected<int64_t> countBytes(const StorageSpec &spec);

/// Makes the arrays, filled with 0 but for those that `elements` elements fill.
/// Error: memory that cannot be had.
Expected<Storage> allocateStorage(const StoragePlan &plan,
                                  const StorageSpec &spec, int64_t elements);

/// Makes the arrays, for a caller that writes all of them. Error: memory that
/// cannot be had.
Expected<Storage> allocateUnset(const StoragePlan &plan,
                                const StorageSpec &spec);

/// Writes the smallest coordinates that are free after the `count` elements of
/// a group of a structured level, up to `width` of them.
template <typename T> void fillGroup(T *group, int64_t count, int64_t width) {
  int64_t next = 0, element = 0;
  for (int64_t p = count; p < width; ++p, ++next) {
    for (; element < count && group[element] == next; ++element)
      ++next;
    group[p] = static_cast<T>(next);
  }
}

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_STORAGEARRAYS_H
