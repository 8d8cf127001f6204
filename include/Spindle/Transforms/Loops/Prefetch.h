//===- Prefetch.h - lines fetched before they are loaded --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop over positions that loads a coordinate and then what the coordinate
// says, fetches the lines that it will load some iterations later:
//
//   for p
//     %j = load crd[p]
//     %ahead = load crd[min(p + distance, dim crd - 1)]
//     prefetch B[%ahead, k], B[%ahead, k + 16], ..
//     .. load B[%j, k : k + 16], ..
//
// Positions of all fibres follow one another, so that at the end of one the
// lines of the next are fetched. The array holds element p, so it is not empty,
// and its last element is a coordinate too.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_PREFETCH_H
#define SPINDLE_TRANSFORMS_LOOPS_PREFETCH_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How lines are fetched ahead.
struct PrefetchOptions {
  /// After how many iterations of the loop they are loaded.
  int64_t distance = 12;
  /// How long they are to stay in caches: 0 is not at all, 3 is longest.
  int64_t locality = 3;
  LoopObserver observer;
};

/// Has `loop` fetch what loads inside of it, at any depth, find at coordinates
/// that it loads at its variable: one prefetch for each line of 64 bytes that
/// loads of neighbouring elements touch. What a loop inside with constant
/// bounds loads one after the other is fetched before that loop, other things
/// beside the loads. Gives the prefetches; refuses where there are none.
mlir::FailureOr<llvm::SmallVector<mlir::Operation *>>
prefetch(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
         const PrefetchOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_PREFETCH_H
