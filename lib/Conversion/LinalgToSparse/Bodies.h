//===- Bodies.h - what bodies of linalg operations compute ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_BODIES_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_BODIES_H

#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>

namespace spindle {

/// What a body does to an output: combines it with a value.
struct Combination {
  iter::CombineKind kind;
  mlir::Value value;
  /// The operation that combines.
  mlir::Operation *op;
};

/// How the body of `op` combines output `number`; none where it does something
/// else with it.
std::optional<Combination> findCombination(mlir::linalg::GenericOp op,
                                           unsigned number);

/// Whether `value` is 0 wherever the argument `arg` of its body is, if all
/// numbers are finite.
bool isZeroWithArgument(mlir::Value value, mlir::BlockArgument arg);

/// The operand whose elements are those of the result of `op`, at other
/// coordinates; null where it computes, or writes an element twice.
mlir::OpOperand *getMoved(mlir::linalg::GenericOp op);

/// The number that `op` gives for all elements; null for none.
mlir::Value getSplat(mlir::linalg::GenericOp op);

/// The pairs of dimensions, larger than 1, that follow one another in a group
/// of `op`: by their coordinates a collapsed one is made.
llvm::SmallVector<std::pair<int64_t, int64_t>>
findNeighbours(mlir::tensor::CollapseShapeOp op);

/// What makes the elements of `value`, past operations that only permute them;
/// sets `dims` to the dimensions of it that are those of `value`.
mlir::Value skipMovements(mlir::Value value,
                          llvm::SmallVectorImpl<unsigned> &dims);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_BODIES_H
