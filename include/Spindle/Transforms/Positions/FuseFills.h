//===- FuseFills.h - fills inside of the nests that use them ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Before a nest adds into a buffer, another one fills it. Each element that an
// outer iteration of the nest touches may as well be filled when that iteration
// begins, where it is in the cache or, at last, in a register:
//
//   for i, k                   for i
//     C[i, k] = 0                for k
//   for i                          C[i, k] = 0
//     for p in row i             for p in row i
//       for k                      for k
//         C[i, k] += ..              C[i, k] += ..
//
// The fill moves in as far as loops go that run through dimensions of the
// buffer, each cell once: through k too where that loop is outside of p. So
// each element is filled once, those of empty rows too, and before it is used;
// no bit changes. Rows that are not stored would never be filled: where a loop
// may miss cells the fill stays. If no cell comes twice, it stays for the
// missing ones, in a branch that is taken where there are any:
//
//   if stored rows < n
//     for i, k
//       C[i, k] = 0
//   for r in stored rows
//     C[rows[r], k] = 0 for all k, then as above
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_FUSEFILLS_H
#define SPINDLE_TRANSFORMS_POSITIONS_FUSEFILLS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// Whether `op` is a loop of a fill, as its label says, and not one that a fill
/// has moved into. `op` may be null.
bool isFill(mlir::Operation *op);

/// The outermost loops in `root` that fill a buffer, as their labels say, in
/// the order of the text.
llvm::SmallVector<mlir::scf::ForOp> findFills(mlir::Operation *root);

/// Moves `fill`, a loop over elements of one buffer that sets them, into the
/// loop after it in its block that uses the buffer next; gives the innermost
/// loop of that nest that it is in. Where it cannot move `refusal` says why, in
/// words that follow "since", and nothing is changed.
mlir::FailureOr<mlir::scf::ForOp> fuseFill(mlir::RewriterBase &rewriter,
                                           mlir::scf::ForOp fill,
                                           std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_FUSEFILLS_H
