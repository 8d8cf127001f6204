//===- IterationOrder.h - which runs of a body may be exchanged -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Let s and t be two runs of a nest's body, s before t. The dimension d that is
// first, in the order of the nest, of those where their positions differ says
// so: those before d are the same, so both are in one fibre of d, and s comes
// first in it. In a new order of the dimensions s is before t, too, if d is
// still the first where they differ: if the positions of each dimension e that
// has moved out across d are the same in s and t.
//
// So if s and t touch one element, it is enough that for each d the positions
// of all e follow from those before d and from the element (KnownDims.h). There
// is nothing to show for a d whose own position follows: it does not differ.
//
// Elements of different memory are different. Runs that combine values into an
// element by one kind may change places where that kind does not depend on the
// order, as sums of integers do not.
//

#ifndef SPINDLE_ANALYSIS_ITERATIONORDER_H
#define SPINDLE_ANALYSIS_ITERATIONORDER_H

#include "Spindle/Dialect/Iter/IR/Iter.h"

#include <string>

namespace spindle::iter {

/// Why the result of `nest` may differ where its dimensions are run in `order`;
/// empty where it does not, but for what combining in another order does with
/// `reassociate`. The order is one of all dimensions in which each comes after
/// those that it lies under. An operation of the body that is the reason is
/// left in `obstacle`.
std::string checkOrder(NestOp nest, llvm::ArrayRef<int64_t> order,
                       bool reassociate, mlir::Operation *&obstacle);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_ITERATIONORDER_H
