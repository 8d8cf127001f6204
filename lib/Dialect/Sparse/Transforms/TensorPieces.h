//===- TensorPieces.h - the memory of a tensor's levels ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_TRANSFORMS_TENSORPIECES_H
#define SPINDLE_LIB_DIALECT_SPARSE_TRANSFORMS_TENSORPIECES_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// An argument that holds one piece of a tensor.
struct Piece {
  PieceAttr label;
  mlir::Type type;
};

/// The arguments of a function that hold one tensor.
struct Pieces {
  SparseTensorType tensor;
  /// Whether the levels are those of another tensor: there are values alone.
  bool sharesStructure;
  /// In the order of the arguments.
  llvm::SmallVector<Piece> list;
  /// The arguments, once the function has them.
  llvm::SmallVector<mlir::Value> args;

  /// The argument with this role and index; null where there is none.
  mlir::Value find(PieceRole role, int64_t index = -1) const;
};

/// The pieces of a tensor called `name`.
Pieces getPieces(SparseTensorType tensor, mlir::StringAttr name,
                 bool sharesStructure);

/// The axes of a tensor that has its structure, made of the pieces.
llvm::SmallVector<mlir::Value>
makeAxes(mlir::OpBuilder &builder, mlir::Location loc, const Pieces &pieces);

/// The buffer of a tensor on `axes`.
mlir::Value bindValues(mlir::OpBuilder &builder, mlir::Location loc,
                       const Pieces &pieces, mlir::ValueRange axes);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_TRANSFORMS_TENSORPIECES_H
