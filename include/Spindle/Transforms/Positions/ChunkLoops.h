//===- ChunkLoops.h - a parallel loop in chunks of equal weight -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_CHUNKLOOPS_H
#define SPINDLE_TRANSFORMS_POSITIONS_CHUNKLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// A parallel loop that is divided.
struct ChunkLoops {
  /// The loop over the chunks; its label says role = worker.
  mlir::scf::ForallOp workers;
  /// That over the iterations of one chunk, with the label of the old loop.
  mlir::scf::ForOp chunk;
  /// How many iterations all chunks have.
  mlir::Value length;
};

/// Divides `loop`, an outermost one that has a label, as
/// `spindle-split-into-chunks` does. Where it cannot `refusal` says why, in
/// words that follow "since", and nothing is changed.
mlir::FailureOr<ChunkLoops> splitIntoChunks(mlir::RewriterBase &rewriter,
                                            mlir::scf::ForallOp loop,
                                            std::string &refusal);

/// Finds the loop `inside` of `loop` that workers may divide instead of it.
/// Where there is none, the words that follow "since".
std::string findLoopInside(mlir::scf::ForOp loop, mlir::scf::ForOp &inside);

/// Has the workers of `loops` divide the loop `inside`, as `findLoopInside`
/// found it, where the other one has fewer than `least` iterations for each:
/// each of them then runs through all of these.
void divideInside(mlir::RewriterBase &rewriter, const ChunkLoops &loops,
                  mlir::scf::ForOp inside, int64_t least);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_CHUNKLOOPS_H
