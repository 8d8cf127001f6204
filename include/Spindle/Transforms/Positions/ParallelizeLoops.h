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

/// Replaces `loop`, which hands nothing on and has steps of a known size, by an
/// scf.forall with its body and attributes, which counts from 0 on.
mlir::scf::ForallOp makeParallel(mlir::RewriterBase &rewriter,
                                 mlir::scf::ForOp loop);

/// Makes `accumulates` atomic, so that iterations of `loop` that meet in them
/// alone may run in parallel. They are segmented where an iteration has runs of
/// them that combine with one element. Gives the number of these.
size_t makeAtomic(llvm::ArrayRef<sparse::AccumulateOp> accumulates,
                  mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_PARALLELIZELOOPS_H
