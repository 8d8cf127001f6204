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
};

/// Divides `loop`, an outermost one that has a label, as
/// `spindle-split-into-chunks` does. Where it cannot `refusal` says why, in
/// words that follow "since", and nothing is changed.
mlir::FailureOr<ChunkLoops> splitIntoChunks(mlir::RewriterBase &rewriter,
                                            mlir::scf::ForallOp loop,
                                            std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_CHUNKLOOPS_H
