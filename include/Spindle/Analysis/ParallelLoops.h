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
// The rows of a wavefront are read by no other row of it, which is what the
// operation that finds them says (include/Spindle/Analysis/Wavefronts.h): such
// a loop may run in parallel in each iteration of the serial loops around it.
//
// A loop that fails there may still be parallel but for accumulates: where
// iterations meet, they do nothing but combine by one kind. Made atomic, these
// accumulates give what they give in order, but for the rounding of floats.
//

#ifndef SPINDLE_ANALYSIS_PARALLELLOOPS_H
#define SPINDLE_ANALYSIS_PARALLELLOOPS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
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
  /// All accumulates into elements that several iterations touch, if nothing
  /// else keeps the loop serial: it is parallel where these are atomic, or
  /// where iterations that may meet have copies of their own.
  llvm::SmallVector<sparse::AccumulateOp> accumulates = {};

  bool isParallel() const { return refusal.empty(); }
  bool isParallelWithCopies() const {
    return isParallel() || !accumulates.empty();
  }
  /// As `isParallelWithCopies`, if all accumulates can be atomic.
  bool isParallelWithAtomics() const;
};

/// A verdict on each labelled `scf.for` of `function` that no other loop is
/// around, or that runs over rows of a wavefront, in the order of the text. The
/// function is in position space, before look-ups are given strategies, and is
/// not changed.
llvm::SmallVector<LoopVerdict>
findParallelLoops(mlir::FunctionOpInterface function);

/// The verdict on `loop`, which stays serial where it is no outermost one.
LoopVerdict judge(mlir::scf::ForOp loop);

/// The verdict on the iterations that `loop` has in one iteration of each loop
/// around it. Its steps may be other than 1.
LoopVerdict judgeInside(mlir::scf::ForOp loop);

/// Why `loop`, an outermost one, stays serial, as in `LoopVerdict`.
std::string checkParallel(mlir::scf::ForOp loop);

/// The verdict as a line: `loop over I of nest 'spmv' is parallel`, or
/// `.. stays serial: ` and why; where `atomics` may be made, `.. is parallel
/// with 1 atomic accumulate`.
std::string describe(LoopVerdict verdict, bool atomics = false);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_PARALLELLOOPS_H
