//===- InterchangeLoops.h - perfect nests in another order ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Loops around one another, with nothing else in them, may be exchanged where
// all runs of the body that touch one element of memory, of which one writes
// it, stay in order. They do if they are in one iteration of all loops but one,
// at most: so the loop over columns of a product moves out of that over a row's
// elements. What is combined in any order, as integers are, may move too.
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_INTERCHANGELOOPS_H
#define SPINDLE_TRANSFORMS_POSITIONS_INTERCHANGELOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// What changing the order of loops may do.
struct LoopOrderOptions {
  /// The values that an element is combined from may come in another order,
  /// which may round sums of floats differently.
  bool reassociate = false;
};

/// Exchanges `outer` with the loop that it holds; gives both, the outer one,
/// which the other was, first. The bounds of the inner one are known outside.
/// Where they may not be exchanged `refusal` says why, in words that follow
/// "since", and nothing is changed.
mlir::FailureOr<std::pair<mlir::scf::ForOp, mlir::scf::ForOp>>
interchangeLoops(mlir::RewriterBase &rewriter, mlir::scf::ForOp outer,
                 const LoopOrderOptions &options, std::string &refusal);

/// Splits `outermost` and the loops that it holds, as many as `sizes`, into
/// tiles of so many iterations, and moves the loops over tiles outside of those
/// over points. Gives the loops over tiles, then those over points. Refuses as
/// `interchangeLoops` does, and as `splitLoop`.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
tileLoops(mlir::RewriterBase &rewriter, mlir::scf::ForOp outermost,
          llvm::ArrayRef<int64_t> sizes, const LoopOrderOptions &options,
          std::string &refusal);

/// Makes one loop of `outer` and the loop that it holds, whose variables are
/// computed from its own by division; the order stays. Refuses where `outer`
/// is no perfect nest with steps of 1.
mlir::FailureOr<mlir::scf::ForOp> coalesceLoops(mlir::RewriterBase &rewriter,
                                                mlir::scf::ForOp outer,
                                                std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_INTERCHANGELOOPS_H
