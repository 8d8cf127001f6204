//===- Decompose.h - a tensor of a function in parts ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_TENSORS_DECOMPOSE_H
#define SPINDLE_TRANSFORMS_TENSORS_DECOMPOSE_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::sparse {

/// What `decompose` is to do.
struct DecomposeOptions {
  /// The `sparse.name` of a tensor that the function takes.
  llvm::StringRef tensor;
  /// The format that it gets.
  CompositeAttr format;
  /// Whether a function is made that makes the parts of the tensor as it was.
  bool converter = false;
};

/// Whether `function` has a body, computes, and takes a tensor called `tensor`:
/// one that returns tensors converts them.
bool takesTensor(mlir::func::FuncOp function, llvm::StringRef tensor);

/// The rank of the tensor called `tensor` that `function` takes; 0 where it
/// takes none.
int64_t getTensorRank(mlir::func::FuncOp function, llvm::StringRef tensor);

/// Gives the tensor, and those that share its structure, the composite format,
/// in place: `sparse.generic` operations stay as they are, fills of such
/// tensors become fills of each part, and so do values that the function keeps
/// on the structure. The function that makes the parts stands behind
/// `function`, by its name with `_convert_` and the tensor's. A tensor in the
/// format stays as it is. Refuses where no tensor has the name, where the
/// format is of another rank, where another function calls this one, where the
/// levels of the tensor are used, where an operation on it cannot be done in
/// parts, or where the name of the other function is taken.
mlir::FailureOr<mlir::func::FuncOp> decompose(mlir::RewriterBase &rewriter,
                                              mlir::func::FuncOp function,
                                              const DecomposeOptions &options,
                                              std::string &refusal);

} // namespace spindle::sparse

#endif // SPINDLE_TRANSFORMS_TENSORS_DECOMPOSE_H
