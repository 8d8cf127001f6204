//===- FormatPlan.h - axes of a tensor --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor's list has an axis for each level of its format, and last, where the
// format keeps a bitmap, an occupancy on all of them:
//
//   dense       dense_fixed; of a remainder, cut where its dividend ends
//   compressed  sparse_variable; a root's count is that of its coordinates
//   variable    dense_variable
//   fixed       sparse_fixed, with lengths where the format keeps them
//   singleton   singleton
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_FORMATPLAN_H
#define SPINDLE_LIB_INTERPRETER_FORMATPLAN_H

#include "Grid.h"
#include "IndexMap.h"
#include "Machine.h"

namespace spindle::interpreter {

/// Some axes of a tensor's list, with all that they lie under.
struct FormatList {
  /// The grid of these axes, of which `axes` has all of the tensor.
  Grid makeGrid(llvm::ArrayRef<AxisRef> axes) const;

  /// Their entries in the tensor's list, in order.
  llvm::SmallVector<int64_t, 4> entries;
  std::shared_ptr<const GridShape> shape;
};

/// An axis of a tensor's list.
struct FormatEntry {
  /// Null for the occupancy.
  sparse::LevelAttr level;
  axis::AxisType type;
  /// The entries that it lies under, and for each of them the index here of the
  /// one that it lies under itself, or -1.
  llvm::SmallVector<int64_t, 2> parents, links;
  /// The entry by whose coordinate it is cut, and the one that it is skewed
  /// along; -1 where there is none.
  int64_t cut = -1, skew = -1;
  bool keepsLengths = false;
  /// All that it lies under.
  FormatList above;
};

/// An array of a tensor's structure.
struct FormatArray {
  /// "positions", "coordinates", "lengths" or "bitmap".
  llvm::StringRef what;
  /// Of which level; -1 for the bitmap.
  int64_t level;
  /// Null where the tensor has none.
  const Memory *memory;
  /// What it should be; unknown sizes are kDynamic.
  mlir::Type elementType;
  llvm::SmallVector<int64_t> shape;
};

/// How a tensor's levels become axes.
class FormatPlan {
public:
  /// Of a tensor's type; none where it has a level that is not known.
  static std::optional<FormatPlan> make(sparse::SparseTensorType type);

  /// The arrays that `tensor` should have.
  std::vector<FormatArray> getArrays(const Tensor &tensor) const;
  /// Takes snapshots of the arrays of `tensor`, which has them.
  void takeSnapshots(const Tensor &tensor,
                     std::vector<Snapshot> &snapshots) const;
  /// Makes the axes of `tensor`, which has the arrays. What is wrong with one;
  /// empty where nothing is.
  std::string makeAxes(const Tensor &tensor,
                       llvm::SmallVectorImpl<AxisRef> &axes) const;
  /// The grid of the axes of all levels.
  Grid makeGrid(llvm::ArrayRef<AxisRef> axes) const {
    return list.makeGrid(axes);
  }

  /// Whether coordinates on some levels do not follow from those of the
  /// dimensions.
  bool hasNumbersOfPattern() const { return map.hasNumbersOfPattern(); }
  /// The coordinates of all axes, 0 of the occupancy, at the coordinates `dims`
  /// of the dimensions, and back.
  Positions getCoordinates(llvm::ArrayRef<int64_t> dims) const;
  Positions getDims(llvm::ArrayRef<int64_t> coordinates) const {
    return map.getDims(coordinates);
  }

private:
  explicit FormatPlan(IndexMap map) : map(std::move(map)) {}
  bool addEntry(sparse::FormatAttr format, unsigned number,
                llvm::ArrayRef<axis::AxisType> types);
  void appendArrays(const Tensor &tensor, unsigned number,
                    std::vector<FormatArray> &arrays) const;
  std::string checkDims(const Tensor &tensor, const Grid &grid) const;

  IndexMap map;
  llvm::SmallVector<FormatEntry, 4> entries;
  /// All entries.
  FormatList list;
};

/// All integers of `memory`, in row-major order.
IntegerArray getIntegers(const Memory &memory);

/// What refuses a tensor that has no plan.
constexpr llvm::StringLiteral kUnknownFormat =
    "expected a format whose levels are dimensions, or quotients and "
    "remainders of one";

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_FORMATPLAN_H
