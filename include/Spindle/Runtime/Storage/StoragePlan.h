//===- StoragePlan.h - What a format says of a storage ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_STORAGEPLAN_H
#define SPINDLE_RUNTIME_STORAGE_STORAGEPLAN_H

#include "Spindle/Runtime/Storage/Storage.h"
#include "Spindle/Runtime/Storage/StoredFormat.h"

namespace spindle::runtime {

/// What follows from a format and the shape of a tensor alone.
struct StoragePlan {
  /// Errors: those of `validate(format)`, and a shape of another rank.
  static Expected<StoragePlan> make(const Format &format,
                                    const std::vector<int64_t> &shape);

  /// The number of levels.
  int64_t levels() const { return format.levels.size(); }
  /// The level's only parent; -1 for a root and for several.
  int64_t onlyParent(int64_t level) const {
    const std::vector<int64_t> &parents = format.levels[level].parents;
    return parents.size() == 1 ? parents.front() : -1;
  }

  /// The number of dimensions and of inspectors.
  int64_t numDims() const { return bounds.size(); }

  /// The format, and the view of it that runs over elements need.
  Format descriptor;
  StoredFormat format;
  std::vector<int64_t> shape;
  /// A number above all coordinates of each dimension, then above all numbers
  /// of each inspector as far as the shape tells, or a very large one.
  std::vector<int64_t> bounds;
  /// For each level the list that its coordinates are made of: that of a
  /// dimension or, from the rank on, of an inspector; behind these there is one
  /// for each level that counts an order.
  std::vector<int64_t> sources;
  /// For each level the order whose subjects it stores, by its dimension; -1
  /// for others (FormatInspectors.h).
  std::vector<int64_t> storedOrders;
  /// The levels of the storage dimensions of the values.
  std::vector<int64_t> dims;
  /// For each level with several parents, the storage dimensions of values on
  /// those, by which its positions are counted.
  std::vector<std::vector<int64_t>> parentDims;
  /// For each level the extent of its coordinates, and the smallest of them.
  std::vector<int64_t> extents, froms;
  /// For each level how often its coordinate is in its dimension.
  std::vector<int64_t> weights;
  /// For each dimension the one that is added to what its levels say; -1: none.
  std::vector<int64_t> addends;
  /// For each level that is not unique the singletons that lie below it alone:
  /// its nodes are told apart by their coordinates too.
  std::vector<std::vector<int64_t>> tuples;
  /// All levels, parents first, in the order by which elements are sorted:
  /// those with positions of their own before the ones that lie beside them, so
  /// that the elements of a fibre follow one another.
  std::vector<int64_t> sortOrder;
  /// All levels, parents first, in the order of offsets in the values.
  std::vector<int64_t> walkOrder;
  /// For each level the levels whose coordinates tell its fibres apart: its
  /// ancestors and their tuples.
  std::vector<LevelSet> fibreLevels;
  /// Whether the elements of each fibre of the level follow one another when
  /// elements are sorted.
  std::vector<bool> isStreamed;
};

/// The number of positions of each level, and of those of one fibre of a dense
/// or fixed level.
struct StorageSizes {
  std::vector<int64_t> widths, sizes;
};

/// The sizes of the storage dimensions `dims`.
std::vector<int64_t> getShape(const StoragePlan &plan,
                              const StorageSizes &sizes,
                              const std::vector<int64_t> &dims);

/// The storage shape of values on `level`, where `self` says so, and all its
/// ancestors.
std::vector<int64_t> getClosureShape(const StoragePlan &plan,
                                     const StorageSizes &sizes, int64_t level,
                                     bool self);

/// How far apart in memory neighbours of each of the dimensions `dims` lie; the
/// size of the first one need not be known.
std::vector<int64_t> getStrides(const StoragePlan &plan,
                                const StorageSizes &sizes,
                                const std::vector<int64_t> &dims);

/// Computes the size of `level`, which is not compressed or variable, from
/// those before it. Error: it overflows.
std::optional<Error> computeSize(const StoragePlan &plan, int64_t level,
                                 StorageSizes &sizes);

/// A name for `level` or one of its fibres, before a colon and the rest of a
/// message: "row 3", or "fibre (i floordiv 4 = 2, k = 1)", where `coordinates`
/// has one for each level.
std::string fibreName(const StoragePlan &plan, int64_t level,
                      const std::vector<int64_t> &coordinates);

/// What a message calls `count` things that a fibre of `level` has: "elements",
/// or "coordinates of i floordiv 4".
std::string contentName(const StoragePlan &plan, int64_t level, int64_t count);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_STORAGEPLAN_H
