//===- Sweep.h - a condition over an iteration space ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation on tensors visits an iteration space, and reads and writes
// elements by affine maps. A sweep visits the space too, and finds the elements
// of one tensor at which a condition on those of others holds once.
//
// Masks vary in few dimensions, so the space is divided as they are: a
// dimension in which no mask varies is one block. A map such as (d0 + d1) makes
// both dimensions single elements if a mask varies along it, and costs nothing
// if none does. Where too many blocks are left, masks are spread over a
// dimension, so that a condition holds more often: fewer facts, and no wrong
// ones.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_SWEEP_H
#define SPINDLE_LIB_PROPAGATION_SWEEP_H

#include "Condition.h"
#include "Spindle/Mask/Mask.h"
#include "mlir/IR/AffineMap.h"

namespace spindle {

/// A bit of the condition: whether the element at `map` is in `mask`.
struct SweepInput {
  Mask mask;
  mlir::AffineMap map;
};

/// Iterations, and what is known of them.
struct Sweep {
  /// Iterations in each dimension.
  MaskSizes sizes;
  /// By the number of the input.
  llvm::SmallVector<SweepInput> inputs;
};

/// The elements of a tensor of `shape`, at `map` of iterations, for which
/// `condition` holds at one of these.
Mask findElements(Sweep sweep, const Conditions &conditions, unsigned condition,
                  mlir::AffineMap map, const MaskSizes &shape);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_SWEEP_H
