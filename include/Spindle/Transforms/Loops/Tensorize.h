//===- Tensorize.h - products of small matrices in loops --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop that carries rows of sums, vectors each, and adds to them products of
// numbers with rows of another matrix, is a product of matrices:
//
//   for t = 0 to T iter_args(s0, s1)       a = numbers[0 : 2, 0 : T]
//     b = B[t, 0 : N]                 =>   b = B[0 : T, 0 : N]
//     s0 + A[0, t] * b, s1 + A[1, t] * b   s + vector.contract a, b
//
// That is what the rows of a stored block are after `unrollAndJam`, and the
// columns of a dense operand after `vectorize`. Numbers that are widened to be
// multiplied go into the contraction as they are stored: what a processor makes
// of it is left to `spindle-lower-contractions`.
//

#ifndef SPINDLE_TRANSFORMS_LOOPS_TENSORIZE_H
#define SPINDLE_TRANSFORMS_LOOPS_TENSORIZE_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How loops become contractions.
struct TensorizeOptions {
  /// Iterations that become one contraction; 0 is all of them, or as many as
  /// there may be where that is known but not how many there are.
  int64_t factor = 0;
  /// Whether it is as many as there may be where these are known to be fewer.
  bool atMost = false;
  /// The products may be added in any order, and numbers that are subnormal
  /// taken for zeros.
  bool reassociate = false;
  /// Whether loops that multiply numbers as wide as their sums are left alone.
  bool narrow = false;
  /// Whether loops are left alone that multiply anything but bytes, with a sign
  /// or without, for sums in i32.
  bool bytes = false;
  LoopObserver observer;
};

/// Has an iteration of `loop` do what `factor` iterations did, by one
/// contraction for all sums that the same vectors are multiplied for, and
/// another loop the rest. Gives the loops that there are then, as `unroll`
/// does. Refuses where `loop` carries anything but vectors that a product of a
/// number and a vector is added to, and where `unroll` would.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
tensorize(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
          const TensorizeOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_TENSORIZE_H
