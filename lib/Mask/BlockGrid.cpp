//===- BlockGrid.cpp - a cell for each block of a tensor ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Mask/BlockGrid.h"
#include "Spindle/Mask/Number.h"

#include <numeric>

using namespace spindle;

int64_t spindle::getLinearIndex(const MaskSizes &element,
                                const MaskSizes &sizes) {
  int64_t index = 0;
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    index = index * sizes[dim] + element[dim];
  return index;
}

bool spindle::nextIndex(MaskSizes &index, const MaskSizes &sizes) {
  for (size_t dim = sizes.size(); dim-- > 0;) {
    if (++index[dim] < sizes[dim])
      return true;
    index[dim] = 0;
  }
  return false;
}

static int64_t getProduct(const MaskSizes &sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

/// Blocks of whole dimensions.
static MaskSizes getWhole(const MaskSizes &shape) {
  MaskSizes whole = shape;
  for (int64_t &size : whole)
    size = std::max<int64_t>(size, 1);
  return whole;
}

static MaskSizes getGridOf(const MaskSizes &shape, const MaskSizes &block) {
  MaskSizes grid(shape.size());
  for (size_t dim = 0; dim < shape.size(); ++dim)
    grid[dim] = getNumBlocks(shape[dim], block[dim]);
  return grid;
}

MaskSizes spindle::getCommonBlock(const MaskSizes &shape, const MaskSizes &a,
                                  const MaskSizes &b) {
  MaskSizes block(shape.size());
  for (size_t dim = 0; dim < block.size(); ++dim) {
    if (a[dim] >= shape[dim])
      block[dim] = b[dim];
    else if (b[dim] >= shape[dim])
      block[dim] = a[dim];
    else
      block[dim] = std::gcd(a[dim], b[dim]);
  }
  return block;
}

template <typename Cell>
BlockGrid<Cell>::BlockGrid(MaskSizes given, Cell cell)
    : shape(std::move(given)), block(getWhole(shape)) {
  cells.assign(getProduct(getGrid()), cell);
}

template <typename Cell>
BlockGrid<Cell> BlockGrid<Cell>::ofCells(MaskSizes shape, MaskSizes block,
                                         std::vector<Cell> cells) {
  BlockGrid grid;
  grid.shape = std::move(shape);
  grid.block = std::move(block);
  grid.cells = std::move(cells);
  assert(grid.cells.size() == size_t(getProduct(grid.getGrid())) &&
         "expected a cell for each block");
  grid.coarsen();
  return grid;
}

template <typename Cell> MaskSizes BlockGrid<Cell>::getGrid() const {
  return getGridOf(shape, block);
}

template <typename Cell>
const Cell &BlockGrid<Cell>::at(const MaskSizes &element) const {
  int64_t index = 0;
  for (size_t dim = 0; dim < element.size(); ++dim)
    index = index * getNumBlocks(shape[dim], block[dim]) +
            element[dim] / block[dim];
  return cells[index];
}

template <typename Cell> int64_t BlockGrid<Cell>::getNumElements() const {
  return getProduct(shape);
}

/// How far apart cells are that follow one another in dimension `dim`.
static int64_t getStride(const MaskSizes &grid, size_t dim) {
  int64_t stride = 1;
  for (size_t inner = dim + 1; inner < grid.size(); ++inner)
    stride *= grid[inner];
  return stride;
}

/// `cells` on `grid`, of which dimension `dim` takes cell `from(i)` as its i-th
/// of `size`.
template <typename Cell, typename From>
static std::vector<Cell> pickSlices(const std::vector<Cell> &cells,
                                    const MaskSizes &grid, size_t dim,
                                    int64_t size, From from) {
  int64_t stride = getStride(grid, dim);
  int64_t slab = stride * grid[dim];
  int64_t outer = slab ? int64_t(cells.size()) / slab : 0;
  std::vector<Cell> picked(outer * size * stride);
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < size; ++i)
      std::copy_n(cells.begin() + o * slab + from(i) * stride, stride,
                  picked.begin() + (o * size + i) * stride);
  return picked;
}

template <typename Cell>
std::vector<Cell> BlockGrid<Cell>::getCellsOver(const MaskSizes &finer) const {
  std::vector<Cell> result = cells;
  MaskSizes grid = getGrid();
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int64_t size = getNumBlocks(shape[dim], finer[dim]);
    if (size == grid[dim])
      continue;
    assert(block[dim] % finer[dim] == 0 || grid[dim] == 1);
    result = pickSlices(result, grid, dim, size,
                        [&](int64_t i) { return i * finer[dim] / block[dim]; });
    grid[dim] = size;
  }
  return result;
}

/// The blocks at which slices of dimension `dim` change have a common divisor
/// of blocks, 0 if no slice differs from the one before it.
template <typename Cell>
static int64_t getStep(const std::vector<Cell> &cells, const MaskSizes &grid,
                       size_t dim) {
  int64_t stride = getStride(grid, dim);
  int64_t slab = stride * grid[dim];
  int64_t step = 0;
  for (int64_t i = 1; i < grid[dim] && step != 1; ++i)
    for (int64_t base = i * stride; base < int64_t(cells.size()); base += slab)
      if (!std::equal(cells.begin() + base, cells.begin() + base + stride,
                      cells.begin() + base - stride)) {
        step = std::gcd(step, i);
        break;
      }
  return step;
}

template <typename Cell> void BlockGrid<Cell>::coarsen() {
  if (cells.empty()) {
    block = getWhole(shape);
    cells.assign(getProduct(getGrid()), Cell());
    return;
  }
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    MaskSizes grid = getGrid();
    int64_t step = getStep(cells, grid, dim);
    if (step == 1)
      continue;
    int64_t size = step ? getNumBlocks(grid[dim], step) : 1;
    cells =
        pickSlices(cells, grid, dim, size, [&](int64_t i) { return i * step; });
    block[dim] = step ? block[dim] * step : shape[dim];
  }
}

template <typename Cell>
bool BlockGrid<Cell>::operator==(const BlockGrid &other) const {
  return shape == other.shape && block == other.block && cells == other.cells;
}

template class spindle::BlockGrid<uint8_t>;
template class spindle::BlockGrid<int64_t>;
template class spindle::BlockGrid<Number>;
