//===- SplitRows.h - long rows in sections of fixed lengths -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Sums of rows of which some hold so many elements that one worker would be
// busy with them long after the others are done. A row of 2 L elements or more
// is cut into sections of L, the last of which takes what is left over:
//
//   find the long rows                a search for every 2 L elements
//   if there are any
//     for each worker
//       the other rows of its chunk   from and to Y
//       its sections of long rows     the same function, as rows of a matrix
//                                     of sections: from P', to Y'
//     for each long row i
//       Y[i] = Y'[first] + Y'[first + 1] + ...
//   else as before
//
// Where a row is cut depends on its length and L alone: so do the bits of its
// sum, which are those of any number of workers, one among them. Rows of fewer
// elements are summed up as before.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_SPLITROWS_H
#define SPINDLE_TRANSFORMS_POSITIONS_SPLITROWS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// How rows are taken apart.
struct SplitRowsOptions {
  /// The elements L of a section, at least 1.
  int64_t elements = 1;
  /// Sums and products of floats may be made in another order.
  bool reassociate = false;
  /// Workers share the rows, where they may.
  bool workers = false;
};

/// Has the program around `rows`, an outermost loop or the one loop of workers,
/// cut long rows into sections. The loop is in a function of its own then.
/// Refuses where it does anything else than to sum up rows.
mlir::LogicalResult splitRows(mlir::RewriterBase &rewriter,
                              mlir::scf::ForOp rows,
                              const SplitRowsOptions &options,
                              std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_SPLITROWS_H
