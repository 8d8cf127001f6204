//===- Mask.h - a set of elements of a tensor -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact about a tensor, such as "is zero", holds for a set of its elements. Of
// a pruned model these sets are rarely without structure: whole channels, a
// grid of blocks, or single elements of a weight that say nothing about its
// batch.
//
// A mask stores such a set over the dimensions in which it varies. It divides
// each dimension d into blocks of block[d] elements, the last one of which may
// be cut, and has one byte for each cell of the grid that they make:
//
//     element e is in the mask  <=>  cells[e[0]/block[0], e[1]/block[1], ...]
//
// A dimension in which the mask does not vary has one block, so that the mask
// of a channel vector has as many cells as there are channels:
//
//     shape 8 x 4, block 8 x 1:   cells 1 0 0 1    columns 0 and 3
//
// Blocks are the largest ones possible: block[d] is the greatest common divisor
// of all indices i > 0 at which slice i differs from slice i - 1, and the whole
// dimension if none does. So a set of elements has one mask, equal masks are
// equal member by member, and masks are combined over common divisors.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_MASK_MASK_H
#define SPINDLE_MASK_MASK_H

#include <cstdint>
#include <vector>

namespace spindle {

/// A number for each dimension, or an index in each.
using MaskSizes = std::vector<int64_t>;

/// A set of elements of a tensor of a static shape.
class Mask {
public:
  /// No element of `shape`, or each. A shape without dimensions has one
  /// element.
  static Mask none(MaskSizes shape) { return Mask(std::move(shape), 0); }
  static Mask all(MaskSizes shape) { return Mask(std::move(shape), 1); }

  /// The elements whose cell is not 0. `block` has a number of elements, at
  /// least 1, for each dimension of `shape`; `cells` one byte for each block,
  /// the last dimension running fastest.
  static Mask ofCells(MaskSizes shape, MaskSizes block,
                      std::vector<uint8_t> cells);

  const MaskSizes &getShape() const { return shape; }
  /// Elements of a block, at least 1, in each dimension.
  const MaskSizes &getBlock() const { return block; }
  /// 0 or 1 for each block, the last dimension running fastest.
  const std::vector<uint8_t> &getCells() const { return cells; }
  /// Blocks in each dimension.
  MaskSizes getGrid() const;

  /// Whether there is more than one block in dimension `dim`.
  bool variesIn(unsigned dim) const { return block[dim] < shape[dim]; }
  bool has(const MaskSizes &element) const;
  /// Elements in the mask, and of the shape.
  int64_t count() const;
  int64_t getNumElements() const;
  /// count() of getNumElements(), 0 of none.
  double getShare() const;
  bool isNone() const;
  bool isAll() const;

  /// The cells over blocks of `finer` elements, each of which divides that of
  /// this mask, or is the whole dimension where this mask does not vary.
  std::vector<uint8_t> getCellsOver(const MaskSizes &finer) const;

  /// What both have, either has, and this one has not. Shapes are equal.
  Mask operator&(const Mask &other) const;
  Mask operator|(const Mask &other) const;
  Mask operator~() const;
  bool operator==(const Mask &other) const;
  bool operator!=(const Mask &other) const { return !(*this == other); }
  /// Whether each element of `other` is in this one.
  bool contains(const Mask &other) const { return (*this | other) == *this; }

  /// The mask without dimension `dim` varying: a slice of which one has an
  /// element becomes a slice that has it everywhere.
  Mask spreadOver(unsigned dim) const;

  /// The mask of another tensor whose element e is that of this one at
  /// from[d][e[d]] in each dimension d, or `outside` where one of these is -1.
  /// A slice, a pad and what they undo move elements so.
  Mask gather(const std::vector<MaskSizes> &from, bool outside) const;

  /// The mask of the same elements, in row-major order, under another shape.
  Mask reshape(const MaskSizes &newShape) const;

private:
  Mask(MaskSizes shape, uint8_t cell);
  Mask() = default;

  /// Makes the blocks the largest ones.
  void coarsen();

  MaskSizes shape;
  MaskSizes block;
  std::vector<uint8_t> cells;
};

/// Blocks of `block` elements in a dimension of `size`.
inline int64_t getNumBlocks(int64_t size, int64_t block) {
  return (size + block - 1) / block;
}

/// The index of `element` in a row-major array of `sizes`.
int64_t getLinearIndex(const MaskSizes &element, const MaskSizes &sizes);

/// The next index in `sizes`, the last dimension running fastest; false, and
/// zeros, behind the last.
bool nextIndex(MaskSizes &index, const MaskSizes &sizes);

} // namespace spindle

#endif // SPINDLE_MASK_MASK_H
