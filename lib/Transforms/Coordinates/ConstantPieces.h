//===- ConstantPieces.h - arguments that are the same in each run -*- C++ -*-=//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_CONSTANTPIECES_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_CONSTANTPIECES_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace spindle::sparse {

/// An argument of a function, and the constant that it holds.
struct ConstantPiece {
  PieceAttr label;
  mlir::BlockArgument argument;
  mlir::memref::GlobalOp constant;
};

/// What `function` says of constants, as far as it has arguments for that.
/// Reports a symbol that is no constant of an argument's type.
mlir::FailureOr<llvm::SmallVector<ConstantPiece>>
findConstants(mlir::func::FuncOp function);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_CONSTANTPIECES_H
