//===- AccumulateInCopies.h - sums of chunks, added in order ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop whose iterations add to the same elements, as those over columns add
// to rows. Its iterations are cut into C chunks of equal weight, each of which
// adds to a copy of its own:
//
//   for j = 0 to n                 for c = 0 to C               (workers)
//     for i of j                     P[c, ..] = nothing
//       y[i] += S(i, j)    ->        for j = begin(c) to begin(c + 1)
//                                      for i of j
//                                        P[c, i] += S(i, j)
//                                  for i = 0 to m
//                                    y[i] = y[i] + P[0, i] + P[1, i] + ..
//
// Where chunks begin follows from what is stored and from C alone, and so do
// the bits of sums: they are those of any number of workers, and of one.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_ACCUMULATEINCOPIES_H
#define SPINDLE_TRANSFORMS_POSITIONS_ACCUMULATEINCOPIES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// How copies are made.
struct AccumulateInCopiesOptions {
  /// The number C of copies, at least 1.
  int64_t copies = 1;
  /// Sums and products of floats may be made in another order.
  bool reassociate = false;
  /// Workers share the chunks.
  bool workers = false;
};

/// Has `loop`, an outermost one that is serial since iterations combine with
/// the same elements, combine with copies, in chunks. The loop stays, as that
/// over the iterations of one chunk. Where it cannot `refusal` says why, in
/// words that follow "since", and nothing is changed.
mlir::LogicalResult accumulateInCopies(mlir::RewriterBase &rewriter,
                                       mlir::scf::ForOp loop,
                                       const AccumulateInCopiesOptions &options,
                                       std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_ACCUMULATEINCOPIES_H
