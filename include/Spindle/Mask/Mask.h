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
// batch. So a set is a grid of bits, and a set of elements has one mask.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_MASK_MASK_H
#define SPINDLE_MASK_MASK_H

#include "Spindle/Mask/BlockGrid.h"

namespace spindle {

/// A set of elements of a tensor of a static shape, with a cell of 0 or 1 for
/// each block.
class Mask : public BlockGrid<uint8_t> {
public:
  Mask(BlockGrid<uint8_t> grid) : BlockGrid(std::move(grid)) {}

  /// No element of `shape`, or each.
  static Mask none(MaskSizes shape) { return BlockGrid(std::move(shape), 0); }
  static Mask all(MaskSizes shape) { return BlockGrid(std::move(shape), 1); }

  /// The elements whose cell is 1.
  static Mask ofCells(MaskSizes shape, MaskSizes block,
                      std::vector<uint8_t> cells) {
    return BlockGrid::ofCells(std::move(shape), std::move(block),
                              std::move(cells));
  }

  bool has(const MaskSizes &element) const { return at(element); }
  /// Elements in the mask.
  int64_t count() const;
  /// count() of getNumElements(), 0 of none.
  double getShare() const;
  bool isNone() const;
  bool isAll() const;

  /// What both have, either has, and this one has not. Shapes are equal.
  Mask operator&(const Mask &other) const;
  Mask operator|(const Mask &other) const;
  Mask operator~() const;
  /// Whether each element of `other` is in this one.
  bool contains(const Mask &other) const { return (*this | other) == *this; }

  /// The mask without dimension `dim` varying: a slice of which one has an
  /// element becomes a slice that has it everywhere.
  Mask spreadOver(unsigned dim) const;

  Mask gather(const std::vector<MaskSizes> &from, bool outside) const {
    return BlockGrid::gather(from, outside);
  }
  Mask reshape(const MaskSizes &newShape) const {
    return BlockGrid::reshape(newShape);
  }
};

} // namespace spindle

#endif // SPINDLE_MASK_MASK_H
