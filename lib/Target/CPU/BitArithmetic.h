//===- BitArithmetic.h - arithmetic on the bits of numbers ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short names for the operations that conversions are made of. All work on
// numbers, or on vectors element by element; a constant takes the shape of what
// it is combined with.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_CPU_BITARITHMETIC_H
#define SPINDLE_LIB_TARGET_CPU_BITARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// Where arithmetic is added.
using BitBuilder = mlir::ImplicitLocOpBuilder;

/// The type with the shape of `type` and elements of type `element`.
mlir::Type withElement(mlir::Type type, mlir::Type element);

/// `value` as one of the type, and in the shape, of `like`, which is an
/// integer.
mlir::Value integerLike(BitBuilder &builder, mlir::Value like, uint64_t value);

/// `value` as one of the type, and in the shape, of `like`, which is a float.
mlir::Value floatLike(BitBuilder &builder, mlir::Value like, double value);

/// The bits of the float `value`, as an integer.
mlir::Value toBits(BitBuilder &builder, mlir::Value value);

/// The float of type `element` that has the bits `bits`.
mlir::Value fromBits(BitBuilder &builder, mlir::Value bits, mlir::Type element);

/// `bits` + `number`.
mlir::Value addBits(BitBuilder &builder, mlir::Value bits, uint64_t number);

/// The bits of `bits` that `mask` has.
mlir::Value maskBits(BitBuilder &builder, mlir::Value bits, uint64_t mask);

/// `bits` and those of `mask`.
mlir::Value setBits(BitBuilder &builder, mlir::Value bits, uint64_t mask);

/// `bits`, moved up by `count`.
mlir::Value moveUp(BitBuilder &builder, mlir::Value bits, uint64_t count);

/// `bits`, moved down by `count`; zeros come in.
mlir::Value moveDown(BitBuilder &builder, mlir::Value bits, uint64_t count);

/// Whether `bits`, without a sign, and `number` compare as `predicate` says.
mlir::Value compareBits(BitBuilder &builder,
                        mlir::arith::CmpIPredicate predicate, mlir::Value bits,
                        uint64_t number);

/// `ifTrue` or `ifFalse`.
mlir::Value choose(BitBuilder &builder, mlir::Value condition,
                   mlir::Value ifTrue, mlir::Value ifFalse);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_CPU_BITARITHMETIC_H
