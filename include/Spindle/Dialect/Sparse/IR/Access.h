//===- Access.h - how accesses name elements --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_ACCESS_H
#define SPINDLE_DIALECT_SPARSE_IR_ACCESS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// The buffer whose axes an access names its element by; of the two of argmin
/// and argmax, which are on the same axes, the first.
inline mlir::Value getAccessedBuffer(LoadOp op) { return op.getBuffer(); }
inline mlir::Value getAccessedBuffer(StoreOp op) { return op.getBuffer(); }
inline mlir::Value getAccessedBuffer(AccumulateOp op) {
  return op.getBuffers().front();
}

/// The site on axis `level` that has the coordinate `coordinate` and lies under
/// the sites `parents`, one per parent of the axis, where a nest says so; null
/// elsewhere.
mlir::Value findSite(mlir::Value coordinate, mlir::Value level,
                     mlir::ValueRange parents);

/// The site on `level`, an axis without coordinates, that lies under the sites
/// `parents` and is an argument of a nest around `op`; null where there is
/// none.
mlir::Value findThinSite(mlir::Operation *op, mlir::Value level,
                         mlir::ValueRange parents);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_ACCESS_H
