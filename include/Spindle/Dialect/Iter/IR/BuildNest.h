//===- BuildNest.h - nests that passes make ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_BUILDNEST_H
#define SPINDLE_DIALECT_ITER_IR_BUILDNEST_H

#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"

namespace spindle::iter {

/// What a nest goes through: in each array one entry for each dimension.
struct NestSpace {
  llvm::SmallVector<mlir::Attribute> names;
  llvm::SmallVector<mlir::Attribute> kinds;
  llvm::SmallVector<mlir::Value> axes;
  axis::ParentLists parents;
};

/// A nest over `space` without groups or results, with a body that does
/// nothing; it does not move `builder`. Parents of -1 are the sites `under`, in
/// turn.
NestOp buildNest(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::StringAttr name, const NestSpace &space,
                 mlir::ValueRange under = {});

/// What dimension `dim` of a nest over all elements is called: `d0`, `d1`, ...
mlir::StringAttr getElementDimName(mlir::MLIRContext *context, int64_t dim);

/// The space of all elements of values on `axes`, whose dimensions are spatial.
NestSpace getElementSpace(mlir::MLIRContext *context,
                          llvm::ArrayRef<mlir::Value> axes,
                          const axis::ParentLists &parents);

} // namespace spindle::iter

#endif // SPINDLE_DIALECT_ITER_IR_BUILDNEST_H
