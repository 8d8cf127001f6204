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

/// The sites of the nests around `op` that have `coordinates`, which name an
/// element of a buffer of layout `layout`: one per axis of the list, null where
/// no nest gives one, and from an axis on whose coordinates are not unique.
/// `coordinates` has one per axis that is a dimension.
llvm::SmallVector<mlir::Value> findNestSites(mlir::Operation *op,
                                             const Layout &layout,
                                             mlir::ValueRange coordinates);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_ACCESS_H
