//===- Nests.h - loops and guards of nests ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A dimension of a nest becomes, by the kind of its axis,
//   - dense_fixed, sparse_fixed: a loop over the offsets of a fibre;
//   - dense_variable, sparse_variable: a loop over the positions of a fibre;
//   - singleton, product: no loop, there is one cell;
//   - occupancy: no loop but a guard around all that is inside, unless that
//     absorbs the fill value (Absorption.h).
// A group becomes one loop over the positions of its last axis. What the nest
// combines is carried through its loops and guards.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_NESTS_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_NESTS_H

#include "NestLowering.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"

namespace spindle {

/// Opens the loops and guards of `nest` before it, moves the body, lowered,
/// into them, and replaces the results. The empty nest stays: it says what its
/// sites lie on.
void lowerNest(NestLowering &lowering, iter::NestOp nest);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_NESTS_H
