//===- CarriedExcess.h - what sums are too large by, in loops ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Sums that are too large by an excess, the same one for many of them, need not
// be corrected in each iteration of a loop:
//
//   for iter_args(s, t)                  for iter_args(s, t, x = 0)
//     s' = dot(s, ..) - e         =>       s' = dot(s, ..)
//     t' = dot(t, ..) - e                  t' = dot(t, ..)
//                                          x' = x + e
//                                        s' - x', t' - x'
//
// Branches are rewritten like loops; one case may have no excess.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_CPU_CARRIEDEXCESS_H
#define SPINDLE_LIB_TARGET_CPU_CARRIEDEXCESS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace spindle {

/// Moves `corrections`, subtractions of integers without other users than the
/// operation that ends their block, behind the branches and loops around them,
/// as far as these only add to what is corrected. What cannot be moved stays.
void carryExcess(llvm::ArrayRef<mlir::arith::SubIOp> corrections);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_CPU_CARRIEDEXCESS_H
