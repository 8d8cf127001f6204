//===- Numbers.h - arithmetic in every type of elements ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROGRAMS_NUMBERS_H
#define SPINDLE_LIB_PROGRAMS_NUMBERS_H

#include "mlir/IR/Builders.h"

namespace spindle::programs {

/// The type that elements of `type` are computed in.
mlir::Type getWideType(mlir::Type type);

/// The type that a sum of elements of `type` is returned in.
mlir::Type getSumType(mlir::Type type);

/// Makes operations on numbers where a builder stands.
class Numbers {
public:
  Numbers(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// The number in `type`, of a complex one its real part, for `number`: an
  /// infinite one is the greatest or the least.
  static mlir::TypedAttr getNumber(mlir::FloatAttr number, mlir::Type type);
  /// The number in `type` for `number`, a float: of an infinite one the
  /// greatest or the least, of i1 false otherwise; or an integer, which stays.
  mlir::Value makeConstant(mlir::TypedAttr number, mlir::Type type);
  /// `value` in `type`, where one of the two types is the wide one of the
  /// other. An integer is cut where it does not fit.
  mlir::Value convert(mlir::Value value, mlir::Type type);
  /// What `op`, arith.mulf, addf, subf, negf, maximumf or minimumf of a text,
  /// gives of values of one type, whatever it is; of i1 `and` for a product and
  /// a minimum and `or` for a sum and a maximum. Null where `op` is something
  /// else.
  mlir::Value repeat(mlir::Operation &op, mlir::ValueRange values);

private:
  mlir::Value multiply(mlir::Value a, mlir::Value b);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value negate(mlir::Value a);
  mlir::Value getExtreme(mlir::Value a, mlir::Value b, bool isLeast);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace spindle::programs

#endif // SPINDLE_LIB_PROGRAMS_NUMBERS_H
