//===- Chunks.h - iterations in chunks of equal weight ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The iterations 0 to n - 1 of a loop, whose weights sum up to W(n), in p
// chunks of neighbours. Let q and m be the quotient and the remainder of W(n)
// by p; chunk t is due the weights from
//
//   T(t) = t * q + min(t, m)
//
// on, which wraps nowhere and deals the remainder to the first m chunks: T(0) =
// 0, T(p) = W(n), and shares T(t + 1) - T(t) differ by at most one. The chunk
// begins at the first iteration r with W(r) >= T(t). As W ascends strictly from
// 0 on,
//
//   chunks cover each iteration once: the first begins at 0, the last ends at
//   n;
//   a chunk's weight differs from its share by less than that of one iteration,
//   the heaviest.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_CHUNKS_H
#define SPINDLE_TRANSFORMS_POSITIONS_CHUNKS_H

#include "Spindle/Analysis/LoopWeight.h"

namespace spindle::iter {

/// A division of iterations into chunks; all values are of type index.
struct Chunks {
  /// The number n of iterations, at least 0.
  mlir::Value length;
  /// The number p of chunks, at least 1.
  mlir::Value count;
  /// W(n).
  mlir::Value total;
  /// q and m.
  mlir::Value quotient, remainder;
  /// What W is made of.
  LoopWeight weight;
};

/// Divides `length` iterations, which weigh `total`, into `count` chunks, at
/// the insertion point.
Chunks buildChunks(mlir::ImplicitLocOpBuilder &builder, LoopWeight weight,
                   mlir::Value length, mlir::Value total, mlir::Value count);

/// Builds W(`iteration`).
using WeightFunction = llvm::function_ref<mlir::Value(
    mlir::ImplicitLocOpBuilder &builder, mlir::Value iteration)>;

/// The first iteration of chunk `chunk`, of 0 to p, where W is what
/// `weightBefore` builds: by a search of logarithmic time, but for the first
/// chunk and the end.
mlir::Value buildChunkBegin(mlir::ImplicitLocOpBuilder &builder,
                            const Chunks &chunks, mlir::Value chunk,
                            WeightFunction weightBefore);

/// The first iteration of chunk `chunk`, of 0 to p, at the insertion point: by
/// a search of logarithmic time, but for the first chunk and the end, and where
/// weights are those of iterations alone.
mlir::Value buildChunkBegin(mlir::ImplicitLocOpBuilder &builder,
                            const Chunks &chunks, mlir::Value chunk);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_CHUNKS_H
