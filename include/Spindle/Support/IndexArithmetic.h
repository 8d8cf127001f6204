//===- IndexArithmetic.h - short names for arithmetic on indices -*- C++
//-*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SUPPORT_INDEXARITHMETIC_H
#define SPINDLE_SUPPORT_INDEXARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// The index `value`.
inline mlir::Value constant(mlir::ImplicitLocOpBuilder &builder,
                            int64_t value) {
  return mlir::arith::ConstantIndexOp::create(builder, value);
}

/// `lhs` + `rhs`.
inline mlir::Value add(mlir::ImplicitLocOpBuilder &builder, mlir::Value lhs,
                       mlir::Value rhs) {
  return mlir::arith::AddIOp::create(builder, lhs, rhs);
}

/// `index` + 1.
inline mlir::Value next(mlir::ImplicitLocOpBuilder &builder,
                        mlir::Value index) {
  return add(builder, index, constant(builder, 1));
}

/// Whether `predicate` holds of `lhs` and `rhs`, an i1.
inline mlir::Value compare(mlir::ImplicitLocOpBuilder &builder,
                           mlir::arith::CmpIPredicate predicate,
                           mlir::Value lhs, mlir::Value rhs) {
  return mlir::arith::CmpIOp::create(builder, predicate, lhs, rhs);
}

} // namespace spindle

#endif // SPINDLE_SUPPORT_INDEXARITHMETIC_H
