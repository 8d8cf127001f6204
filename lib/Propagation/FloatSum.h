//===- FloatSum.h - sums of floats in any order -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over what is added up may be reordered, divided and vectorised, and
// each order rounds otherwise. So a sum of constants is known where all orders
// have one result:
//
//   - at most one term is not 0, or
//   - all partial sums are exact: each term is a multiple of 2^low, and the sum
//     of magnitudes is at most 2^(low + p), for p bits of precision.
//
// Otherwise it is the same in every run, and what it is, is not known.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_FLOATSUM_H
#define SPINDLE_LIB_PROPAGATION_FLOATSUM_H

#include "Spindle/Mask/Number.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

namespace spindle {

/// One sum of floats, added up.
class FloatSum {
public:
  FloatSum(mlir::FloatType type, const Number &start);

  void add(const Number &term, int64_t times);
  /// Whether nothing will be known of it.
  bool isLost() const { return isUnknown && !allSame; }
  Number get() const;

private:
  void addKnown(const llvm::APFloat &term, int64_t times);
  bool isExact() const;

  mlir::FloatType type;
  Number start;
  llvm::APFloat sum;
  /// Terms that are not 0.
  int64_t terms = 0;
  /// The lowest bit of one that is not 0, and the sum of powers of two that are
  /// no less than their magnitudes.
  int low;
  double top = 0;
  bool isUnknown = false, allSame;
};

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_FLOATSUM_H
