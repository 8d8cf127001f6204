//===- Accesses.h - accesses as loads and stores ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ACCESSES_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ACCESSES_H

#include "Arithmetic.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace spindle {

/// The memory of each buffer that is bound or allocated.
using Memories = llvm::DenseMap<mlir::Value, mlir::Value>;

/// The memory that `op` makes, of the sizes of its layout, freed before every
/// return of the function `body`; in a loop, one for all iterations that a
/// worker has, or the function. With `sizesOfMemory`, on axes with positions it
/// is as large as other memory there.
mlir::Value buildAlloc(QueryBuilder &builder, sparse::AllocOp op,
                       mlir::Region &body, bool sizesOfMemory);

/// Lowers `op`, if it is an access of a buffer; false if it is not. What it
/// gives is added to `results`. Loads and stores of accumulations in `existing`
/// carry `sparse.exists`.
bool lowerAccess(QueryBuilder &builder, mlir::Operation *op,
                 const Memories &memories,
                 const llvm::DenseSet<mlir::Operation *> &existing,
                 llvm::SmallVectorImpl<mlir::Value> &results);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ACCESSES_H
