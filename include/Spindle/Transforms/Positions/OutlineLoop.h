//===- OutlineLoop.h - a loop as a function of its bounds -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_OUTLINELOOP_H
#define SPINDLE_TRANSFORMS_POSITIONS_OUTLINELOOP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

namespace spindle::iter {

/// Moves `loop`, which has a label and no results, from `function` to a
/// function of its own, as `spindle-outline-parallel` does: of its bounds, and
/// then of what it uses. Constants, axes and bound buffers go with it. `apart`
/// are operands of such: what they are given is passed as arguments of their
/// own, the last ones, in this order. Gives the call in the loop's place;
/// `symbols` are those of the module.
mlir::func::CallOp outlineLoop(mlir::SymbolTable &symbols,
                               mlir::func::FuncOp function,
                               mlir::scf::ForOp loop,
                               llvm::ArrayRef<mlir::OpOperand *> apart = {});

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_OUTLINELOOP_H
