//===- Sums.h - sums of dimensions as coordinates ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_SUMS_H
#define SPINDLE_DIALECT_SPARSE_IR_SUMS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>

namespace spindle::sparse {

/// A sum of dimensions, each times an integer but 0, and of an integer.
struct Sum {
  struct Term {
    unsigned dim;
    int64_t factor;
  };
  /// By dimension, each once.
  llvm::SmallVector<Term, 2> terms;
  int64_t constant = 0;
};

/// `expr` as a sum; none where it is none, or where a factor is above 2^20 or
/// the integer above 2^40: sums of sizes in memory do not overflow.
std::optional<Sum> getSum(mlir::AffineExpr expr);

/// The integers from `low` on and below `high`.
struct SumRange {
  int64_t low, high;
};

/// The values of `sum` where each dimension has the coordinates below its entry
/// of `sizes`; none where one of its sizes is kDynamic or 0.
std::optional<SumRange> getRange(const Sum &sum, llvm::ArrayRef<int64_t> sizes);

/// `sum` in words, as `2 * I + R`, where its dimensions have `names`.
std::string printSum(const Sum &sum, llvm::ArrayRef<std::string> names);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_SUMS_H
