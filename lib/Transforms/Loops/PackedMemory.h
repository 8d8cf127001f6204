//===- PackedMemory.h - reading halves of bytes -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of i4 has two elements in a byte, the first in the low half. Its sizes
// and strides count elements. Element e is in byte e / 2, so that where a read
// begins decides which halves it takes: of n elements from s on, the even ones
// are the halves s mod 2 of the n / 2 bytes from s / 2 on, and the odd ones the
// other halves of as many from (s + 1) / 2 on. None of these bytes lies beyond
// what is read, wherever that begins.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_PACKEDMEMORY_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_PACKEDMEMORY_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle::loops {

/// Memory of i4 as that of its bytes.
struct PackedMemory {
  /// The bytes, of one dimension.
  mlir::Value bytes;
  /// Which element is the first, and how far elements are apart.
  mlir::Value offset;
  llvm::SmallVector<mlir::Value> strides;
};

/// Views `memory`, a memref of i4, as bytes.
PackedMemory viewPacked(mlir::ImplicitLocOpBuilder &b, mlir::Value memory);

/// Reads what `op` reads, a load or a gather of `memory`: with a byte, from -8
/// to 7, for each element.
mlir::Value readPacked(mlir::ImplicitLocOpBuilder &b,
                       const PackedMemory &memory, mlir::Operation *op);

/// Writes the elements of `memory`, which `packed` is without gaps, under the
/// first index `first` to `bytes`, a byte for each; does nothing where there
/// are none.
void unpackBlockOf(mlir::ImplicitLocOpBuilder &b, const PackedMemory &memory,
                   mlir::Value packed, mlir::Value first, mlir::Value bytes);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_PACKEDMEMORY_H
