//===- Vectorize.h - several iterations at a time ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop becomes one over blocks of `lanes * interleave` iterations, and a rest
// of fewer. In a block, what is the same for all iterations stays scalar and is
// done once; what differs is done in `interleave` vectors of `lanes` elements.
// Loops inside of the vectorized one stay one loop each, so that an outer loop
// is vectorized as well as an inner one:
//
//   for k = 0 to K {                  for k = 0 to K - K mod 8 step 8 {
//     s = for p iter_args(a = 0) {      s0, s1 = for p iter_args(a0, a1 = 0) {
//       a + val[p] * B[crd[p], k] }       v = broadcast val[p], c = crd[p]
//     C[i, k] = s }                       a0 + v * B[c, k : k + 4],
//                                         a1 + v * B[c, k + 4 : k + 8] }
//                                       C[i, k : k + 4] = s0, ... = s1 }
//
// The rest is done in one pass of as few vectors as hold it, the last of them
// masked: no element outside of the loop's is read or written.
//

#ifndef SPINDLE_TRANSFORMS_LOOPS_VECTORIZE_H
#define SPINDLE_TRANSFORMS_LOOPS_VECTORIZE_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How elements that do not follow one another in memory are loaded.
enum class Gathers {
  /// One by one.
  Single,
  /// By `vector.gather`, where the last index alone differs; else one by one.
  Hardware,
  /// So, and also of numbers that no processor gathers: each lane loads its
  /// own.
  OfLanes
};

/// What is done with the iterations that fill no block.
enum class Remainder {
  /// One pass of as few vectors as hold them, the last one masked.
  Masked,
  /// A loop over single iterations.
  Scalar
};

/// How a loop is vectorized.
struct VectorizeOptions {
  /// Elements of a vector, a power of two; 0 for as many elements of the widest
  /// type that the loop loads, stores or carries as `vectorBits` hold, or fewer
  /// where these hold all iterations. A worker of several lanes, over which
  /// vectors are spread, has so many times as many, or one for each lane where
  /// the loop does not start at 0: neighbouring lanes then load neighbours,
  /// wherever they lie.
  int64_t lanes = 0;
  /// The width of the target's vectors.
  int64_t vectorBits = 128;
  /// Vectors of a block.
  int64_t interleave = 1;
  /// Sums and products of floats that the loop carries may be made in another
  /// order.
  bool reassociate = false;
  /// Functions that the target has no instructions for, as `math.exp`, may be
  /// in the loop if `spindle-approximate-functions` knows them. Else they are
  /// refused.
  bool approximate = false;
  Gathers gathers = Gathers::Single;
  Remainder remainder = Remainder::Masked;
  LoopObserver observer;
};

/// Vectorizes `loop`. The results are the bits of the serial loop, but where
/// `reassociate` is given. Gives the loop over blocks and the
/// one over the remainder, each where there is one: a single block is no loop.
/// They have the label of `loop`, with the roles `tile` and `tail`. On failure
/// `refusal` says why, and nothing was changed.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
vectorize(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
          const VectorizeOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_VECTORIZE_H
