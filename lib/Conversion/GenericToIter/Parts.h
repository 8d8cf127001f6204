//===- Parts.h - generic operations on parts --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_GENERICTOITER_PARTS_H
#define SPINDLE_LIB_CONVERSION_GENERICTOITER_PARTS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {

/// Has `function` take the parts of each tensor once, at its start: what shares
/// the structure of one list of parts does not share that of another.
void uniteParts(mlir::RewriterBase &rewriter,
                mlir::FunctionOpInterface function);

/// Replaces `op`, where its driver is in a composite format, by one operation
/// for each part, in their order; returns these, or else `op` itself. Parts
/// that are there already are used, where `dominance` says that they can be,
/// and those that a tensor is composed of.
llvm::SmallVector<sparse::GenericOp>
splitIntoParts(mlir::RewriterBase &rewriter,
               const mlir::DominanceInfo &dominance, sparse::GenericOp op);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_GENERICTOITER_PARTS_H
