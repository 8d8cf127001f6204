//===- DataFormats.h - which formats have a number --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a tensor's elements has more numbers than its elements need. A
// format is written as a type: `si8`, `ui4`, `f16`.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_TESA_IR_DATAFORMATS_H
#define SPINDLE_DIALECT_TESA_IR_DATAFORMATS_H

#include "Spindle/Mask/Number.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

namespace spindle::tesa {

/// Bits of a number of `type`, of integers and indices 64 at most; 0 of what is
/// not a number, or has more.
unsigned getNumberBits(mlir::Type type);

/// The number of `bits` as a constant of `type`, and its bits; nothing of what
/// is not a number of 64 bits at most.
mlir::TypedAttr getNumberAttr(mlir::Type type, uint64_t bits);
std::optional<uint64_t> getNumberBits(mlir::Attribute number);

/// What is known of the constant of `type` with these bits; nothing of what is
/// not a number, since the bits of that may change.
Number getConstant(mlir::Type type, uint64_t bits);

/// The formats that have all numbers of `format`.
Width getWidth(mlir::Type format);
/// And those of numbers of which only the type is known.
Width getTypeWidth(mlir::Type type);

/// Whether `type` has each number of `format`.
bool holds(mlir::Type type, mlir::Type format);
/// Whether a float of `type` has each integer of so many bits.
bool holdsIntegers(mlir::FloatType type, unsigned bits, bool isSigned);

/// The formats of `width` that are left if numbers become ones of the float
/// `type`, without a change if it has them.
Width getWidthIn(mlir::FloatType type, Width width);

/// The format of `width` with the fewest bits, of numbers of `type`; null if
/// none has fewer than the type.
mlir::Type getNarrowest(mlir::Type type, Width width);

} // namespace spindle::tesa

#endif // SPINDLE_DIALECT_TESA_IR_DATAFORMATS_H
