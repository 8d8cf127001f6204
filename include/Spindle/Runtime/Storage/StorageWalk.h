//===- StorageWalk.h - A walk over the cells of a storage -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_STORAGEWALK_H
#define SPINDLE_RUNTIME_STORAGE_STORAGEWALK_H

#include "Spindle/Runtime/Storage/StoragePath.h"

namespace spindle::runtime {

/// A walk over the existing cells of some levels of a storage, in the order of
/// their offsets in memory. Positions, lengths and the shapes of arrays have
/// been checked; coordinates need only be in the extents of their levels, and
/// those of cells that are not in the tensor's shape are passed over.
class StorageWalk {
public:
  /// A walk over all levels. All that it is made of must outlive it.
  StorageWalk(const StoragePlan &plan, const StorageSizes &sizes,
              const Storage &storage);
  /// A walk over the levels above `level`, whose fibres can be looked at.
  StorageWalk(const StoragePlan &plan, const StorageSizes &sizes,
              const Storage &storage, int64_t level);

  /// Calls `visit()` at each cell, until it returns false.
  template <typename Visit> void run(Visit &&visit) {
    auto visitOne = [&](int64_t) { return visit(); };
    walk(0, depths, visitOne);
  }
  /// Calls `visit(count)` at the first of `count` cells that follow one another
  /// in memory, until it returns false; each cell is among those of one call.
  /// They are those of a whole block of dense levels, or a single one. Of a
  /// walk over all levels alone.
  template <typename Visit> void runBlocks(Visit &&visit) {
    walk(0, block.depth, visit);
  }
  /// Calls `visit(weight)` at some `most` cells at most, of all parts of the
  /// storage and the same ones each time, of which each stands for `weight`
  /// cells: those that it stands for were as likely to be it.
  template <typename Visit> void runSample(int64_t most, Visit &&visit) {
    chance = 1;
    sample(0, most, 1, visit);
  }

  /// The coordinates of the cell at hand; 0 on levels that the walk leaves out.
  std::vector<int64_t> coordinates() const;
  /// Its position on `level`.
  int64_t position(int64_t level) const { return path[level].position; }
  /// The position of its parent on `level`; 0 for a root.
  int64_t parent(int64_t level) const { return path.parent(level); }
  /// Its coordinate in dimension `dim` of the tensor.
  int64_t dim(int64_t dim) const {
    int64_t addend = plan.addends[dim];
    return addend < 0 ? dims[dim] : dims[dim] + dims[addend];
  }
  /// Its offset in memory of the dimensions `of`, which lie `strides` apart.
  int64_t address(const std::vector<int64_t> &of,
                  const std::vector<int64_t> &strides) const {
    return path.address(of, strides);
  }

  /// The positions [first, second) of the fibre of `level` under the cell.
  std::pair<int64_t, int64_t> fibre(int64_t level) const {
    return path.fibre(level);
  }
  /// The coordinate of position `p` of `level` in a fibre from `start`.
  int64_t coordinateAt(int64_t level, int64_t start, int64_t p) const {
    return path.coordinateAt(level, start, p);
  }
  /// Whether coordinate `coordinate` of the level below the walk exists in the
  /// shape of the tensor.
  bool exists(int64_t coordinate);

private:
  StorageWalk(const StoragePlan &plan, const StorageSizes &sizes,
              const Storage &storage, const LevelSet &included, size_t depths);
  template <typename Visit>
  bool walk(size_t depth, size_t blockDepth, Visit &visit);
  template <typename Visit>
  void sample(size_t depth, int64_t most, double weight, Visit &visit);
  bool isLast(size_t depth) const;
  double draw();
  bool isBlockWhole() const;
  bool enter(size_t depth, int64_t coordinate, int64_t before);
  bool isConsistent(size_t depth) const;
  bool haveSumsInShape(size_t depth) const;
  size_t findLast(int64_t dim) const;
  void findImplied();
  void findSums();
  bool growBlock(size_t depth, int64_t width, int64_t stride);
  void findBlock(const StorageSizes &sizes);

  /// Dense levels whose cells follow one another, below all other levels.
  struct Block {
    /// The first of them in the order of the walk, and the number of cells.
    size_t depth = 0;
    int64_t cells = 1;
    /// For each dimension what is added to it in the last cell.
    std::vector<int64_t> spans;
  };

  const StoragePlan &plan;
  /// The levels, in the order of the walk, which goes over the first `depths`.
  std::vector<int64_t> order;
  size_t depths;
  /// For each of them the levels whose coordinates can be compared with the
  /// dimension that is known from there on.
  std::vector<std::vector<int64_t>> implied;
  /// For each of them the dimensions with an addend that are known from there
  /// on.
  std::vector<std::vector<int64_t>> sums;
  Block block;
  StoragePath path;
  std::vector<int64_t> dims;
  /// What the next number of `draw` is made of.
  uint64_t chance = 1;
};

template <typename Visit>
bool StorageWalk::walk(size_t depth, size_t blockDepth, Visit &visit) {
  if (depth == depths)
    return visit(int64_t(1));
  if (depth == blockDepth && isBlockWhole())
    return visit(block.cells);
  int64_t level = order[depth];
  int64_t &dim = dims[plan.format.levels[level].dim];
  int64_t before = dim;
  bool goOn = true;
  auto [start, end] = fibre(level);
  for (int64_t p = start; p < end && goOn; ++p) {
    path.enter(level, start, p);
    if (enter(depth, path[level].coordinate, before))
      goOn = walk(depth + 1, blockDepth, visit);
  }
  dim = before;
  path.leave(level);
  return goOn;
}

/// Of each fibre positions are taken that are evenly far apart but for a part
/// of that distance, which is drawn; `most` of the last level's. Above, eight
/// times fewer, since cells that are near in memory are read faster.
template <typename Visit>
void StorageWalk::sample(size_t depth, int64_t most, double weight,
                         Visit &visit) {
  if (depth == depths) {
    visit(weight);
    return;
  }
  int64_t level = order[depth];
  int64_t &dim = dims[plan.format.levels[level].dim];
  int64_t before = dim;
  auto [start, end] = fibre(level);
  int64_t count = end - start;
  int64_t bound = std::max<int64_t>(isLast(depth) ? most : most / 8, 1);
  int64_t taken = std::min(count, bound);
  double distance = double(count) / double(std::max<int64_t>(taken, 1));
  for (int64_t n = 0; n < taken; ++n) {
    double offset = taken == count ? n : (n + draw()) * distance;
    int64_t p = start + std::min(int64_t(offset), count - 1);
    path.enter(level, start, p);
    if (enter(depth, path[level].coordinate, before))
      sample(depth + 1, std::max<int64_t>(most / taken, 1), weight * distance,
             visit);
  }
  dim = before;
  path.leave(level);
}

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_STORAGEWALK_H
