//===- ComputeOnce.h - functions computed once ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Two nests that go through the same elements may both compute a function of
// each. The first one then stores what the second one reads, where the second
// one stores its own result later:
//
//   for i                            for i
//     for p in row i                   for p in row i
//       s[i] += exp(S[p] - m[i])         P[p] = exp(S[p] - m[i])
//   for i                                s[i] += P[p]
//     for p in row i                 for i
//       P[p] = exp(S[p] - m[i]) / s[i]   for p in row i
//                                          P[p] = P[p] / s[i]
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_COMPUTEONCE_H
#define SPINDLE_TRANSFORMS_POSITIONS_COMPUTEONCE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// Has `nest`, which stores elements one by one, read a function that a nest
/// before it in its block computes of each element, from where it stores its
/// result. Where that may not be `refusal` says why, in words that follow
/// "since", and nothing is changed.
mlir::LogicalResult computeOnce(mlir::RewriterBase &rewriter,
                                mlir::scf::ForOp nest, std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_COMPUTEONCE_H
