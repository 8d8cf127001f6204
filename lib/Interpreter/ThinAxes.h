//===- ThinAxes.h - axes whose fibres have one cell -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_THINAXES_H
#define SPINDLE_LIB_INTERPRETER_THINAXES_H

#include "Grid.h"
#include "VariableAxis.h"

namespace spindle::interpreter {

/// An axis that has one cell for each cell of a grid, with its number.
class GridAxis : public AxisState {
public:
  Positions under(int64_t position) const override;

  /// The parents and all that they lie under.
  Grid grid;
  /// The grid's entry of each parent.
  llvm::SmallVector<int64_t, 4> entries;

protected:
  std::string checkCells() override { return setCells(grid.getExtents()); }
  /// The cell under the positions of the parents; none where there is none.
  std::optional<int64_t> getCell(llvm::ArrayRef<int64_t> under) const;
};

/// singleton: each cell has a coordinate, 0 where it does not exist.
class SingletonAxis : public GridAxis {
public:
  int64_t coordinate(int64_t position, const Fibre &) const override {
    return coordinates[position];
  }
  using AxisState::coordinate;
  bool keepsCoordinates() const override { return true; }

  CellArray coordinates;

protected:
  std::string checkCoordinates() const override;
  std::optional<Fibre> fibreUnder(llvm::ArrayRef<int64_t> under) const override;
};

/// occupancy: a cell exists where its bit is not 0.
class OccupancyAxis : public GridAxis {
public:
  int64_t coordinate(int64_t, const Fibre &) const override { return 0; }
  using AxisState::coordinate;
  bool keepsCoordinates() const override { return false; }

  CellArray bits;

protected:
  std::string checkCells() override;
  std::optional<Fibre> fibreUnder(llvm::ArrayRef<int64_t> under) const override;
  bool hasLackingFibres() const override { return true; }
};

/// product: the parents are the axis that both factors lie under, the first
/// factor and the second.
class ProductAxis : public AxisState {
public:
  Positions under(int64_t position) const override;
  int64_t coordinate(int64_t, const Fibre &) const override { return 0; }
  using AxisState::coordinate;
  bool keepsCoordinates() const override { return false; }

  IntegerArray offsets;

protected:
  std::string checkCells() override;
  std::optional<Fibre> fibreUnder(llvm::ArrayRef<int64_t> under) const override;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_THINAXES_H
