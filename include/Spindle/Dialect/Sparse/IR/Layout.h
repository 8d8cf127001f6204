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
// through all of their fibres, and opens one in the place of the first. So each
// storage dimension belongs to one axis, by whose positions (variable) or
// offsets (fixed) it is indexed:
//
//   CSR    (I, J of I)                      [p]        p a position of J
//   dense  (I, K)                           [i, k]
//   BSR    (IO, JO of IO, II of IO, JI of JO)  [p, b, c]  p a position of JO
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_LAYOUT_H
#define SPINDLE_DIALECT_SPARSE_IR_LAYOUT_H

#include "mlir/IR/ValueRange.h"
#include "mlir/Support/LLVM.h"

namespace spindle::sparse {

/// The storage dimensions of values on a list of axes.
struct Layout {
  /// The axes, parents first.
  llvm::SmallVector<mlir::Value> axes;
  /// For each axis, the index in `axes` of its parent's entry; -1 for a root.
  llvm::SmallVector<int64_t> parents;
  /// For each storage dimension, the index in `axes` of the axis it belongs to.
  llvm::SmallVector<int64_t> dims;

  /// The number of storage dimensions.
  int64_t getRank() const { return dims.size(); }
  /// The axis that storage dimension `dim` belongs to.
  mlir::Value getAxis(int64_t dim) const { return axes[dims[dim]]; }
  /// The size of each dimension: its axis' width where static, else kDynamic.
  llvm::SmallVector<int64_t> getShape() const;
};

/// The layout on `axes` with `parents`, which fit each other. Where the rule
/// refuses them, the index of the axis at fault is left in `fault`.
mlir::FailureOr<Layout> computeLayout(mlir::ValueRange axes,
                                      llvm::ArrayRef<int64_t> parents,
                                      int64_t &fault);

/// The layout of a buffer made by an axis or sparse operation; fails where its
/// maker is unknown or breaks the rule.
mlir::FailureOr<Layout> getLayout(mlir::Value buffer);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_LAYOUT_H
