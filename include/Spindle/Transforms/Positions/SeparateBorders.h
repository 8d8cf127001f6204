//===- SeparateBorders.h - loops that no border is near ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_SEPARATEBORDERS_H
#define SPINDLE_TRANSFORMS_POSITIONS_SEPARATEBORDERS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// Makes two loops of `loop`, which runs over the positions of one fibre of a
/// sorted axis and holds a loop over the cells of an axis that is skewed along
/// it: one for fibres of which all cells exist under every position, where the
/// inner loop runs through the whole width, and `loop` for the others. Which it
/// is, is told by the first and the last coordinate, before the loops. Returns
/// the first one; fails, with nothing changed, where `refusal` says why.
mlir::FailureOr<mlir::scf::ForOp> separateBorders(mlir::RewriterBase &rewriter,
                                                  mlir::scf::ForOp loop,
                                                  std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_SEPARATEBORDERS_H
