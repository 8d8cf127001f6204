//===- Bench.h - how fast is it ---------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_BENCH_H
#define SPINDLE_TOOLS_SPARSE_RUN_BENCH_H

#include "Operand.h"
#include "Spindle/Execution/Kernel.h"

namespace spindle::run {

/// The times of several runs, in seconds.
struct BenchResult {
  /// The number of timed runs, and of those before them.
  int64_t runs = 0, warmUps = 0;
  double median = 0, least = 0, most = 0;
};

/// Times `runs` runs of `kernel`, whose signature is `signature`, on copies of
/// what it writes in `operands`, after as many untimed ones as fill a moment.
/// Errors: memory that cannot be had.
llvm::Expected<BenchResult> bench(const execution::Kernel &kernel,
                                  mlir::ArrayAttr signature,
                                  llvm::ArrayRef<Operand> operands,
                                  int64_t runs);

/// The operations on floats in one run of the body of the only nest or
/// `sparse.generic` of `function`: each of arith's and math's, a fused
/// multiply-add as two, and each accumulation and combination. Nothing where
/// there is another number of them, or a branch in the body.
std::optional<int64_t> countBodyFlops(mlir::func::FuncOp function);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_BENCH_H
