//===- FibreRanks.h - Ranks among neighbouring fibres -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_FIBRERANKS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_FIBRERANKS_H

#include "Fibres.h"

#include "Spindle/Runtime/Storage/StoredFormat.h"

namespace spindle::runtime {

/// What coordinates are ranked: what quotients make of the other ones, or these
/// less the key of their fibre. They do not descend in a fibre.
struct RankedCoordinates {
  Steps steps;
  /// Not -1: the key is taken away.
  int64_t minus = -1;
  /// The smallest coordinate, and above which number none is; before the steps.
  int64_t from = 0, bound = 0;
};

/// Sets `ranks[e]` to how many different coordinates of the elements of e's
/// group are smaller than its own. The group of fibre f is `groups[f]`, which
/// does not fall. Where `counts` is not null, `counts[g]` gets the different
/// coordinates of group g. False where coordinates are too large. Error: memory
/// that cannot be had.
Expected<bool> rankInGroups(const Fibres &fibres, const int64_t *groups,
                            const RankedCoordinates &what, Workers &workers,
                            FallibleVector<int32_t> &ranks, int64_t *counts);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_FIBRERANKS_H
