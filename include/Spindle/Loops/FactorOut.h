//===- FactorOut.h - factors taken out of sums ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What all terms of a sum are multiplied by is multiplied once:
//
//   for k                     for k
//     s += a * x[k] * y[k]      t += x[k] * y[k]
//                             s += a * t
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LOOPS_FACTOROUT_H
#define SPINDLE_LOOPS_FACTOROUT_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How factors are taken out of sums.
struct FactorOutOptions {
  /// Sums of floats may be rounded otherwise.
  bool reassociate = false;
};

/// Takes factors that are the same in all iterations of `loop`, and in all
/// terms, out of the sums that it carries. Refuses a loop without such a sum,
/// and floats where `options` do not allow it. A loop of floats that may have
/// no iterations is put into a branch: zero times what is not finite would not
/// be zero.
mlir::LogicalResult factorOut(mlir::RewriterBase &rewriter,
                              mlir::scf::ForOp loop,
                              const FactorOutOptions &options,
                              std::string &refusal);

/// The same of all loops in `root`, the innermost first, where it can be done.
void factorOutOfAll(mlir::RewriterBase &rewriter, mlir::Operation *root,
                    const FactorOutOptions &options);

} // namespace spindle::loops

#endif // SPINDLE_LOOPS_FACTOROUT_H
