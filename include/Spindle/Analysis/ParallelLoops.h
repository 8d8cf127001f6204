//===- ParallelLoops.h - which loops may run in parallel --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop of position space may run in parallel where no two of its iterations
// touch one element of memory that one of them writes. Each iteration then
// reads what it would read in the serial run, and each element is combined with
// in the order of that run: the result is the same, bit for bit. What makes two
// elements different is said in include/Spindle/Analysis/IndexFamilies.h.
//

#ifndef SPINDLE_ANALYSIS_PARALLELLOOPS_H
#define SPINDLE_ANALYSIS_PARALLELLOOPS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <string>

namespace spindle::iter {

/// What is known of one loop.
struct LoopVerdict {
  /// An outermost loop, which has a label.
  mlir::scf::ForOp loop;
  /// Why it stays serial, in words that follow "since"; empty if it need not.
  std::string refusal;

  bool isParallel() const { return refusal.empty(); }
};

/// A verdict on each labelled `scf.for` of `function` that no other loop is
/// around, in the order of the text. The function is in position space, before
/// look-ups are given strategies, and is not changed.
llvm::SmallVector<LoopVerdict>
findParallelLoops(mlir::FunctionOpInterface function);

/// Why `loop`, an outermost one, stays serial, as in `LoopVerdict`.
std::string checkParallel(mlir::scf::ForOp loop);

/// The verdict as a line: `loop over I of nest 'spmv' is parallel`, or
/// `.. stays serial: ` and why.
std::string describe(LoopVerdict verdict);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_PARALLELLOOPS_H
