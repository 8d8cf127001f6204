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
/// many of them exist.
class FixedAxis : public AxisState {
public:
  Positions under(int64_t position) const override;
  std::optional<int64_t> getWidth() const override { return width; }

  int64_t width = 0;
  CellArray lengths;

protected:
  std::string checkCells() override;
  std::optional<Fibre> fibreUnder(llvm::ArrayRef<int64_t> under) const override;
  bool hasLackingFibres() const override { return bool(lengths); }
  /// How many cells of the fibre under `under` exist; none where the array has
  /// changed so that it does not fit.
  virtual std::optional<int64_t> countExisting(int64_t under) const;
};

/// dense_fixed: coordinates are the offsets in the fibre. A cut leaves the
/// cells beyond the end of a dimension out.
class DenseFixedAxis : public FixedAxis {
public:
  /// The size of the dimension that the axis divides into blocks, and how many
  /// steps from parent to parent, from the only parent on, it is to the axis of
  /// the blocks.
  struct Cut {
    int64_t size;
    unsigned steps;
  };

  int64_t coordinate(int64_t position, const Fibre &fibre) const override {
    return position - fibre.begin;
  }
  using AxisState::coordinate;
  bool keepsCoordinates() const override { return false; }
  /// The coordinate of the axis that the cut is by, above position `under` of
  /// the parent; none where there is none.
  std::optional<int64_t> getCutCoordinate(int64_t under) const;

  std::optional<Cut> cut;

protected:
  std::string checkCells() override;
  bool hasLackingFibres() const override { return lengths || cut; }
  std::optional<int64_t> countExisting(int64_t under) const override;
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
