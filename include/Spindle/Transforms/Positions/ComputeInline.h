//===- ComputeInline.h - elements made where they are used ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What one nest stores element by element for another one need not be stored.
// It is made where it is read:
//
//   for i                            for i
//     for p in row i                   for k
//       P[p] = E[p] / s[i]                for p in row i
//   for i                                   O[i, k] += (E[p] / s[i]) V[c[p], k]
//     for k
//       for p in row i
//         O[i, k] += P[p] V[c[p], k]
//
// A loop over the elements goes, and so does the way of each through memory.
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_COMPUTEINLINE_H
#define SPINDLE_TRANSFORMS_POSITIONS_COMPUTEINLINE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// Has the nests that read what `nest` stores make it instead, and erases
/// `nest`. Where that may not be `refusal` says why, in words that follow
/// "since", and nothing is changed.
mlir::LogicalResult computeInline(mlir::RewriterBase &rewriter,
                                  mlir::scf::ForOp nest, std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_COMPUTEINLINE_H
