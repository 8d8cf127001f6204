//===- LoopTiles.h - loops that were split ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_LOOPTILES_H
#define SPINDLE_ANALYSIS_LOOPTILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// The loop over tiles of which `point` runs through one; null where there is
/// none.
mlir::scf::ForOp getTileLoop(mlir::scf::ForOp point);

/// Numbers from `begin` to before `end`.
struct LoopRange {
  mlir::Value begin, end;
};

/// Numbers that the variable of `loop` is among: those of its bounds, or those
/// of the loop of which it is the tiles, the points of one or the tail.
LoopRange getRange(mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_LOOPTILES_H
