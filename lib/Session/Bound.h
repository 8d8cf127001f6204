//===- Bound.h - how far right results may be apart -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers that a kernel and the interpreter come to for the same operands
// may differ by rounding: floats may be summed in another order and contracted.
// By how much is found from the program itself:
//
// - Where it only multiplies, adds and accumulates sums, and a `sparse.generic`
//   at most stores what these come to, one element is a sum of n products that
//   are rounded by c u in all. In any order its error is at most (n + c) u M, u
//   the unit of rounding of the sums and M the sum of the products' absolute
//   values (N. J. Higham, "Accuracy and Stability of Numerical Algorithms",
//   2002, section 3.1; of complex products section 3.6).
//   The interpreter gives M, run on absolute values, and n, run on ones, both
//   in f64. Two results differ by at most twice that. Where bf16 is widened,
//   processors may multiply with subnormal numbers taken for zeros: these count
//   as 2^-126 / u in M, so that what is lost is less than a unit.
// - Any other program: 1024 u times the largest element, u that of the element;
//   of f16 128 u and of bf16 16 u, a sixteenth.
//
// Integers and bits must be equal.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_BOUND_H
#define SPINDLE_LIB_SESSION_BOUND_H

#include "Spindle/Session/Watcher.h"
#include "Widen.h"

namespace spindle::session {

/// How far two right results may be apart.
struct Bound {
  /// True where `magnitudes` and `terms` are there.
  bool perElement = false;
  /// The operands with the sums of absolute values, M.
  WideOperands magnitudes;
  /// The operands with the numbers of products that are summed, n.
  WideOperands terms;
  /// How far one product is rounded, in units; c.
  int64_t factors = 0;
  /// The unit of rounding, u.
  double unit = 0;
  /// The smallest number that a rounding may lose whole.
  double least = 0;
};

/// The unit of rounding of the numbers of `type`, a float or complex type, and
/// the smallest of them above 0 into `least`.
double getUnit(mlir::Type type, double &least);

/// Finds how far right results of `function` for `start`, the operands before
/// the run, may be apart. `bodyRuns` is how often its nests' bodies run.
/// Errors: those of the interpreter, and memory that cannot be had.
llvm::Expected<Bound> findBound(mlir::func::FuncOp function,
                                llvm::ArrayRef<Operand> start, int64_t bodyRuns,
                                const Watcher &watcher);

/// Interprets `function` on `operands`, a step called `label`. Errors:
/// those of the interpreter.
llvm::Error interpret(mlir::func::FuncOp function,
                      llvm::ArrayRef<Operand> operands, int64_t bodyRuns,
                      std::string label, const Watcher &watcher,
                      std::vector<interpreter::OwnedTensor> *results = nullptr);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_BOUND_H
