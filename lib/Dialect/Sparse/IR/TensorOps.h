//===- TensorOps.h - where tensors come from --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_TENSOROPS_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_TENSOROPS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// Whether `tensor` is an argument of a function or made by
/// `sparse.with_values`, `sparse.parts` or `sparse.compose`.
bool isKnownTensor(mlir::Value tensor);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_TENSOROPS_H
