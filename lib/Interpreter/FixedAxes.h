//===- FixedAxes.h - axes of fixed width ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_FIXEDAXES_H
#define SPINDLE_LIB_INTERPRETER_FIXEDAXES_H

#include "AxisState.h"

namespace spindle::interpreter {

/// An axis of which each fibre keeps `width` cells: the fibre under position
/// `p` those from `p * width` on. A number per fibre, `lengths`, may say how
/// many of them exist, or a cut, which leaves the cells beyond the end of a
/// dimension out.
class FixedAxis : public AxisState {
public:
  /// The size of the dimension that the axis divides into blocks, how many
  /// coordinates a block has, and how many steps from parent to parent, from
  /// the only parent on, it is to the axis of the blocks.
  struct Cut {
    int64_t size, block;
    unsigned steps;
  };

  Positions under(int64_t position) const override;
  std::optional<int64_t> getWidth() const override { return width; }
  /// The coordinate of the axis that the cut is by, above position `under` of
  /// the parent; none where there is none.
  std::optional<int64_t> getCutCoordinate(int64_t under) const {
    return getCoordinateAbove(under, cut->steps);
  }

  int64_t width = 0;
  CellArray lengths;
  std::optional<Cut> cut;

protected:
  std::string checkCells() override;
  std::optional<Fibre> fibreUnder(llvm::ArrayRef<int64_t> under) const override;
  bool hasLackingFibres() const override { return lengths || cut; }
  /// The coordinate of the axis so many steps above the only parent, above
  /// position `under` of the parent; none where there is none.
  std::optional<int64_t> getCoordinateAbove(int64_t under,
                                            unsigned steps) const;

private:
  /// How many cells of the fibre under `under` exist; none where the array has
  /// changed so that it does not fit.
  std::optional<int64_t> countExisting(int64_t under) const;
};

/// dense_fixed: coordinates are the offsets in the fibre. A skew leaves the
/// cells out whose sum with a coordinate above them is outside of a dimension.
class DenseFixedAxis : public FixedAxis {
public:
  /// The size of the dimension, and how many steps from parent to parent, from
  /// the only parent on, it is to the axis of the other coordinate.
  struct Skew {
    int64_t size;
    unsigned steps;
  };

  int64_t coordinate(int64_t position, const Fibre &fibre) const override {
    return position - fibre.begin;
  }
  using AxisState::coordinate;
  bool keepsCoordinates() const override { return false; }
  /// The coordinate of the axis that the skew is along, above position `under`
  /// of the parent; none where there is none.
  std::optional<int64_t> getSkewCoordinate(int64_t under) const {
    return getCoordinateAbove(under, skew->steps);
  }

  std::optional<Skew> skew;

protected:
  std::string checkCells() override;
  std::optional<Fibre> fibreUnder(llvm::ArrayRef<int64_t> under) const override;
  bool hasLackingFibres() const override {
    return skew || FixedAxis::hasLackingFibres();
  }
};

/// sparse_fixed: one coordinate per cell, 0 of cells that do not exist.
class SparseFixedAxis : public FixedAxis {
public:
  int64_t coordinate(int64_t position, const Fibre &) const override {
    return coordinates[position];
  }
  using AxisState::coordinate;
  bool keepsCoordinates() const override { return true; }

  CellArray coordinates;

protected:
  std::string checkCoordinates() const override;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_FIXEDAXES_H
