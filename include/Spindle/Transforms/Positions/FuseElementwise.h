//===- FuseElementwise.h - elements changed where they are made -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Behind a nest that makes elements, another one may go through the same
// elements and change each by itself. It may as well be changed when it is
// made, where it is in the cache or, at last, in a register:
//
//   for i                            for i
//     for p in row i                   for p in row i
//       for k                            for k
//         C[p] += X[i, k] Y[j, k]          C[p] += X[i, k] Y[j, k]
//   for i                                C[p] = A[p] * C[p]
//     for p in row i
//       C[p] = A[p] * C[p]
//
// The loops of the second nest are all spatial, by their labels, and so are
// those of the first one that they are fused with: sums are whole then. That it
// is right is proved of each pair of loops (FuseLoops.h).
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_FUSEELEMENTWISE_H
#define SPINDLE_TRANSFORMS_POSITIONS_FUSEELEMENTWISE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// The outermost loops in `root`, and in loops of it that hold several nests,
/// that are elementwise, in the order of the text: they and all loops in them
/// have labels of spatial dimensions, and fill nothing.
llvm::SmallVector<mlir::scf::ForOp> findElementwise(mlir::Operation *root);

/// Moves the loop before `nest`, which is elementwise, in its block that makes
/// what `nest` reads into it, loop by loop as far as both are alike. The loops
/// that are left have the labels of those that made the elements. Gives the
/// outermost one. Where nothing can be fused `refusal` says why, in words that
/// follow "since", and nothing is changed.
mlir::FailureOr<mlir::scf::ForOp> fuseElementwise(mlir::RewriterBase &rewriter,
                                                  mlir::scf::ForOp nest,
                                                  std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_FUSEELEMENTWISE_H
