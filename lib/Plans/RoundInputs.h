//===- RoundInputs.h - products of bytes of floats --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PLANS_ROUNDINPUTS_H
#define SPINDLE_LIB_PLANS_ROUNDINPUTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace spindle::plans {

/// Inputs of a product as bytes: `bytes` times `steps`, which has no dimension
/// that is added up.
struct RoundedInputs {
  mlir::Value bytes, steps;
};

/// Rounds `inputs`, floats, whose dimension `dim` is added up: the largest
/// magnitude of all that are added up is 127 steps. Where one is infinite or no
/// number, the step is no number.
RoundedInputs roundInputs(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Value inputs, unsigned dim);

/// A tensor of `type`, each element of which is 0.
mlir::Value buildZeros(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::RankedTensorType type);

} // namespace spindle::plans

#endif // SPINDLE_LIB_PLANS_ROUNDINPUTS_H
