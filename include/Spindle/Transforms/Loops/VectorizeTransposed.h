//===- VectorizeTransposed.h - squares that are turned ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Of two loops, one in the other, the iterations of one load neighbours, and
// those of the other one store them:
//
//   for i                         for i step 16
//     for j                         for j step 16
//       B[j, i] = f(A[i, j])          v0 = f(A[i, j : j + 16]), ..
//                                     v15 = f(A[i + 15, j : j + 16])
//                                     w0, .., w15 = v0, .., v15 transposed
//                                     B[j, i : i + 16] = w0, ..
//                                     B[j + 15, i : i + 16] = w15
//

#ifndef SPINDLE_TRANSFORMS_LOOPS_VECTORIZETRANSPOSED_H
#define SPINDLE_TRANSFORMS_LOOPS_VECTORIZETRANSPOSED_H

#include "Spindle/Transforms/Loops/Vectorize.h"

namespace spindle::loops {

/// Has `outer` and the loop in it load squares by rows and store them by
/// columns; `options` gives lanes, the width of vectors, and whether functions
/// may be approximated. Results keep their bits. Gives the loops over squares
/// that there are, which have the labels of the two, with the role `tile`. On
/// failure `refusal` says why, and nothing was changed.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
vectorizeTransposed(mlir::RewriterBase &rewriter, mlir::scf::ForOp outer,
                    const VectorizeOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_VECTORIZETRANSPOSED_H
