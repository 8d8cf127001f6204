//===- Movement.cpp - grids of elements that move -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Mask/BlockGrid.h"
#include "Spindle/Mask/Number.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace spindle;

/// Elements of blocks, each of which `from` takes from one block of `block`
/// elements, or from none.
static int64_t getGatheredBlock(const MaskSizes &from, int64_t block) {
  auto getLabel = [&](size_t i) { return from[i] < 0 ? -1 : from[i] / block; };
  int64_t gathered = 0;
  for (size_t i = 1; i < from.size(); ++i)
    if (getLabel(i) != getLabel(i - 1))
      gathered = std::gcd(gathered, int64_t(i));
  return gathered > 0 ? gathered : std::max<int64_t>(from.size(), 1);
}

template <typename Cell>
BlockGrid<Cell> BlockGrid<Cell>::gather(const std::vector<MaskSizes> &from,
                                        Cell outside) const {
  assert(from.size() == shape.size() && "expected numbers in each dimension");
  MaskSizes newShape(from.size()), newBlock(from.size()), grid(from.size());
  int64_t size = 1;
  for (size_t dim = 0; dim < from.size(); ++dim) {
    newShape[dim] = from[dim].size();
    newBlock[dim] = getGatheredBlock(from[dim], block[dim]);
    grid[dim] = getNumBlocks(newShape[dim], newBlock[dim]);
    size *= grid[dim];
  }
  std::vector<Cell> gathered(size);
  MaskSizes cell(from.size(), 0), oldGrid = getGrid();
  for (Cell &value : gathered) {
    bool inside = true;
    int64_t index = 0;
    for (size_t dim = 0; dim < from.size(); ++dim) {
      int64_t source = from[dim][cell[dim] * newBlock[dim]];
      inside &= source >= 0;
      index = index * oldGrid[dim] + std::max<int64_t>(source, 0) / block[dim];
    }
    value = inside ? cells[index] : outside;
    nextIndex(cell, grid);
  }
  return ofCells(newShape, newBlock, std::move(gathered));
}

/// Groups of dimensions of two shapes of one product that have one product
/// each, as ends in both: dimensions behind the last group have size 1.
static std::vector<std::pair<size_t, size_t>> findGroups(const MaskSizes &a,
                                                         const MaskSizes &b) {
  std::vector<std::pair<size_t, size_t>> ends;
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    int64_t left = a[i++], right = b[j++];
    while (left != right) {
      if (left < right && i < a.size())
        left *= a[i++];
      else if (left > right && j < b.size())
        right *= b[j++];
      else
        break;
    }
    ends.push_back({i, j});
  }
  if (ends.empty())
    ends.push_back({0, 0});
  ends.back() = {a.size(), b.size()};
  return ends;
}

/// Elements that follow one another in the dimensions [begin, end), and have
/// one cell: of their row-major number, blocks of so many have one value.
template <typename Cell>
static int64_t getRun(const BlockGrid<Cell> &grid, size_t begin, size_t end) {
  int64_t run = 1;
  for (size_t dim = end; dim-- > begin;) {
    int64_t size = grid.getShape()[dim], block = grid.getBlock()[dim];
    if (grid.variesIn(dim))
      return run * (dim == begin ? block : std::gcd(block, size));
    run *= std::max<int64_t>(size, 1);
  }
  return run;
}

/// Blocks of the dimensions [begin, end) of `shape`, each of which lies in one
/// run of `run` elements.
static void divideRun(const MaskSizes &shape, size_t begin, size_t end,
                      int64_t run, MaskSizes &block) {
  for (size_t dim = end; dim-- > begin;) {
    int64_t size = std::max<int64_t>(shape[dim], 1);
    block[dim] = dim == begin ? std::min(run, size) : std::gcd(run, size);
    run = block[dim] == size && run % size == 0 ? run / size : 1;
  }
}

/// The index in `to` of what has the row-major number of `element` of `from`.
static MaskSizes moveIndex(const MaskSizes &element, const MaskSizes &from,
                           const MaskSizes &to) {
  int64_t number = getLinearIndex(element, from);
  MaskSizes index(to.size());
  for (size_t dim = to.size(); dim-- > 0;) {
    index[dim] = number % to[dim];
    number /= to[dim];
  }
  return index;
}

template <typename Cell>
BlockGrid<Cell> BlockGrid<Cell>::reshape(const MaskSizes &newShape) const {
  if (getNumElements() == 0)
    return BlockGrid(newShape, Cell());
  MaskSizes newBlock(newShape.size(), 1);
  size_t begin = 0, newBegin = 0;
  for (auto [end, newEnd] : findGroups(shape, newShape)) {
    divideRun(newShape, newBegin, newEnd, getRun(*this, begin, end), newBlock);
    begin = end;
    newBegin = newEnd;
  }
  MaskSizes grid(newShape.size());
  int64_t size = 1;
  for (size_t dim = 0; dim < newShape.size(); ++dim)
    size *= grid[dim] = getNumBlocks(newShape[dim], newBlock[dim]);
  std::vector<Cell> moved(size);
  MaskSizes cell(newShape.size(), 0), element(newShape.size());
  for (Cell &value : moved) {
    for (size_t dim = 0; dim < cell.size(); ++dim)
      element[dim] = cell[dim] * newBlock[dim];
    value = at(moveIndex(element, newShape, shape));
    nextIndex(cell, grid);
  }
  return ofCells(newShape, newBlock, std::move(moved));
}

template BlockGrid<uint8_t>
BlockGrid<uint8_t>::gather(const std::vector<MaskSizes> &, uint8_t) const;
template BlockGrid<int64_t>
BlockGrid<int64_t>::gather(const std::vector<MaskSizes> &, int64_t) const;
template BlockGrid<uint8_t>
BlockGrid<uint8_t>::reshape(const MaskSizes &) const;
template BlockGrid<Number>
BlockGrid<Number>::gather(const std::vector<MaskSizes> &, Number) const;
template BlockGrid<Number> BlockGrid<Number>::reshape(const MaskSizes &) const;
