//===- DimSizes.h - one size for all dimensions of one name -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Dimensions that `sparse.dims` gives one name have one size: that is what the
// caller promises, and what the C entry checks of every operand. So one value
// stands for it, wherever it is asked for, and loops over two such dimensions
// have the same bounds, not two that happen to be equal. It is
//
// - a constant, where the type of one of the tensors says the size;
// - else the size that a tensor is passed with, of the first that is;
// - else a size of the values of the first of these tensors, all dense.
//

#ifndef SPINDLE_LIB_CONVERSION_EXPANDTENSORS_DIMSIZES_H
#define SPINDLE_LIB_CONVERSION_EXPANDTENSORS_DIMSIZES_H

#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"

namespace spindle::sparse {

/// The sizes of the dimensions of a function's tensors.
class DimSizes {
public:
  /// Notes a tensor whose dimensions are called `names`, or have none where
  /// that is null. Tensors are noted in the order of the arguments, before
  /// anything is built; `pieces` are not moved any more.
  void note(const Pieces &pieces, mlir::ArrayAttr names);

  /// The size of dimension `dim` of a tensor that was noted. All sizes are
  /// built in one block, each after those before it.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Location loc,
                    const Pieces &pieces, int64_t dim);

private:
  /// A dimension that tells a size.
  struct Source {
    const Pieces *pieces;
    int64_t dim;
  };
  /// What is known of the dimensions of one name.
  struct Size {
    Source source;
    /// Once it is built.
    mlir::Value value;
  };

  llvm::DenseMap<mlir::StringAttr, Size> sizes;
  llvm::DenseMap<const Pieces *, mlir::ArrayAttr> names;
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_CONVERSION_EXPANDTENSORS_DIMSIZES_H
