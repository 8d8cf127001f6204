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
// A sum of floats may be too large, though the products that it would have been
// multiplied into are not: with a = 1e-10, x = (2e19, 2e19) and y = (1e19,
// 1e19) in f32, s is 4e28 and t is infinite. What was infinite may become
// finite or no number, too: with a = 0 and t infinite s is NaN and not 0.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_FACTOROUT_H
#define SPINDLE_TRANSFORMS_LOOPS_FACTOROUT_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How factors are taken out of sums.
struct FactorOutOptions {
  /// Sums of floats may be rounded otherwise.
  bool reassociate = false;
  /// They may be infinite, or no number, where the sums of products are finite.
  bool allowOverflow = false;
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

/// Takes factors out of the sums of all loops in `root`, the innermost first,
/// where it can be done.
void factorOutOfAll(mlir::RewriterBase &rewriter, mlir::Operation *root,
                    const FactorOutOptions &options);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_FACTOROUT_H
