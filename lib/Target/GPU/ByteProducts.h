//===- ByteProducts.h - sums of products of bytes ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_BYTEPRODUCTS_H
#define SPINDLE_LIB_TARGET_GPU_BYTEPRODUCTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace spindle {

/// A factor before it is widened: an i8, which all elements of a vector may be
/// multiplied by, or a vector of i8.
struct ByteFactor {
  mlir::Value bytes;
  /// Whether it is widened as a number without sign.
  bool isUnsigned = false;

  bool isVector() const { return mlir::isa<mlir::VectorType>(bytes.getType()); }
};

/// A product of bytes: one number for all elements is the first factor, else a
/// factor without sign.
struct ByteProduct {
  ByteFactor first, second;

  /// Whether `other` has factors of the same kinds.
  bool isLike(const ByteProduct &other) const {
    return first.isUnsigned == other.first.isUnsigned &&
           second.isUnsigned == other.second.isUnsigned &&
           first.isVector() == other.first.isVector() &&
           second.isVector() == other.second.isVector();
  }
};

/// A sum in i32 of products of bytes, and of what is none, element by element.
struct ByteSum {
  llvm::SmallVector<ByteProduct> products;
  llvm::SmallVector<mlir::Value> others;
};

/// Whether `op` adds up or multiplies i32, or vectors of one dimension of them,
/// and is no part of a sum in its block that is larger.
bool isWholeSum(mlir::Operation *op);

/// The parts of the sum, or product, `op`. What it is made of has no other use.
ByteSum findByteSum(mlir::Operation *op);

/// Whether all that becomes of the elements of the vector `sums` is that they
/// are added up, all of them: it does not matter which one has how much.
bool isAddedUp(mlir::Value sums);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_BYTEPRODUCTS_H
