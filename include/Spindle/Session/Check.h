//===- Check.h - are the numbers right --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_CHECK_H
#define SPINDLE_SESSION_CHECK_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Watcher.h"

namespace spindle::session {

/// What came of comparing the kernel's numbers with the interpreter's.
struct CheckResult {
  /// The largest difference.
  double maxAbsolute = 0;
  /// The largest difference divided by the interpreter's number, where that is
  /// not zero.
  double maxRelative = 0;
  /// The bound on the differences, in words.
  std::string bound;
  /// Where weights are rounded, the largest difference from what the program
  /// computes in f64 of the weights themselves, as a share of the largest
  /// element there.
  std::optional<double> rounding;
  /// The first wrong element; empty where all are right.
  std::string wrong;
};

/// What the interpreter came to.
struct Reference {
  /// The operands before the run; other numbers than the kernel's where nothing
  /// was written.
  std::vector<Operand> start;
  /// The operands after it.
  std::vector<Operand> results;
};

/// Interprets `function` on copies of `operands`, of which the kernel has not
/// changed any yet. `bodyRuns` is how often its nests' bodies run. Errors:
/// those of the interpreter, and memory that cannot be had.
llvm::Expected<Reference> interpretCopies(mlir::func::FuncOp function,
                                          llvm::ArrayRef<Operand> operands,
                                          int64_t bodyRuns,
                                          const Watcher &watcher);

/// Compares `results`, the operands after the kernel has run, with `reference`.
/// Errors: as above.
llvm::Expected<CheckResult> compareResults(mlir::func::FuncOp function,
                                           const Reference &reference,
                                           llvm::ArrayRef<Operand> results,
                                           int64_t bodyRuns,
                                           const Watcher &watcher);

/// Whether an operand that is only written holds Poison::Kernel somewhere after
/// the kernel has run: a number that is right may look so.
bool mayBeUnwritten(llvm::ArrayRef<Operand> results);

/// The first operand with elements that were never written, in words; empty
/// where there is none. `others` is what another run of the kernel made of
/// `clonePoisoned`.
std::string findUnwritten(llvm::ArrayRef<Operand> results,
                          llvm::ArrayRef<Operand> others);

} // namespace spindle::session

#endif // SPINDLE_SESSION_CHECK_H
