//===- StructureUses.h - how long an axis is in use -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of an axis is not written or freed while the axis is in use: from
// its constructor to the last use of it, of its sites and buffers, and of what
// is computed from results of queries, since a query may be moved down to
// where its result is used.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_STRUCTUREUSES_H
#define SPINDLE_DIALECT_SPARSE_IR_STRUCTUREUSES_H

#include "mlir/IR/Operation.h"

namespace spindle::sparse {

/// The operation of the block of `constructor`, which makes axes, that is or
/// holds the last use of them.
mlir::Operation *findLastUse(mlir::Operation *constructor);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_STRUCTUREUSES_H
