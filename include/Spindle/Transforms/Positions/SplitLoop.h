//===- SplitLoop.h - a loop as tiles and points -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop becomes one over tiles around one over the points of a tile. The
// variable of the inner loop takes the numbers of the old one, in the same
// order, so that all that is known of it stays true:
//
//   for i = a to b        for t = a to b step f            (tile)
//     S(i)                  for i = t to min(t + f, b)     (point)
//                             S(i)
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_SPLITLOOP_H
#define SPINDLE_TRANSFORMS_POSITIONS_SPLITLOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// How a loop is split.
struct SplitLoopOptions {
  /// The number of iterations of a tile, at least 1; or, with `inParts`, the
  /// number of tiles, which are as large as one another but for the last.
  int64_t number = 1;
  bool inParts = false;
  /// The iterations after the last whole tile become a loop of their own, so
  /// that those of tiles take `number` iterations each; not with `inParts`.
  bool peelRemainder = false;
  /// Loops over a tile are split into smaller ones alone.
  bool onlySmaller = false;
};

/// What a loop was split into.
struct SplitLoops {
  /// Its label says role = tile, that of `point` role = point.
  mlir::scf::ForOp tile, point;
  /// The remainder, role = tail; null where there is none.
  mlir::scf::ForOp tail;
};

/// Splits `loop`, of steps of 1, whose order of iterations stays. Where it
/// cannot be split `refusal` says why, in words that follow "since", and
/// nothing is changed.
mlir::FailureOr<SplitLoops> splitLoop(mlir::RewriterBase &rewriter,
                                      mlir::scf::ForOp loop,
                                      const SplitLoopOptions &options,
                                      std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_SPLITLOOP_H
