//===- Check.h - are the numbers right --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter runs the program on the same operands. Integers must be equal.
// Floats may be summed in another order and contracted, so two right results
// differ; by how much is found from the program itself:
//
// - Where it only multiplies, adds and accumulates sums, one element is a sum
//   of n products of at most c factors. In any order its error is at most
//   (n + c) u M, u the unit of rounding and M the sum of the products' absolute
//   values (N. J. Higham, "Accuracy and Stability of Numerical Algorithms",
//   2002, section 3.1). The interpreter gives M, run on absolute values, and n,
//   run on ones. Two results differ by at most twice that.
// - Any other program: 1024 u times the largest element.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_CHECK_H
#define SPINDLE_TOOLS_SPARSE_RUN_CHECK_H

#include "Operand.h"

namespace spindle::run {

/// What came of comparing the kernel's numbers with the interpreter's.
struct CheckResult {
  /// The largest difference.
  double maxAbsolute = 0;
  /// The largest difference divided by the interpreter's number, where that is
  /// not zero.
  double maxRelative = 0;
  /// The bound on the differences, in words.
  std::string bound;
  /// The first wrong element; empty where all are right.
  std::string wrong;
};

/// Prepares what the interpreter starts from: copies of `operands`, before the
/// kernel has run, with other numbers where nothing was written. Error: memory
/// that cannot be had.
llvm::Expected<llvm::SmallVector<Operand>>
prepareReference(llvm::ArrayRef<Operand> operands);

/// Interprets `function` on `reference` and compares what it writes with
/// `results`. `bodyRuns` is how often its nests' bodies run. Errors: those of
/// the interpreter.
llvm::Expected<CheckResult> checkResults(mlir::func::FuncOp function,
                                         llvm::ArrayRef<Operand> reference,
                                         llvm::ArrayRef<Operand> results,
                                         int64_t bodyRuns);

/// The first operand of floats with elements that were never written, in words;
/// empty where there is none.
std::string findUnwritten(llvm::ArrayRef<Operand> results);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_CHECK_H
