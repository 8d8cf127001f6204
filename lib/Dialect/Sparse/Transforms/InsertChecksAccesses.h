//===- InsertChecksAccesses.h - checks of loads and stores ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_TRANSFORMS_INSERTCHECKSACCESSES_H
#define SPINDLE_LIB_DIALECT_SPARSE_TRANSFORMS_INSERTCHECKSACCESSES_H

#include "InsertChecksCalls.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// Has the access `op` checked before it: a look-up's coordinates, and whether
/// an element that is written is stored. Returns whether there was something to
/// check.
bool checkAccess(CheckCalls &calls, mlir::Operation *op);

/// Has it checked that the memory of `bind` has all places of its axes. Returns
/// whether they are known.
bool checkMemory(CheckCalls &calls, BindOp bind);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_TRANSFORMS_INSERTCHECKSACCESSES_H
