//===- Bench.h - how fast is it ---------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_BENCH_H
#define SPINDLE_SESSION_BENCH_H

#include "Spindle/Execution/KernelCache.h"
#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Watcher.h"

namespace spindle::session {

/// The times of several runs, in seconds.
struct BenchResult {
  /// The number of timed runs, and of those before them.
  int64_t runs = 0, warmUps = 0;
  double median = 0, least = 0, most = 0;
  /// What a quarter of the runs stay below, and what a quarter stay above.
  double lowQuartile = 0, highQuartile = 0;
  /// What `countTouchedBytes` says of the operands.
  int64_t bytes = 0;

  /// The distance between the quartiles as a share of the median.
  double getSpread() const;
};

/// Sorts `times`, which are not empty, and says where they lie. A quantile
/// between two times is interpolated.
BenchResult summarizeTimes(std::vector<double> times);

/// The bytes of all arrays of all `operands`, but for what lies beyond the
/// lengths of fibres, each counted as if it were read or written once; values
/// that the program updates count twice, and structure that several operands
/// share once.
int64_t countTouchedBytes(llvm::ArrayRef<Operand> operands);

/// Times `runs` runs of `kernel`, whose signature is `signature`, on copies of
/// what it writes in `operands`, after as many untimed ones as fill a moment.
/// Tensors that it returns are made in that time, and freed outside of it. What
/// inspectors find is found in that time, too, or once before all runs where
/// the operands have `fixedStructures`.
/// Errors: memory that cannot be had, those of conversions, `Cancelled`.
llvm::Expected<BenchResult> bench(const execution::CompiledKernel &kernel,
                                  llvm::ArrayRef<Operand> operands,
                                  int64_t runs, bool fixedStructures,
                                  const Watcher &watcher);

} // namespace spindle::session

#endif // SPINDLE_SESSION_BENCH_H
