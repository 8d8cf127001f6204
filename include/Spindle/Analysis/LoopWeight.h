//===- LoopWeight.h - how much work iterations hold -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop of position space runs over the positions of an axis; what an
// iteration costs is what lies under its position. Positions count through all
// fibres of an axis in order, so the number of those under the iterations
// before `r` is a query, one load where the axis is variable:
//
//   CSR     W(r) = axis.position %J[%c0] under %r + r
//   CSF     W(r) = axis.position %K[%c0] under
//                  (axis.position %J[%c0] under %r) + r
//   dense   W(r) = r
//
// The deepest variable axis that loops inside run over is counted, and each
// iteration once more: W ascends strictly, from W(0) = 0 on, and W(n) is the
// weight of all n iterations. The end of the parent is a legal position of such
// a query, and so is each position that the loop itself asks about.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_LOOPWEIGHT_H
#define SPINDLE_ANALYSIS_LOOPWEIGHT_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle::iter {

/// What the weight of a loop's iterations is made of. Only how well work is
/// divided depends on it, never what is computed.
struct LoopWeight {
  /// The axes whose positions are asked, each under the one before and the
  /// first under the loop's variable; the last is variable. None where the
  /// loops inside run over no variable axis that can be asked so.
  llvm::SmallVector<mlir::Value> axes;
  /// Where there are no such axes, a variable axis under a root whose fibres
  /// loops inside run over in an order of their own, as the rows of a
  /// wavefront: each is taken for one of the mean length. Null for none.
  mlir::Value scattered;
  /// The loops around one another that take as long in each iteration: their
  /// bounds are known outside, or they run over fibres of one constant width.
  llvm::SmallVector<mlir::scf::ForOp> even;
};

/// The weight of the iterations of `loop`, an `scf.for` or an `scf.forall` of
/// one dimension, from 0 on in steps of 1.
LoopWeight findWeight(mlir::LoopLikeOpInterface loop);

/// W(`iteration`), for an iteration or the number of all, at the insertion
/// point.
mlir::Value buildWeightBefore(mlir::ImplicitLocOpBuilder &builder,
                              const LoopWeight &weight, mlir::Value iteration);

/// What iterations of weight `total` cost: one for each unit of it, and one
/// more for eight runs of the body of `weight.even`, where there is one. It is
/// an estimate, which may wrap around where a run would take years.
mlir::Value buildCost(mlir::ImplicitLocOpBuilder &builder,
                      const LoopWeight &weight, mlir::Value total);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_LOOPWEIGHT_H
