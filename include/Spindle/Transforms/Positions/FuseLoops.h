//===- FuseLoops.h - two loops as one ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_FUSELOOPS_H
#define SPINDLE_TRANSFORMS_POSITIONS_FUSELOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// The only loop that stands in the body of `loop` itself; null where there is
/// none, or several.
mlir::scf::ForOp getOnlyLoop(mlir::scf::ForOp loop);

/// Moves the body of `first` into `second`, before its own: iteration r of the
/// loop that is left, `second`, is iteration r of both. They follow one another
/// in one block, run through the same numbers, and no iteration of `first`
/// touches an element that another one of `second` does, where one of them
/// writes it. Elements keep every bit: each is combined with in the order as
/// before. Where that is not known `refusal` says why, in words that follow
/// "since", and nothing is changed.
mlir::FailureOr<mlir::scf::ForOp> fuseLoops(mlir::RewriterBase &rewriter,
                                            mlir::scf::ForOp first,
                                            mlir::scf::ForOp second,
                                            std::string &refusal);

/// As `fuseLoops`, of `loop` and the loop after it in its block. The loop that
/// is left has the label of the last of the two that is no fill.
mlir::FailureOr<mlir::scf::ForOp> fuseWithSibling(mlir::RewriterBase &rewriter,
                                                  mlir::scf::ForOp loop,
                                                  std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_FUSELOOPS_H
