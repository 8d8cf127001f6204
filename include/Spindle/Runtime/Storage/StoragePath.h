//===- StoragePath.h - Where a cell of a storage lies -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_STORAGEPATH_H
#define SPINDLE_RUNTIME_STORAGE_STORAGEPATH_H

#include "Spindle/Runtime/Storage/StorageArrays.h"

namespace spindle::runtime {

/// Element `i` of an index array.
inline int64_t readIndex(const Array &array, int64_t i) {
  return visitIndexType(array.dtype(), [&](auto zero) -> int64_t {
    return array.as<decltype(zero)>()[i];
  });
}

/// A cell of a storage, by its node on each level, or the way to one: the
/// levels that a walk has not come to yet are at 0. The storage's arrays have
/// the shapes that its sizes say.
class StoragePath {
public:
  /// A cell of a level, by its numbers.
  struct Node {
    /// The coordinate, the position, and the distance of that position from the
    /// start of its fibre.
    int64_t coordinate = 0, position = 0, offset = 0;
  };

  /// The way that has not begun. All that it is made of must outlive it.
  StoragePath(const StoragePlan &plan, const StorageSizes &sizes,
              const Storage &storage);

  /// The node on `level`.
  const Node &operator[](int64_t level) const { return nodes[level]; }
  /// Goes to position `p` of `level`, in the fibre that starts at `start`.
  void enter(int64_t level, int64_t start, int64_t p);
  /// Goes to `coordinate` of `level`, wherever it lies.
  void setCoordinate(int64_t level, int64_t coordinate) {
    nodes[level].coordinate = coordinate;
  }
  /// Goes back from `level`.
  void leave(int64_t level) { nodes[level] = {}; }

  /// The position of the parent of `level`; 0 for a root.
  int64_t parent(int64_t level) const;
  /// The offset in memory of the dimensions `of`, which lie `strides` apart.
  int64_t address(const std::vector<int64_t> &of,
                  const std::vector<int64_t> &strides) const;
  /// The positions [first, second) of the fibre of `level`, of its whole width
  /// where it has one.
  std::pair<int64_t, int64_t> wholeFibre(int64_t level) const;
  /// The positions of that fibre that exist.
  std::pair<int64_t, int64_t> fibre(int64_t level) const;
  /// The coordinate of position `p` of `level` in a fibre from `start`.
  int64_t coordinateAt(int64_t level, int64_t start, int64_t p) const;

private:
  const StoragePlan &plan;
  const StorageSizes &sizes;
  const Storage &storage;
  std::vector<Node> nodes;
  /// For each level with several parents how far apart their dimensions lie.
  std::vector<std::vector<int64_t>> parentStrides;
};

// What walks do at each cell is inlined in them.

inline int64_t StoragePath::coordinateAt(int64_t level, int64_t start,
                                         int64_t p) const {
  return hasCoordinates(plan, level) ? readIndex(storage.coordinates[level], p)
                                     : p - start;
}

inline void StoragePath::enter(int64_t level, int64_t start, int64_t p) {
  nodes[level] = {coordinateAt(level, start, p), p, p - start};
}

inline int64_t StoragePath::address(const std::vector<int64_t> &of,
                                    const std::vector<int64_t> &strides) const {
  int64_t sum = 0;
  for (size_t d = 0; d < of.size(); ++d) {
    const Node &node = nodes[of[d]];
    bool byPosition = isIndexedByPosition(plan.format.levels[of[d]]);
    sum += strides[d] * (byPosition ? node.position : node.offset);
  }
  return sum;
}

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_STORAGEPATH_H
