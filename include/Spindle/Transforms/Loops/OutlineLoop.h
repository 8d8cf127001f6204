//===- OutlineLoop.h - a loop as a function of its bounds -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_OUTLINELOOP_H
#define SPINDLE_TRANSFORMS_LOOPS_OUTLINELOOP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// Moves `loop`, which has a label and no results, from `function` to a
/// function of its own, as `spindle-outline-parallel` does: of its bounds, and
/// then of what it uses. Constants go with it. Gives the call in its place.
mlir::func::CallOp outlineLoop(mlir::func::FuncOp function,
                               mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_LOOPS_OUTLINELOOP_H
