//===- LoopProperties.h - which loops a schedule means ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_LOOPPROPERTIES_H
#define SPINDLE_ANALYSIS_LOOPPROPERTIES_H

#include "Spindle/Dialect/Iter/IR/Iter.h"

namespace spindle {

/// Whether no loop is in `loop`.
bool isInnermost(mlir::Operation *loop);

/// Whether a loop that is labelled as one over a reduction is in `loop`.
bool holdsReduction(mlir::Operation *loop);

/// Whether the variable of `loop`, of one dimension, is the last index of an
/// access in it, to memory or a buffer, and never another index of one, be it
/// by a coordinate that comes once.
bool isUnitStride(mlir::Operation *loop);

/// Whether the variable of `loop`, of one dimension, is in an index of an
/// access in it that is not the last one, or tells it by a coordinate that
/// comes once, as that of a row at a position of a slice.
bool isStrided(mlir::Operation *loop);

/// Whether all labelled loops in `loop` are over dense axes.
bool isDenseInside(mlir::Operation *loop);

/// Whether `loop` is known to have 32 iterations at most.
bool hasFewIterations(mlir::Operation *loop);

} // namespace spindle

#endif // SPINDLE_ANALYSIS_LOOPPROPERTIES_H
