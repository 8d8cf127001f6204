//===- AxisState.h - an axis and its memory ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An axis has cells, numbered through all fibres: a cell's number is its
// position. A fibre lies under one cell of each parent of the axis; of the
// cells that it keeps, the first ones exist, or those after some that a skew
// leaves out. What a kind of axis has of its own is in FixedAxes.h,
// VariableAxis.h and ThinAxes.h.
//
// The program may write to an axis' memory after it was checked, which is
// reported when the axis is last used (Snapshots.h). Until then no query
// leaves the memory: counts are kept, and a fibre that does not fit is none.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_AXISSTATE_H
#define SPINDLE_LIB_INTERPRETER_AXISSTATE_H

#include "IntegerArray.h"

#include <memory>
#include <optional>

namespace spindle::interpreter {

/// The positions of one fibre: those that exist, from `first()` to before
/// `end`, of the `cells` that it keeps from `begin` on, of which `skipped` do
/// not exist before others that do.
struct Fibre {
  int64_t begin = 0, end = 0, cells = 0, skipped = 0;

  int64_t first() const { return begin + skipped; }
  /// The offset after the last position that exists.
  int64_t length() const { return end - begin; }
  /// How many positions exist.
  int64_t count() const { return end - first(); }
  bool holds(int64_t position) const {
    return position >= first() && position < end;
  }
  bool hasCell(int64_t position) const {
    return position >= begin && position - begin < cells;
  }
};

/// Where a coordinate was looked for.
struct LocatedCell {
  int64_t position = -1;
  bool found = false;
};

/// Positions or indices of a few axes.
using Positions = llvm::SmallVector<int64_t, 4>;

/// `positions` for an error: `2`, or `(2, 0)` where there is not one.
std::string printPositions(llvm::ArrayRef<int64_t> positions);

class AxisState;
using AxisRef = std::shared_ptr<const AxisState>;

/// An axis that the running function has made.
class AxisState {
public:
  virtual ~AxisState() = default;

  /// What is wrong with the axis, which says what claims its memory breaks;
  /// empty where nothing is. Counts the cells, and so comes before every
  /// query.
  std::string check();

  /// The number of cells of all fibres.
  int64_t size() const { return cells; }
  /// The fibre under the positions `under`, one per parent; none where the
  /// parents have no such cells below one another.
  std::optional<Fibre> fibre(llvm::ArrayRef<int64_t> under) const;
  /// The positions that `position`, below `size()`, lies under.
  virtual Positions under(int64_t position) const = 0;
  /// The coordinate of `position`, which lies in `fibre`.
  virtual int64_t coordinate(int64_t position, const Fibre &fibre) const = 0;
  /// The coordinate of `position`, below `size()`; none where it has no fibre.
  std::optional<int64_t> coordinate(int64_t position) const;
  /// Whether `position`, any number, exists, and all that it lies under.
  bool exists(int64_t position) const;
  /// Whether an array of coordinates is kept.
  virtual bool keepsCoordinates() const = 0;
  /// The cells that each fibre of an axis of fixed width keeps; none of others.
  virtual std::optional<int64_t> getWidth() const { return std::nullopt; }
  /// Whether positions of this axis, or of one it lies under, may not exist.
  bool mayLackCells() const;
  /// Whether `coordinate` lies in [from, from + extent).
  bool isInRange(int64_t coordinate) const {
    return coordinate >= from && coordinate - from < extent;
  }

  /// Where the fibre has `coordinate`, any number.
  LocatedCell locate(int64_t coordinate, const Fibre &fibre) const;
  /// The first position from `first` on, in the fibre or its end, whose
  /// coordinate is not smaller.
  LocatedCell locateFrom(int64_t coordinate, const Fibre &fibre,
                         int64_t first) const;

  /// Claims about the coordinates of each fibre.
  bool sorted = true, unique = true;
  int64_t extent = 0, from = 0;
  /// The axes that fibres lie under, and for each of them the index of the one
  /// that it lies under itself, or -1.
  llvm::SmallVector<AxisRef, 2> parents;
  llvm::SmallVector<int64_t, 2> links;

protected:
  /// Checks all but the range of coordinates, and sets `cells`.
  virtual std::string checkCells() = 0;
  /// Checks what coordinates are kept.
  virtual std::string checkCoordinates() const { return ""; }
  /// The fibre under cells of the parents; none where the memory has changed so
  /// that it does not fit.
  virtual std::optional<Fibre>
  fibreUnder(llvm::ArrayRef<int64_t> under) const = 0;
  /// Whether fibres may lack some of the cells that they keep.
  virtual bool hasLackingFibres() const { return false; }

  /// The number of positions that the fibres of an axis with at most one parent
  /// lie under.
  int64_t getParentSize() const {
    return parents.empty() ? 1 : parents.front()->size();
  }
  /// The fibre under position `under` of the only parent, 0 of a root.
  std::optional<Fibre> getFibre(int64_t under) const {
    return fibreUnder(
        llvm::ArrayRef<int64_t>(under).take_front(parents.size()));
  }
  /// Whether position `under` of the only parent exists; a root's 0 does.
  bool hasExistingParent(int64_t under) const {
    return parents.empty() || parents.front()->exists(under);
  }
  /// Sets `cells` to a product; says where it is too large.
  std::string setCells(llvm::ArrayRef<int64_t> factors);
  /// Checks the range of the coordinate of `position`.
  std::string checkRange(int64_t position, int64_t coordinate) const;
  /// Checks that the coordinate of a cell that does not exist is 0.
  std::string checkPadding(int64_t position, int64_t coordinate) const;
  /// Checks range, order and uniqueness of the coordinates of `fibre`.
  std::string checkFibre(int64_t under, const Fibre &fibre) const;

  int64_t cells = 0;

private:
  bool hasParents(llvm::ArrayRef<int64_t> under) const;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_AXISSTATE_H
