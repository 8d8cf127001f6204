//===- ParallelizeLoops.h - a loop with iterations in any order -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_PARALLELIZELOOPS_H
#define SPINDLE_TRANSFORMS_POSITIONS_PARALLELIZELOOPS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle::iter {

/// Replaces `loop`, which hands nothing on, by an scf.forall with its body and
/// attributes, which counts from 0 on where steps are 1.
mlir::scf::ForallOp makeParallel(mlir::RewriterBase &rewriter,
                                 mlir::scf::ForOp loop);

/// Makes `accumulates` atomic, so that iterations that meet in them alone may
/// run in parallel.
void makeAtomic(llvm::ArrayRef<sparse::AccumulateOp> accumulates);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_PARALLELIZELOOPS_H
