//===- Dismantle.h - structure that is in the code --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive of section 3.3 of SparTA's paper. Of a loop over the stored
// columns of rows, whose positions and coordinates are constants,
//
//   for i = 0 to 3                           for k
//     for p = pos[i] to pos[i + 1]             y[0, k] += a[0] * x[4, k]
//       j = crd[p]                     =>    for k
//       for k                                  y[2, k] += a[1] * x[1, k]
//         y[i, k] += a[p] * x[j, k]
//
// rows and columns are in the code. What does nothing is gone, as row 1 is.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_DISMANTLE_H
#define SPINDLE_TRANSFORMS_LOOPS_DISMANTLE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// Of constant memory of more elements, or bytes, that are no integers, no
/// element becomes a part of the code: they are loaded.
constexpr int64_t kMostValues = 2000, kMostValueBytes = 64 * 1024;

/// How loops are dismantled.
struct DismantleOptions {
  /// The most iterations that any loop has which is unrolled, in all.
  int64_t most = 2000;
};

/// Unrolls `loop`, those around it whose variables decide its bounds or where
/// it reads constant memory, and those of `others` that stand in one of these.
/// What is read of constant memory, and what follows from that, is computed.
/// Loops between them stay. Gives the outermost ones that are left inside of
/// loops that were to be unrolled.
///
/// Refuses, without a change, where bounds are not constant, and where a loop
/// has more iterations than `options` say.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
dismantle(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
          llvm::ArrayRef<mlir::Operation *> others,
          const DismantleOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_DISMANTLE_H
