//===- BuildCombine.h - combinations as arithmetic --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_BUILDCOMBINE_H
#define SPINDLE_DIALECT_ITER_IR_BUILDCOMBINE_H

#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// The number of values that `kind` combines: two for argmin and argmax, a
/// value and its number; one for the others.
unsigned getNumCombined(iter::CombineKind kind);

/// `kind(current, values)` in operations of arith and complex, with the meaning
/// that `sparse.accumulate` gives it. Both have `getNumCombined(kind)` values,
/// of types in which the kind has a meaning, and so has the result; kinds of
/// one value also take vectors of such types.
llvm::SmallVector<mlir::Value> buildCombine(mlir::ImplicitLocOpBuilder &builder,
                                            iter::CombineKind kind,
                                            mlir::ValueRange current,
                                            mlir::ValueRange values);

/// The number of `type`, an integer or a float, that changes no other one when
/// `kind`, which combines one value, combines them.
mlir::TypedAttr getNeutral(iter::CombineKind kind, mlir::Type type);

/// Whether there are values of `type`, and a number of places where `kind` has
/// one, that change no others when `kind` combines them: not of products of
/// complex numbers, whose parts a one multiplies by zero.
bool hasNeutral(iter::CombineKind kind, mlir::Type type);

/// These values, of `types`; see `hasNeutral`.
llvm::SmallVector<mlir::Value> buildNeutral(mlir::ImplicitLocOpBuilder &builder,
                                            iter::CombineKind kind,
                                            mlir::TypeRange types);

} // namespace spindle

#endif // SPINDLE_DIALECT_ITER_IR_BUILDCOMBINE_H
