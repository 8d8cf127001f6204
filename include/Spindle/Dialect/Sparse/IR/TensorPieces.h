//===- TensorPieces.h - the memory of a tensor's levels ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function is given of a tensor, in this order: the size of each
// dimension that neither the type nor the values tell; of each level the
// positions, coordinates and lengths that it has; the bitmap; the values.
// Arrays have the shape that their axis asks for: coordinates of a fixed level
// that of values on it, those of a singleton and all lengths that of values on
// the parents, the bitmap that of the values.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_TENSORPIECES_H
#define SPINDLE_DIALECT_SPARSE_IR_TENSORPIECES_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// An argument that holds one piece of a tensor.
struct Piece {
  PieceAttr label;
  mlir::Type type;
  /// Of an array, the level that each dimension belongs to: its size is that of
  /// a fibre of the level, or where the fibres differ the number of all
  /// positions. Of positions there is none, they are one more than those of the
  /// parent.
  llvm::SmallVector<int64_t> levels = {};
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

/// The pieces of a tensor called `name`, or of its part `part`. With `strided`,
/// the rows of a dense one may lie further apart than they are long.
Pieces getPieces(SparseTensorType tensor, mlir::StringAttr name,
                 bool sharesStructure, bool strided = false,
                 llvm::ArrayRef<int64_t> part = {});

/// Whether `tensor` is stored as NumPy's arrays are: in #sparse.dense.
bool isDense(SparseTensorType tensor);

/// The dimension of the values of a tensor in `format` whose size is that of
/// dimension `dim`; -1 where they do not tell: they do where all levels are
/// dense and one is the dimension.
int64_t getDimOfValues(FormatAttr format, int64_t dim);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_TENSORPIECES_H
