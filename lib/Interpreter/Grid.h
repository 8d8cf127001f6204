//===- Grid.h - the cells of a list of axes ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values on a list of axes lie in the dimensions that the layout rule opens,
// each of which belongs to one entry of the list: it is indexed by the offsets
// of that entry's axis where its width is fixed, else by its positions. A grid
// says which element is where, both ways.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_GRID_H
#define SPINDLE_LIB_INTERPRETER_GRID_H

#include "AxisState.h"

#include "Spindle/Dialect/Axis/IR/AxisList.h"

#include <functional>
#include <limits>

namespace spindle::interpreter {

/// Stands for a coordinate that is not asked for.
constexpr int64_t kAnyCoordinate = std::numeric_limits<int64_t>::min();

/// What is known of a list before its axes are made.
struct GridShape {
  /// For each entry, the entries of its axis' parents.
  axis::ParentLists parents;
  /// For each entry, whether elements have a coordinate on its axis.
  llvm::SmallVector<bool, 4> isDimension;
  /// For each storage dimension, the entry that it belongs to.
  llvm::SmallVector<int64_t, 4> dims;
};

/// The cells of a list of axes.
class Grid {
public:
  Grid() = default;
  Grid(std::shared_ptr<const GridShape> shape,
       llvm::SmallVector<const AxisState *, 4> axes)
      : shape(std::move(shape)), axes(std::move(axes)) {}

  unsigned getNumEntries() const { return axes.size(); }
  unsigned getRank() const { return shape->dims.size(); }
  const AxisState &getAxis(unsigned entry) const { return *axes[entry]; }
  bool isDimension(unsigned entry) const { return shape->isDimension[entry]; }
  /// The axis that storage dimension `dim` belongs to.
  const AxisState &getDimAxis(unsigned dim) const {
    return *axes[shape->dims[dim]];
  }
  /// The number of cells of storage dimension `dim`.
  int64_t getExtent(unsigned dim) const;
  /// The numbers of cells of all storage dimensions.
  Positions getExtents() const;
  /// The index in storage dimension `dim` of a position of its axis.
  int64_t getIndex(unsigned dim, int64_t position) const;
  /// The positions that entry `entry` lies under, of the `positions` of all
  /// entries.
  Positions getUnder(unsigned entry, llvm::ArrayRef<int64_t> positions) const;

  /// Sets the positions that entry `entry`, whose own is known, lies under.
  void setUnder(unsigned entry, Positions &positions) const;

  /// The indices of the element at the `positions` of all entries.
  Positions getIndices(llvm::ArrayRef<int64_t> positions) const;
  /// The positions of all entries at storage `indices`, which are in range;
  /// none where the axes have none there.
  std::optional<Positions> getPositions(llvm::ArrayRef<int64_t> indices) const;
  /// The row-major number of the cell at `indices`, and the indices of a cell.
  int64_t getCell(llvm::ArrayRef<int64_t> indices) const;
  Positions getIndicesOfCell(int64_t cell) const;

  /// The positions of the first element with these coordinates, one per entry
  /// (those of axes without coordinates do not count), or kAnyCoordinate; none
  /// where it is missing.
  std::optional<Positions> locate(llvm::ArrayRef<int64_t> coordinates) const;

  /// Whether there may be cells that are not elements.
  bool mayLackCells() const;
  /// Whether there is an element at storage `indices`, which are in range.
  bool exists(llvm::ArrayRef<int64_t> indices) const;

  /// Called with an element's positions and coordinates, one per entry; false
  /// to stop.
  using Visit = std::function<bool(llvm::ArrayRef<int64_t> positions,
                                   llvm::ArrayRef<int64_t> coordinates)>;
  /// Visits all elements, the first entry outermost, each fibre in order; false
  /// where a visit was, or a fibre has changed so that it does not fit.
  bool walk(const Visit &visit) const;

private:
  /// Adds the positions from entry `entry` on of the first element that has
  /// `coordinates`; false where there is none below `positions`.
  bool locateFrom(unsigned entry, llvm::ArrayRef<int64_t> coordinates,
                  Positions &positions) const;
  bool walkFrom(unsigned entry, Positions &positions, Positions &coordinates,
                const Visit &visit) const;

  std::shared_ptr<const GridShape> shape;
  llvm::SmallVector<const AxisState *, 4> axes;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_GRID_H
