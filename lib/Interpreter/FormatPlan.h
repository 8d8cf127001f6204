//===- FormatPlan.h - axes of a tensor --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_FORMATPLAN_H
#define SPINDLE_LIB_INTERPRETER_FORMATPLAN_H

#include "Grid.h"
#include "Machine.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::interpreter {

/// How a tensor's levels become axes: one per level, dense_fixed of a dense
/// level and sparse_variable of a compressed one.
class FormatPlan {
public:
  /// Of a tensor's type; none where a level is of another kind, is a root
  /// though it is compressed, or is not a dimension as it stands.
  static std::optional<FormatPlan> make(sparse::SparseTensorType type);

  /// Makes the axes of `tensor`. What is wrong with one; empty where nothing
  /// is.
  std::string makeAxes(const Tensor &tensor,
                       llvm::SmallVectorImpl<AxisRef> &axes) const;
  /// Takes snapshots of the arrays of `tensor`.
  void takeSnapshots(const Tensor &tensor,
                     std::vector<Snapshot> &snapshots) const;
  /// The dimension of the tensor that is the coordinate of level `level`.
  int64_t getDim(unsigned level) const { return levels[level].dim; }
  unsigned getNumLevels() const { return levels.size(); }
  /// The grid of the axes of all levels.
  Grid makeGrid(llvm::ArrayRef<AxisRef> axes) const;

private:
  struct Level {
    /// The level that it lies under; -1 for a root.
    int64_t parent;
    int64_t dim;
    axis::AxisType type;
  };

  AxisRef makeAxis(const Tensor &tensor, unsigned level,
                   llvm::ArrayRef<AxisRef> axes, std::string &fault) const;

  llvm::SmallVector<Level, 4> levels;
  std::shared_ptr<const GridShape> shape;
};

/// What refuses a tensor that has no plan.
constexpr llvm::StringLiteral kUnknownFormat =
    "expected a format of dense levels and compressed levels with a parent, "
    "each a dimension as it stands";

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_FORMATPLAN_H
