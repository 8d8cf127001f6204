//===- LinearIndex.h - indices as sums --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_LINEARINDEX_H
#define SPINDLE_ANALYSIS_LINEARINDEX_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace spindle::iter {

/// An index as a sum of products of values with constants, and a constant.
struct LinearIndex {
  /// One product.
  struct Term {
    mlir::Value value;
    int64_t factor;
  };
  /// No value comes twice, and no factor is 0.
  llvm::SmallVector<Term> terms;
  int64_t constant = 0;
};

/// The sum that `index` is, through `affine.apply` and the additions,
/// subtractions and multiplications of arith; a value that is none of these is
/// a sum of itself. None where it is made of hundreds of values, or where a
/// number in it has an absolute value above 2^20: so no two of a loop's first
/// 2^43 iterations, or of the coordinates of so large an axis, have one sum by
/// wrapping round.
std::optional<LinearIndex> getLinearIndex(mlir::Value index);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_LINEARINDEX_H
