//===- MostIterations.h - how long a loop may be ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_MOSTITERATIONS_H
#define SPINDLE_ANALYSIS_MOSTITERATIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace spindle::loops {

/// What `value` is at most, if minima and maxima of constants tell.
std::optional<int64_t> getLargest(mlir::Value value);

/// The largest number of iterations that `loop` may have, where its bounds are
/// constants, or the upper one is the smaller of a constant and something else,
/// as in a block that is cut off at the end of a dimension.
std::optional<int64_t> getMostIterations(mlir::scf::ForOp loop);

/// The number of iterations of `loop`, where its bounds are constants, or it
/// runs through the points of a tile that is surely whole.
std::optional<int64_t> getIterations(mlir::scf::ForOp loop);

} // namespace spindle::loops

#endif // SPINDLE_ANALYSIS_MOSTITERATIONS_H
