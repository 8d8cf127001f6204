//===- VectorizeLegality.h - which loops have vectors -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZELEGALITY_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZELEGALITY_H

#include "Spindle/Transforms/Loops/Vectorize.h"
#include "VectorizeKinds.h"
#include "VectorizeReductions.h"

namespace spindle::loops {

/// Whether `op` divides integers: by 0 it must not.
bool isDivision(mlir::Operation *op);

/// Whether `op` is a function that is computed step by step, not by an
/// instruction.
bool isFunction(mlir::Operation *op);

/// The reductions that `loop` carries. Fails, and says why, where it cannot be
/// vectorized: what it carries is no reduction or one whose order matters, an
/// operation in it has no vector form, or its iterations may touch one
/// another's elements.
mlir::FailureOr<llvm::SmallVector<LoopReduction>>
checkVectorizable(mlir::scf::ForOp loop, const LaneKinds &kinds,
                  const VectorizeOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZELEGALITY_H
