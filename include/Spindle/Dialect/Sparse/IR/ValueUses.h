//===- ValueUses.h - what is done to values ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of a buffer are reached through it, through the tensors that
// `sparse.with_values` makes of it, and through what these unpack to; those of
// a tensor through what it unpacks to and through `sparse.generic` and
// `sparse.convert`. A call does to them what its callee says, or else does.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_VALUEUSES_H
#define SPINDLE_DIALECT_SPARSE_IR_VALUEUSES_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// What one operation does to values.
struct ValueUse {
  mlir::Operation *op;
  bool reads = false;
  bool writes = false;
  /// It writes to every element.
  bool fills = false;
};

/// What is done to the values of `value`, a buffer or a tensor, in the order of
/// the uses of each value they are reached through. The operations need not be
/// verified; one that is not of the dialect does nothing.
llvm::SmallVector<ValueUse> getValueUses(mlir::Value value);

/// What the body of a function does to the values of the tensor `argument`: it
/// updates them where it reads what was there before the first write.
Access inferAccess(mlir::BlockArgument argument);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_VALUEUSES_H
