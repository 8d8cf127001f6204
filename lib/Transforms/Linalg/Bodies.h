//===- Bodies.h - bodies of operations of linalg ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LINALG_BODIES_H
#define SPINDLE_LIB_TRANSFORMS_LINALG_BODIES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace spindle::linalg_transforms {

/// The integer that all elements of `value`, a number or a tensor, are, where
/// that is a constant.
std::optional<llvm::APInt> getConstant(mlir::Value value);

/// A tensor of `shape`, all elements of which are `number`.
mlir::Value buildFilled(mlir::OpBuilder &b, mlir::Location loc,
                        llvm::ArrayRef<int64_t> shape,
                        mlir::IntegerAttr number);

/// Whether `op` has tensors alone, and one result.
bool isOnTensors(mlir::linalg::LinalgOp op);

/// The attributes of `op` that a generic operation in its place has, too.
llvm::SmallVector<mlir::NamedAttribute>
getAttributes(mlir::linalg::LinalgOp op);

/// What `op`, which has reductions, adds to a sum of integers in each
/// iteration; null where it does anything else.
mlir::Value getAdded(mlir::linalg::LinalgOp op);

} // namespace spindle::linalg_transforms

#endif // SPINDLE_LIB_TRANSFORMS_LINALG_BODIES_H
