//===- Combine.h - kinds of combination -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests combine what their bodies yield, and accesses what an element holds, by
// the same kinds: `add`, `mul`, `min`, `max`, `and`, `or` of one value,
// `argmin` and `argmax` of a value and a number.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_COMBINE_H
#define SPINDLE_DIALECT_ITER_IR_COMBINE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

#include "Spindle/Dialect/Iter/IR/IterEnums.h.inc"

namespace spindle::iter {

/// True for `argmin` and `argmax`, which combine two values, the second a
/// number; the others combine one.
bool isArgKind(CombineKind kind);

/// Whether `kind` has a meaning on values of `type` (of argmin and argmax, the
/// first): complex numbers of floats have `add` and `mul`, floats no `and` and
/// `or`, i1 has `and` and `or` alone, other numbers (`isNumberType`) have all.
/// Types that no buffer holds have none.
bool hasMeaning(CombineKind kind, mlir::Type type);

/// Whether combinations by `kind` with one element of `type` can be atomic:
/// those of one value, of complex numbers `add` alone, which is that of parts.
bool canBeAtomic(CombineKind kind, mlir::Type type);

/// Whether `type` can be the second value of argmin and argmax: an integer of
/// 8, 16, 32 or 64 bits, or index.
bool isNumberType(mlir::Type type);

} // namespace spindle::iter

#endif // SPINDLE_DIALECT_ITER_IR_COMBINE_H
