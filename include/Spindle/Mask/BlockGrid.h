//===- BlockGrid.h - a cell for each block of a tensor ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a tensor's elements is stored over the dimensions in which
// it varies. A grid divides each dimension d into blocks of block[d] elements,
// the last one of which may be cut, and has one cell for each block:
//
//     element e has cells[e[0]/block[0], e[1]/block[1], ...]
//
// A dimension in which nothing varies has one block, so that the grid of a
// channel vector has as many cells as there are channels:
//
//     shape 8 x 4, block 8 x 1:   cells a b b c    columns 0 to 3
//
// Blocks are the largest ones possible: block[d] is the greatest common divisor
// of all indices i > 0 at which slice i differs from slice i - 1, and the whole
// dimension if none does. So grids that say the same are equal member by
// member, and grids are combined over common divisors.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_MASK_BLOCKGRID_H
#define SPINDLE_MASK_BLOCKGRID_H

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

namespace spindle {

/// A number for each dimension, or an index in each.
using MaskSizes = std::vector<int64_t>;

/// Blocks of `block` elements in a dimension of `size`.
inline int64_t getNumBlocks(int64_t size, int64_t block) {
  return (size + block - 1) / block;
}

/// The index of `element` in a row-major array of `sizes`.
int64_t getLinearIndex(const MaskSizes &element, const MaskSizes &sizes);

/// The next index in `sizes`, the last dimension running fastest; false, and
/// zeros, behind the last.
bool nextIndex(MaskSizes &index, const MaskSizes &sizes);

/// The coarsest blocks that divide blocks of `a` and of `b` elements.
MaskSizes getCommonBlock(const MaskSizes &shape, const MaskSizes &a,
                         const MaskSizes &b);

/// A cell for each element of a tensor of a static shape. A shape without
/// dimensions has one element.
template <typename Cell> class BlockGrid {
public:
  /// `cell` for each element.
  BlockGrid(MaskSizes shape, Cell cell);

  /// `block` has a number of elements, at least 1, for each dimension of
  /// `shape`; `cells` has one for each block, the last dimension running
  /// fastest.
  static BlockGrid ofCells(MaskSizes shape, MaskSizes block,
                           std::vector<Cell> cells);

  const MaskSizes &getShape() const { return shape; }
  /// Elements of a block, at least 1, in each dimension.
  const MaskSizes &getBlock() const { return block; }
  /// For each block, the last dimension running fastest.
  const std::vector<Cell> &getCells() const { return cells; }
  /// Blocks in each dimension.
  MaskSizes getGrid() const;
  int64_t getNumElements() const;

  /// Whether there is more than one block in dimension `dim`.
  bool variesIn(unsigned dim) const { return block[dim] < shape[dim]; }
  const Cell &at(const MaskSizes &element) const;

  /// Calls `visit` with each cell and the number of its elements.
  template <typename Visit> void forCells(Visit visit) const {
    MaskSizes grid = getGrid(), cell(grid.size(), 0);
    for (const Cell &held : cells) {
      int64_t elements = 1;
      for (size_t dim = 0; dim < grid.size(); ++dim)
        elements *= std::min(block[dim], shape[dim] - cell[dim] * block[dim]);
      visit(held, elements);
      nextIndex(cell, grid);
    }
  }

  /// The cells over blocks of `finer` elements, each of which divides that of
  /// this grid, or is the whole dimension where this grid does not vary.
  std::vector<Cell> getCellsOver(const MaskSizes &finer) const;

  bool operator==(const BlockGrid &other) const;
  bool operator!=(const BlockGrid &other) const { return !(*this == other); }

  /// The grid of another tensor whose element e has the cell of this one at
  /// from[d][e[d]] in each dimension d, or `outside` where one of these is -1.
  /// A slice, a pad and what they undo move elements so.
  BlockGrid gather(const std::vector<MaskSizes> &from, Cell outside) const;

  /// The grid of the same elements, in row-major order, under another shape.
  BlockGrid reshape(const MaskSizes &newShape) const;

protected:
  BlockGrid() = default;

  /// Makes the blocks the largest ones.
  void coarsen();

  MaskSizes shape;
  MaskSizes block;
  std::vector<Cell> cells;
};

/// The grid of `function` of the cells of two grids of one shape.
template <typename A, typename B, typename Function>
auto combineCells(const BlockGrid<A> &a, const BlockGrid<B> &b,
                  Function function) {
  assert(a.getShape() == b.getShape() && "expected grids of one shape");
  using Result = decltype(function(a.getCells()[0], b.getCells()[0]));
  MaskSizes block = getCommonBlock(a.getShape(), a.getBlock(), b.getBlock());
  std::vector<A> left = a.getCellsOver(block);
  std::vector<B> right = b.getCellsOver(block);
  std::vector<Result> cells(left.size());
  std::transform(left.begin(), left.end(), right.begin(), cells.begin(),
                 function);
  return BlockGrid<Result>::ofCells(a.getShape(), block, std::move(cells));
}

/// The grid of `function` of each cell.
template <typename A, typename Function>
auto mapCells(const BlockGrid<A> &a, Function function) {
  using Result = decltype(function(a.getCells()[0]));
  std::vector<Result> cells(a.getCells().size());
  std::transform(a.getCells().begin(), a.getCells().end(), cells.begin(),
                 function);
  return BlockGrid<Result>::ofCells(a.getShape(), a.getBlock(),
                                    std::move(cells));
}

} // namespace spindle

#endif // SPINDLE_MASK_BLOCKGRID_H
