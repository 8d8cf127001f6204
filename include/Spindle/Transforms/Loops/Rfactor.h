//===- Rfactor.h - several partial sums of one ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop that adds to one sum waits in each iteration for the addition of the
// one before. With a sum for each of `factor` neighbouring iterations it waits
// once for all of them:
//
//   for p step 2              a = .., b = 0
//     s += f(p)       =>      for p step 2
//                               a += f(p), b += f(p + 1)
//                             a += f(p) for the rest
//                             s = a + b
//
// The iterations themselves stay in order. How sums are taken apart depends on
// the factor and on how many there are alone. They may be vectors.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_RFACTOR_H
#define SPINDLE_TRANSFORMS_LOOPS_RFACTOR_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How reductions are taken apart.
struct RfactorOptions {
  /// How many partial results there are, at least 1, which changes nothing.
  int64_t factor = 2;
  /// Sums and products of floats may be made in another order.
  bool reassociate = false;
  /// Of `rfactorOverGroups`: groups of a GPU share the parts, and they are not
  /// done one after the other.
  bool parallel = true;
  LoopObserver observer;
};

/// Has `loop` carry `factor` partial results of each reduction that it carries,
/// and another loop do the iterations that are left. Gives the loops that there
/// are then: the first has the label of `loop`, the rest the role `tail`.
/// Refuses a loop that carries nothing, or something that is no reduction, or
/// floats whose order may not be changed.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
rfactor(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
        const RfactorOptions &options, std::string &refusal);

/// Divides the iterations of `loop`, which stands in a loop that blocks run,
/// and in none that their groups share, into `options.factor` parts of
/// neighbours of equal number, which groups share. Each stores what it comes
/// to; behind them all that is combined in the order of the parts. Without
/// `options.parallel` the parts are in turn, wherever the loop stands. Gives
/// the loop over the iterations of a part. Refuses a loop that carries anything
/// but reductions of numbers and of vectors, or writes memory, and floats that
/// have to stay in order.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
rfactorOverGroups(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
                  const RfactorOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_RFACTOR_H
