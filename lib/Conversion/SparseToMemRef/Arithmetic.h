//===- Arithmetic.h - index arithmetic of queries ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ARITHMETIC_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// Where a query is lowered.
using QueryBuilder = mlir::ImplicitLocOpBuilder;

/// The number `value`, of type index.
inline mlir::Value constant(QueryBuilder &builder, int64_t value) {
  return mlir::arith::ConstantIndexOp::create(builder, builder.getLoc(), value);
}

/// `lhs` + `rhs`, of type index.
inline mlir::Value add(QueryBuilder &builder, mlir::Value lhs,
                       mlir::Value rhs) {
  return mlir::arith::AddIOp::create(builder, lhs, rhs);
}

/// `lhs` - `rhs`, of type index.
inline mlir::Value subtract(QueryBuilder &builder, mlir::Value lhs,
                            mlir::Value rhs) {
  return mlir::arith::SubIOp::create(builder, lhs, rhs);
}

/// `lhs` * `rhs`, of type index.
inline mlir::Value multiply(QueryBuilder &builder, mlir::Value lhs,
                            mlir::Value rhs) {
  return mlir::arith::MulIOp::create(builder, lhs, rhs);
}

/// Whether `lhs` and `rhs` compare as `predicate` says, an i1.
inline mlir::Value compare(QueryBuilder &builder,
                           mlir::arith::CmpIPredicate predicate,
                           mlir::Value lhs, mlir::Value rhs) {
  return mlir::arith::CmpIOp::create(builder, predicate, lhs, rhs);
}

/// The element at `indices` of an array of signed integers, as an index.
inline mlir::Value loadIndex(QueryBuilder &builder, mlir::Value array,
                             mlir::ValueRange indices) {
  mlir::Value loaded = mlir::memref::LoadOp::create(builder, array, indices);
  return mlir::arith::IndexCastOp::create(builder, builder.getIndexType(),
                                          loaded);
}

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ARITHMETIC_H
