//===- BlockLoops.h - loops that blocks of a GPU run ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// On a GPU a parallel loop may be one that blocks run: an iteration is the work
// of a whole block, `per_block` workers, and not of one. A parallel loop in it
// is shared: each worker of the block runs some of its iterations. All else in
// an iteration is done by each worker alike, and stored by the first one.
//
//   scf.forall (%i) {      one block for each i
//     ...                  all workers of the block, alike
//     scf.forall (%w) {    each worker its share
//       ...
//     }
//     ...                  all workers, when all shares are done
//   } {iter.block, iter.workers = #iter.workers<lanes = 32, per_block = 8>}
//
// Nothing goes from the shared loops to what is around them but by memory, so
// that all workers take the same branches there, and may wait for one another.
//

#ifndef SPINDLE_DIALECT_ITER_IR_BLOCKLOOPS_H
#define SPINDLE_DIALECT_ITER_IR_BLOCKLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// The unit attribute of an `scf.forall` with `iter.workers` that blocks run.
inline constexpr llvm::StringLiteral kBlockAttr = "iter.block";

/// Whether blocks run the iterations of `op`.
bool isBlockLoop(mlir::Operation *op);

/// The loop around `op` that blocks run; null where there is none.
mlir::scf::ForallOp getBlockLoop(mlir::Operation *op);

/// The loop around `op` that the workers of a block share, the outermost one;
/// null where there is none.
mlir::scf::ForallOp getSharedLoop(mlir::Operation *op);

/// Whether `op` is in a loop that blocks run, and in none that their workers
/// share: each worker does the same.
bool isOfWholeBlock(mlir::Operation *op);

} // namespace spindle::iter

#endif // SPINDLE_DIALECT_ITER_IR_BLOCKLOOPS_H
