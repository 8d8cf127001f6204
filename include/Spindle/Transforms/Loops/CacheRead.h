//===- CacheRead.h - parts of an operand copied side by side ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop over tiles of columns takes, from rows at stored coordinates of a
// dense operand, the columns of the tile: its panel. The panel is copied first,
// and its rows are taken from the copy:
//
//                                    allocate S[J, T]
//   for kk in K step T               for kk in K step T
//                                      for j, e: S[j, e] = B[j, kk + e]
//     for i, k in tile kk, p           for i, k in tile kk, p
//       .. B[coordinate(p), k]           .. S[coordinate(p), k - kk]
//                                    free S
//
// Rows of B that are far apart in memory, at a distance that is often a power
// of two, share few sets of a cache: a panel that would fit is thrown out again
// and again. In the copy its rows are neighbours.
//
// A product of dense operands takes B[p, k] or B[k, p] in each i again: that is
// a panel as well, of all p. A loop around that tells another index, as that of
// a batch, has a panel in each of its iterations.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_CACHEREAD_H
#define SPINDLE_TRANSFORMS_LOOPS_CACHEREAD_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How panels are copied.
struct CacheReadOptions {
  LoopObserver observer;
  /// Whether the elements of a column are neighbours in the copy, and not those
  /// of a row.
  bool columnsFirst = false;
};

/// Copies the panel of each memory from outside of `loop` that is read in it at
/// stored coordinates, and that nothing in it may write. `loop` stays; gives
/// the innermost loops that copy, over the columns of a row. Refuses a loop
/// that stands in another one, or is not over tiles of a constant size from 0
/// on; one in which no memory is read so; and memory that is read otherwise, or
/// may be written.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
cacheRead(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
          const CacheReadOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_CACHEREAD_H
