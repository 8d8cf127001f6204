//===- RunInWavefronts.h - rows that do not wait, together ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_RUNINWAVEFRONTS_H
#define SPINDLE_TRANSFORMS_COORDINATES_RUNINWAVEFRONTS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// What is in the way of a rewrite, besides the reason.
using ObstacleFunction = llvm::function_ref<void(mlir::Operation *)>;

/// Has `nest`, whose first dimension are the rows of a matrix, go through the
/// wavefronts of these, found before it, and in each through its rows. What it
/// writes has to belong to the row at hand, and what it reads of that to the
/// row or to a column of it: then each row reads what it read before, and the
/// result is the same, bit for bit. Changes nothing where it refuses; tells
/// `onObstacle` of an access that is the reason.
mlir::FailureOr<NestOp> runInWavefronts(mlir::RewriterBase &rewriter,
                                        NestOp nest,
                                        ObstacleFunction onObstacle,
                                        std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_COORDINATES_RUNINWAVEFRONTS_H
