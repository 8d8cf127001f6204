//===- IndexBounds.h - constants that indices are below ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_INDEXBOUNDS_H
#define SPINDLE_ANALYSIS_INDEXBOUNDS_H

#include "Spindle/Analysis/LinearIndex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace spindle::iter {

/// Whether `index` is the constant 0.
bool isZero(mlir::Value index);

/// A number that `index` is not above: its own where it is constant, the width
/// of an axis of static width where it is the length of a fibre, that of one of
/// two values where it is the smaller.
std::optional<int64_t> getMaximum(mlir::Value index);

/// A number `n` such that 0 <= `index` < `n`, for a constant, for a nest's
/// coordinate on a dense_fixed axis of static width, and for the variable of a
/// loop that starts at no less than 0 and whose end has a maximum.
std::optional<int64_t> getBound(mlir::Value index);

/// Numbers from `least` to `greatest`.
struct NumberRange {
  int64_t least, greatest;
};

/// What `sum` is among without its term `block`, one of those that it has:
/// where in a block it is, if the term says in which. None where another term
/// has no bound.
std::optional<NumberRange> getRangeInBlock(const LinearIndex &sum,
                                           const LinearIndex::Term &block);

/// Whether the variable of `loop` is known to be 0 or more.
bool startsAtZeroOrAbove(mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_INDEXBOUNDS_H
