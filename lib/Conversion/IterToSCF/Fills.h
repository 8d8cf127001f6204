//===- Fills.h - fills as loops ---------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_FILLS_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_FILLS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {

/// Whether the buffer that is filled may lack cells that its storage has.
bool mayLackCells(sparse::FillOp fill);

/// Replaces `fill`, of a buffer that may lack cells, by a nest over the
/// buffer's elements, whose body stores the value.
iter::NestOp replaceByNest(mlir::IRRewriter &rewriter, sparse::FillOp fill);

/// Whether `fill` is of a buffer that has all its cells, and the size of each
/// of its storage dimensions can be said.
bool hasKnownStorage(sparse::FillOp fill);

/// Replaces `fill`, for which `hasKnownStorage` holds, by a loop over each
/// storage dimension around a store of the value.
void lowerWholeFill(mlir::IRRewriter &rewriter, sparse::FillOp fill);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_FILLS_H
