//===- PeelBorders.h - a loop where all coordinates are inside --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_PEELBORDERS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_PEELBORDERS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// Splits `loop` in three, of which the middle one takes the first region of
/// each branch that asks whether sums of its variable are coordinates inside of
/// an extent, as borders do, or what is the same in all iterations. Gives that
/// one, and those before and behind it, of the role `tail`. Says in `refusal`
/// why there are none such.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
peelBorders(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
            std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_PEELBORDERS_H
