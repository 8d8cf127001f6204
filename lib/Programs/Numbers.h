//===- Numbers.h - arithmetic in every type of elements ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROGRAMS_NUMBERS_H
#define SPINDLE_LIB_PROGRAMS_NUMBERS_H

#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/IR/Builders.h"

namespace spindle::programs {

/// The type that elements of `type` are computed in.
mlir::Type getWideType(mlir::Type type);

/// The type that a sum of elements of `type` is returned in.
mlir::Type getSumType(mlir::Type type);

/// What sums up values of `type`.
iter::CombineKind getSumKind(mlir::Type type);

/// What finds the greatest of values of `type`.
iter::CombineKind getMaxKind(mlir::Type type);

/// Makes operations on numbers at one place.
class Numbers {
public:
  Numbers(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::Value makeZero(mlir::Type type);
  /// Minus infinity, the least integer, or false.
  mlir::Value makeLeast(mlir::Type type);
  /// Infinity, or the greatest integer.
  mlir::Value makeGreatest(mlir::Type type);
  /// `value` in the wide type of its own.
  mlir::Value widen(mlir::Value value);
  /// `value`, of the wide type of the float `type`, in it.
  mlir::Value narrow(mlir::Value value, mlir::Type type);
  /// The product of two values of one type; of i1, `and`.
  mlir::Value multiply(mlir::Value a, mlir::Value b);
  /// exp(a - b), of floats.
  mlir::Value makeExpOfDifference(mlir::Value a, mlir::Value b);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace spindle::programs

#endif // SPINDLE_LIB_PROGRAMS_NUMBERS_H
