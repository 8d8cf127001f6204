//===- Materialize.h - arrays of what searches find -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_MATERIALIZE_H
#define SPINDLE_TRANSFORMS_POSITIONS_MATERIALIZE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// Answers the searches in `loop` that follow from its iteration by arrays,
/// with a number for each iteration, which are filled before. Gives the
/// outermost loop that fills them, which has the labels of those around
/// `loop`, but for `nest = "searches"`. Else `refusal` says why not, in words
/// that follow "since", and nothing is changed.
mlir::FailureOr<mlir::scf::ForOp> materialize(mlir::RewriterBase &rewriter,
                                              mlir::scf::ForOp loop,
                                              std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_MATERIALIZE_H
