//===- Mask.cpp - a set of elements of a tensor ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Mask/Mask.h"

#include <algorithm>

using namespace spindle;

int64_t Mask::count() const {
  int64_t sum = 0;
  forCells([&](uint8_t cell, int64_t elements) { sum += cell * elements; });
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

Mask Mask::operator&(const Mask &other) const {
  return combineCells(*this, other,
                      [](uint8_t a, uint8_t b) { return uint8_t(a & b); });
}

Mask Mask::operator|(const Mask &other) const {
  return combineCells(*this, other,
                      [](uint8_t a, uint8_t b) { return uint8_t(a | b); });
}

Mask Mask::operator~() const {
  Mask result = *this;
  for (uint8_t &cell : result.cells)
    cell ^= 1;
  return result;
}

Mask Mask::spreadOver(unsigned dim) const {
  MaskSizes grid = getGrid(), whole = block;
  whole[dim] = std::max<int64_t>(shape[dim], 1);
  int64_t stride = 1;
  for (size_t inner = dim + 1; inner < grid.size(); ++inner)
    stride *= grid[inner];
  int64_t slab = stride * grid[dim];
  std::vector<uint8_t> spread(slab ? cells.size() / grid[dim] : 0, 0);
  for (size_t i = 0; i < cells.size(); ++i)
    spread[int64_t(i) / slab * stride + int64_t(i) % stride] |= cells[i];
  return ofCells(shape, whole, std::move(spread));
}
