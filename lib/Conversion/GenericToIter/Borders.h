//===- Borders.h - reads at sums of dimensions ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum of dimensions may lie outside of the tensor that is read. Where the
// operation has a border for the input, each run of the body compares the sum
// with the tensor's size; where it has none, the range of the sum is promised
// to lie inside, before the nest.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_GENERICTOITER_BORDERS_H
#define SPINDLE_LIB_CONVERSION_GENERICTOITER_BORDERS_H

#include "Space.h"
#include "Spindle/Dialect/Sparse/IR/Sums.h"

namespace spindle {

/// The reads at sums of one operation.
class Borders {
public:
  /// Asks for the sizes of `op`, whose dimensions have `names`, and promises
  /// what is to be inside.
  Borders(sparse::GenericOp op, llvm::ArrayRef<mlir::StringAttr> names);

  /// Whether the coordinates of input `index` are inside of its tensor, an i1;
  /// null where they are.
  mlir::Value buildIsInside(mlir::OpBuilder &builder, Coordinates &coordinates,
                            int64_t index);

private:
  /// A result of a map that is a sum.
  struct Read {
    int64_t input, dim;
    mlir::AffineExpr expr;
    sparse::Sum sum;
    /// Of the tensor's dimension.
    mlir::Value size;
  };

  mlir::OpBuilder getBuilder();
  mlir::Value buildSize(mlir::OpBuilder &builder, int64_t operand, int64_t dim);
  mlir::Value buildSize(mlir::OpBuilder &builder, int64_t dim);
  void promise(mlir::OpBuilder &builder, const Read &read,
               llvm::ArrayRef<std::string> names);

  sparse::GenericOp op;
  llvm::SmallVector<Read> reads;
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_GENERICTOITER_BORDERS_H
