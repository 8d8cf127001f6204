//===- StorageWalk.cpp - A walk over the cells of a storage ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/StorageWalk.h"

#include <algorithm>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// What is walked over
//===----------------------------------------------------------------------===//

StorageWalk::StorageWalk(const StoragePlan &plan, const StorageSizes &sizes,
                         const Storage &storage, const LevelSet &included,
                         size_t depths)
    : plan(plan), depths(depths), path(plan, sizes, storage),
      dims(plan.numDims(), 0) {
  for (int64_t level : plan.walkOrder)
    if (included[level])
      order.push_back(level);
  findImplied();
  findSums();
  findBlock(sizes);
}

StorageWalk::StorageWalk(const StoragePlan &plan, const StorageSizes &sizes,
                         const Storage &storage)
    : StorageWalk(plan, sizes, storage, LevelSet(plan.levels(), true),
                  plan.levels()) {}

/// The number of levels in `set`.
static size_t count(const LevelSet &set) {
  return std::count(set.begin(), set.end(), true);
}

StorageWalk::StorageWalk(const StoragePlan &plan, const StorageSizes &sizes,
                         const Storage &storage, int64_t level)
    : StorageWalk(plan, sizes, storage,
                  getClosure(plan.descriptor, level, /*self=*/true),
                  count(getClosure(plan.descriptor, level, /*self=*/false))) {}

/// Whether coordinates of `level` in its extent may contradict those of others:
/// it adds nothing to its dimension, or is made of a remainder, as in
/// (i mod 5) floordiv 4, whose parts may exceed it.
static bool mayContradict(const StoragePlan &plan, int64_t level) {
  const std::vector<Step> &steps = plan.format.levels[level].steps;
  bool isOfRemainder = false;
  for (size_t s = 0; s + 1 < steps.size(); ++s)
    isOfRemainder |= !steps[s].isQuotient;
  // The numbers of an inspector come from the pattern, whatever they are.
  return !isDerived(plan.format, plan.format.levels[level].dim) &&
         (plan.weights[level] == 0 || isOfRemainder);
}

/// The depth from which on what the levels of dimension `dim` say is known; the
/// number of levels where the walk leaves one out.
size_t StorageWalk::findLast(int64_t dim) const {
  size_t last = 0;
  for (int64_t other = 0; other < plan.levels(); ++other)
    if (plan.format.levels[other].dim == dim && plan.weights[other] != 0)
      last = std::max<size_t>(
          last, std::find(order.begin(), order.end(), other) - order.begin());
  return last;
}

/// A sum is compared with the shape as soon as both of its parts are known.
void StorageWalk::findSums() {
  sums.resize(order.size());
  for (size_t dim = 0; dim < plan.shape.size(); ++dim) {
    if (plan.addends[dim] < 0)
      continue;
    size_t last = std::max(findLast(dim), findLast(plan.addends[dim]));
    if (last < order.size())
      sums[last].push_back(dim);
  }
}

/// A coordinate is compared as soon as all that make its dimension are known.
void StorageWalk::findImplied() {
  implied.resize(order.size());
  for (size_t depth = 0; depth < order.size(); ++depth) {
    if (!mayContradict(plan, order[depth]))
      continue;
    int64_t dim = plan.format.levels[order[depth]].dim;
    size_t last = std::max(depth, findLast(dim));
    if (last < order.size())
      implied[last].push_back(order[depth]);
  }
}

/// Adds the level at `depth` to the block below it, if its cells stay side by
/// side, `stride` apart, and the last of them tells whether all are in the
/// shape.
bool StorageWalk::growBlock(size_t depth, int64_t width, int64_t stride) {
  int64_t level = order[depth], dim = plan.format.levels[level].dim, span = 0;
  bool isPlain = plan.format.levels[level].kind == LevelKind::Dense &&
                 plan.addends[dim] < 0 && sums[depth].empty() &&
                 implied[depth].empty();
  if (!isPlain || width <= 0 || stride != block.cells ||
      __builtin_mul_overflow(plan.weights[level], width - 1, &span) ||
      __builtin_add_overflow(block.spans[dim], span, &span))
    return false;
  block.spans[dim] = span;
  block.cells *= width;
  block.depth = depth;
  return true;
}

/// The block grows from the last level on.
void StorageWalk::findBlock(const StorageSizes &sizes) {
  block.depth = depths;
  block.spans.assign(plan.numDims(), 0);
  if (depths != static_cast<size_t>(plan.levels()))
    return;
  std::vector<int64_t> strides = getStrides(plan, sizes, plan.dims);
  for (size_t d = plan.dims.size(); d-- > 0;) {
    int64_t level = order[block.depth - 1];
    if (plan.dims[d] != level ||
        !growBlock(block.depth - 1, sizes.widths[level], strides[d]))
      return;
  }
}

//===----------------------------------------------------------------------===//
// The cell at hand
//===----------------------------------------------------------------------===//

std::vector<int64_t> StorageWalk::coordinates() const {
  std::vector<int64_t> list;
  for (int64_t level = 0; level < plan.levels(); ++level)
    list.push_back(path[level].coordinate);
  return list;
}

/// Whether the coordinates that were known before are those that all give.
bool StorageWalk::isConsistent(size_t depth) const {
  for (int64_t level : implied[depth]) {
    const StoredLevel &from = plan.format.levels[level];
    if (applySteps(from.steps, dims[from.dim]) != path[level].coordinate)
      return false;
  }
  return true;
}

/// Whether the sums that are known from `depth` on lie in the shape.
bool StorageWalk::haveSumsInShape(size_t depth) const {
  for (int64_t sum : sums[depth])
    if (dim(sum) < 0 || dim(sum) >= plan.shape[sum])
      return false;
  return true;
}

/// Adds a coordinate of the level at `depth` to its dimension, of which
/// `before` was known. False where that leaves the shape.
bool StorageWalk::enter(size_t depth, int64_t coordinate, int64_t before) {
  int64_t level = order[depth], dim = plan.format.levels[level].dim;
  if (__builtin_mul_overflow(plan.weights[level], coordinate, &dims[dim]) ||
      __builtin_add_overflow(dims[dim], before, &dims[dim]))
    return false;
  bool isInShape = plan.addends[dim] >= 0 || dims[dim] < plan.bounds[dim];
  return isInShape && haveSumsInShape(depth) && isConsistent(depth);
}

/// Whether the last cell of the block under the cell at hand is in the shape.
bool StorageWalk::isBlockWhole() const {
  for (size_t depth = block.depth; depth < depths; ++depth) {
    int64_t dim = plan.format.levels[order[depth]].dim, last = 0;
    if (__builtin_add_overflow(dims[dim], block.spans[dim], &last) ||
        last >= plan.bounds[dim])
      return false;
  }
  return true;
}

bool StorageWalk::exists(int64_t coordinate) {
  int64_t level = order[depths], dim = plan.format.levels[level].dim;
  int64_t before = dims[dim];
  path.setCoordinate(level, coordinate);
  bool isInShape = enter(depths, coordinate, before);
  dims[dim] = before;
  path.leave(level);
  return isInShape;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

/// Whether each cell of the level at `depth` has one cell below it.
bool StorageWalk::isLast(size_t depth) const {
  return std::all_of(
      order.begin() + depth + 1, order.end(), [&](int64_t level) {
        return plan.format.levels[level].kind == LevelKind::Singleton;
      });
}

/// A number in [0, 1), by a linear congruential generator (D. E. Knuth, MMIX).
double StorageWalk::draw() {
  chance = chance * 6364136223846793005u + 1442695040888963407u;
  return double(chance >> 11) / double(uint64_t(1) << 53);
}
