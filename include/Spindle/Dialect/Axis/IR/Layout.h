//===- Layout.h - how values lie in memory ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The layout rule. Walk a buffer's list of axes, parents first. A root or an
// axis of fixed width opens a storage dimension. An axis of variable fibres
// closes the dimensions of its listed ancestors, since its positions count
// through all of their fibres, and opens one instead of the first; so does
// a product, whose factors open none. A singleton and an occupancy open none:
// they have one cell where their parents have one. So each storage dimension
// belongs to one axis, by whose positions (roots, variable axes, products) or
// offsets (fixed axes with a parent) it is indexed:
//
//   CSR    (I, J of I)                      [p]        p a position of J
//   dense  (I, K)                           [i, k]
//   BSR    (IO, JO of IO, II of IO, JI of JO)  [p, b, c]  p a position of JO
//   SELL   (PO, S of PO, PI of PO, J of (S, PI))  [s, C]  s a position of S
//   ragged batch  (B, I of B, J of B, IJ of (I, J))  [q]  q a position of IJ
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_LAYOUT_H
#define SPINDLE_DIALECT_AXIS_IR_LAYOUT_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "mlir/IR/ValueRange.h"
#include "mlir/Support/LLVM.h"

namespace spindle::axis {

/// The storage dimensions of values on a list of axes.
struct Layout {
  /// The axes, parents first.
  llvm::SmallVector<mlir::Value> axes;
  /// For each axis, the indices in `axes` of its parents' entries.
  ParentLists parents;
  /// For each storage dimension, the index in `axes` of the axis it belongs to.
  llvm::SmallVector<int64_t> dims;

  /// The number of storage dimensions.
  int64_t getRank() const { return dims.size(); }
  /// The only parent's entry of entry `entry`; -1 for a root and for several.
  int64_t getOnlyParent(int64_t entry) const {
    return parents[entry].size() == 1 ? parents[entry].front() : -1;
  }
  /// The axis that storage dimension `dim` belongs to.
  mlir::Value getAxis(int64_t dim) const { return axes[dims[dim]]; }
  /// The size of each dimension: its axis' width where static, else kDynamic.
  llvm::SmallVector<int64_t> getShape() const;
};

/// For each storage dimension of values on axes of these `types`, with
/// `parents`, the index of the axis that it belongs to. Where the rule refuses
/// them, the index of the axis at fault is left in `fault`.
mlir::FailureOr<llvm::SmallVector<int64_t>>
computeStorageDims(llvm::ArrayRef<AxisType> types, const ParentLists &parents,
                   int64_t &fault);

/// The layout on `axes` with `parents`, which fit each other. Where the rule
/// refuses them, the index of the axis at fault is left in `fault`.
mlir::FailureOr<Layout> computeLayout(mlir::ValueRange axes,
                                      const ParentLists &parents,
                                      int64_t &fault);

/// The layout of values on `axis` and all its ancestors, in which its stored
/// coordinates lie. `axis` is made by an axis or sparse operation. Fails where
/// the rule refuses the list.
mlir::FailureOr<Layout> getAxisLayout(mlir::Value axis);

/// The layout of values on the only parent of `axis`; fails where it has none.
mlir::FailureOr<Layout> getParentLayout(mlir::Value axis);

/// The layout of values on `axes`, the parents of one axis that lie under one
/// another as `links` say (-1: none), and on all their ancestors.
mlir::FailureOr<Layout> getParentsLayout(mlir::ValueRange axes,
                                         llvm::ArrayRef<int64_t> links);

} // namespace spindle::axis

#endif // SPINDLE_DIALECT_AXIS_IR_LAYOUT_H
