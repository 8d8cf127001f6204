//===- Mask.cpp - a set of elements of a tensor ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Mask/Mask.h"

#include <algorithm>
#include <cassert>
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

Mask::Mask(MaskSizes given, uint8_t cell)
    : shape(std::move(given)), block(getWhole(shape)) {
  cells.assign(getProduct(getGrid()), cell);
}

Mask Mask::ofCells(MaskSizes shape, MaskSizes block,
                   std::vector<uint8_t> cells) {
  Mask mask;
  mask.shape = std::move(shape);
  mask.block = std::move(block);
  mask.cells = std::move(cells);
  assert(mask.cells.size() == size_t(getProduct(mask.getGrid())) &&
         "expected a cell for each block");
  mask.coarsen();
  return mask;
}

MaskSizes Mask::getGrid() const { return getGridOf(shape, block); }

bool Mask::has(const MaskSizes &element) const {
  MaskSizes cell(element.size());
  for (size_t dim = 0; dim < element.size(); ++dim)
    cell[dim] = element[dim] / block[dim];
  return cells[getLinearIndex(cell, getGrid())];
}

int64_t Mask::getNumElements() const { return getProduct(shape); }

int64_t Mask::count() const {
  int64_t sum = 0;
  MaskSizes grid = getGrid(), cell(grid.size(), 0);
  for (uint8_t held : cells) {
    int64_t elements = held;
    for (size_t dim = 0; held && dim < grid.size(); ++dim)
      elements *= std::min(block[dim], shape[dim] - cell[dim] * block[dim]);
    sum += elements;
    nextIndex(cell, grid);
  }
  return sum;
}

double Mask::getShare() const {
  int64_t elements = getNumElements();
  return elements ? double(count()) / double(elements) : 0;
}

bool Mask::isNone() const {
  return std::find(cells.begin(), cells.end(), 1) == cells.end();
}

bool Mask::isAll() const {
  return std::find(cells.begin(), cells.end(), 0) == cells.end();
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
template <typename From>
static std::vector<uint8_t> pickSlices(const std::vector<uint8_t> &cells,
                                       const MaskSizes &grid, size_t dim,
                                       int64_t size, From from) {
  int64_t stride = getStride(grid, dim);
  int64_t slab = stride * grid[dim];
  int64_t outer = slab ? int64_t(cells.size()) / slab : 0;
  std::vector<uint8_t> picked(outer * size * stride);
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < size; ++i)
      std::copy_n(cells.begin() + o * slab + from(i) * stride, stride,
                  picked.begin() + (o * size + i) * stride);
  return picked;
}

std::vector<uint8_t> Mask::getCellsOver(const MaskSizes &finer) const {
  std::vector<uint8_t> result = cells;
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
static int64_t getStep(const std::vector<uint8_t> &cells, const MaskSizes &grid,
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

void Mask::coarsen() {
  if (cells.empty()) {
    block = getWhole(shape);
    cells.assign(getProduct(getGrid()), 0);
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

/// The coarsest blocks that divide those of both.
static MaskSizes getCommonBlock(const Mask &a, const Mask &b) {
  MaskSizes block(a.getShape().size());
  for (size_t dim = 0; dim < block.size(); ++dim) {
    if (!a.variesIn(dim))
      block[dim] = b.getBlock()[dim];
    else if (!b.variesIn(dim))
      block[dim] = a.getBlock()[dim];
    else
      block[dim] = std::gcd(a.getBlock()[dim], b.getBlock()[dim]);
  }
  return block;
}

template <typename Combine>
static Mask combine(const Mask &a, const Mask &b, Combine function) {
  assert(a.getShape() == b.getShape() && "expected masks of one shape");
  MaskSizes block = getCommonBlock(a, b);
  std::vector<uint8_t> cells = a.getCellsOver(block);
  std::vector<uint8_t> others = b.getCellsOver(block);
  std::transform(cells.begin(), cells.end(), others.begin(), cells.begin(),
                 function);
  return Mask::ofCells(a.getShape(), block, std::move(cells));
}

Mask Mask::operator&(const Mask &other) const {
  return combine(*this, other, [](uint8_t a, uint8_t b) { return a & b; });
}

Mask Mask::operator|(const Mask &other) const {
  return combine(*this, other, [](uint8_t a, uint8_t b) { return a | b; });
}

Mask Mask::operator~() const {
  Mask result = *this;
  for (uint8_t &cell : result.cells)
    cell ^= 1;
  return result;
}

bool Mask::operator==(const Mask &other) const {
  return shape == other.shape && block == other.block && cells == other.cells;
}

Mask Mask::spreadOver(unsigned dim) const {
  MaskSizes grid = getGrid();
  int64_t stride = getStride(grid, dim), slab = stride * grid[dim];
  std::vector<uint8_t> spread =
      pickSlices(cells, grid, dim, slab ? 1 : 0, [](int64_t) { return 0; });
  for (size_t i = 0; i < cells.size(); ++i)
    spread[int64_t(i) / slab * stride + int64_t(i) % stride] |= cells[i];
  MaskSizes whole = block;
  whole[dim] = std::max<int64_t>(shape[dim], 1);
  return ofCells(shape, whole, std::move(spread));
}
