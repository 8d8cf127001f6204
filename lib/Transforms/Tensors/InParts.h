//===- InParts.h - operations on a tensor, part by part ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_TENSORS_INPARTS_H
#define SPINDLE_LIB_TRANSFORMS_TENSORS_INPARTS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace spindle::sparse {

/// Why what is done to `tensor`, in a format of levels, is not done to its
/// parts; empty where it is.
std::string checkUses(mlir::Value tensor);

/// Has `function` do to the parts of `group`, arguments that have just become
/// composite, what it does to these: the first of them has the structure, which
/// the others share. `checkUses` has found nothing against it.
void rewriteUses(mlir::func::FuncOp function,
                 llvm::ArrayRef<mlir::BlockArgument> group);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_TRANSFORMS_TENSORS_INPARTS_H
