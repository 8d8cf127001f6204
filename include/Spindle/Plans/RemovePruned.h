//===- RemovePruned.h - smaller tensors for pruned ones ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions that an operation goes through by one loop, or that it hands on,
// have the same coordinates, and are one class: the columns of W, the columns
// of X W, the elements of a bias behind it, and the rows of the next weight. A
// coordinate of a class is removed where
//
//   - each tensor that an operation of the class makes is zero or dead there
//     (Propagation.h), and
//   - an operation that adds up over the class adds nothing there: its body,
//     with what is zero or dead as 0, gives 0. So a maximum is left as it is.
//
// Dead elements may all become 0 at once, so that what is removed may be taken
// for 0 wherever it was read. A bias behind a pruned channel is not 0, and the
// channel stays, unless the next layer does not read it.
//
// A dimension that has coordinates of its own meaning is left as it is: those
// of results, of arguments that are not the same in each run, of a window, and
// those that a body asks for. Where a dimension is divided into several, as
// features are into heads, a coordinate of one of these is removed if all that
// is under it is.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_REMOVEPRUNED_H
#define SPINDLE_PLANS_REMOVEPRUNED_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::plans {

/// What became smaller.
struct RemovedCounts {
  /// Arguments, and their elements before and after.
  int64_t arguments = 0, elementsBefore = 0, elementsAfter = 0;
};

/// Whether argument `number` of `function` is the same in each run: it has a
/// mask, elements, or a unit that says so.
bool isWeight(mlir::func::FuncOp function, unsigned number);

/// Says of argument `number` of `function` that it is the same in each run.
void markWeight(mlir::func::FuncOp function, unsigned number);

/// Why arguments of `function` cannot have other types; empty where they can.
std::string findFixedTypes(mlir::func::FuncOp function);

/// Removes coordinates of `function` that are pruned everywhere: arguments have
/// smaller types, and `tesa.kept`. One coordinate of a dimension is left in any
/// case. Refused, and nothing is changed: a function of several blocks, one
/// that others call, and one without a body.
llvm::LogicalResult removePruned(mlir::func::FuncOp function,
                                 std::string &refusal,
                                 RemovedCounts *removed = nullptr);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_REMOVEPRUNED_H
