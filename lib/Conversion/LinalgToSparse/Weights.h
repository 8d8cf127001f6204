//===- Weights.h - arguments that sums are made with ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_WEIGHTS_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_WEIGHTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace spindle {

/// The factors of a sum of products by an argument of a function.
struct Factors {
  mlir::OpOperand *weight = nullptr, *other = nullptr;
  /// Whether the weight's format stores some elements only.
  bool isSparse = false;
  /// Whether the other factor is read in windows: at sums of a loop that the
  /// weight does not have and others.
  bool hasWindows = false;
};

/// The factors of `op`, of its two inputs that are tensors, one of them an
/// argument in this or another shape; none for other operations, and where it
/// does not matter which of two arguments is the weight.
std::optional<Factors> findFactors(mlir::linalg::GenericOp op);

/// The format of argument `number` of `function`, null for none: that of a
/// matrix is spread over its dimensions, those that sums of products keep on
/// one side, if they are first or last, and else the first one. Fails after an
/// error.
mlir::FailureOr<mlir::Attribute> findStoredFormat(mlir::func::FuncOp function,
                                                  unsigned number);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_WEIGHTS_H
