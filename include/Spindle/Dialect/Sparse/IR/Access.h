//===- Access.h - how accesses name elements --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_ACCESS_H
#define SPINDLE_DIALECT_SPARSE_IR_ACCESS_H

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// The buffer whose axes an access names its element by; of the two of argmin
/// and argmax, which are on the same axes, the first.
inline mlir::Value getAccessedBuffer(LoadOp op) { return op.getBuffer(); }
inline mlir::Value getAccessedBuffer(StoreOp op) { return op.getBuffer(); }
inline mlir::Value getAccessedBuffer(AccumulateOp op) {
  return op.getBuffers().front();
}

/// The `places` of an access, with a null value at each number of `any`, which
/// ascend.
llvm::SmallVector<mlir::Value> spreadAsked(mlir::ValueRange places,
                                           llvm::ArrayRef<int64_t> any);

/// What an access names its element by, one per axis that is a dimension where
/// it is a look-up; null where any coordinate will do.
inline llvm::SmallVector<mlir::Value> getAsked(LoadOp op) {
  return spreadAsked(op.getIndices(), op.getAny());
}
inline llvm::SmallVector<mlir::Value> getAsked(StoreOp op) {
  return spreadAsked(op.getIndices(), {});
}
inline llvm::SmallVector<mlir::Value> getAsked(AccumulateOp op) {
  return spreadAsked(op.getIndices(), {});
}

/// The sites of the nests around `op` that have `coordinates`, which name an
/// element of a buffer of layout `layout`: one per axis of the list, null where
/// no nest gives one, and from an axis on whose coordinates are not unique, or
/// are not asked for. `coordinates` has one per axis that is a dimension, or
/// null.
llvm::SmallVector<mlir::Value> findNestSites(mlir::Operation *op,
                                             const Layout &layout,
                                             mlir::ValueRange coordinates);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_ACCESS_H
