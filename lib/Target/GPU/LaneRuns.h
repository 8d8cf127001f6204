//===- LaneRuns.h - neighbouring lanes with one address ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Neighbouring lanes that combine with one element of memory are a run. Its
// first lane combines what all of them have by shuffles, and is the only one to
// touch the memory:
//
//   element        0 0 0 2 2 3 7 7
//   first of run   1 0 0 1 0 1 1 0
//   lanes behind   2 1 0 1 0 0 1 0
//   step 1         lanes with 1 or more behind take the sum of the next lane
//   step 2         lanes with 2 or more behind take that of the second next
//
// Before step d a lane has the sum of itself and of d - 1 lanes behind it, as
// far as these are of its run. An element may have several runs: nothing here
// takes lanes to be sorted.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_LANERUNS_H
#define SPINDLE_LIB_TARGET_GPU_LANERUNS_H

#include "LaneGroup.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"

namespace spindle {

/// The run that a lane is in.
struct LaneRun {
  /// Whether the lane is the first of its run, which is to touch memory: an i1.
  mlir::Value isFirst;
  /// How many lanes of the run are behind it: an i32.
  mlir::Value behind;
};

/// A number, or a vector of numbers, that tells indices of memory apart as
/// `index` does and has as few bits as there is one of.
mlir::Value getKey(mlir::Value index);

/// The runs of lanes whose indices have the same `keys`, numbers. A lane for
/// which `isSet`, an i1 or null for always, does not hold is in no run with
/// those for which it does, and no first one. All lanes of the group take part.
LaneRun findRun(mlir::ImplicitLocOpBuilder &builder, LaneGroup &group,
                mlir::ValueRange keys, mlir::Value isSet);

/// `number` of all lanes of each run by `kind`, in the first of the run; other
/// lanes have that of some.
mlir::Value combineRun(mlir::ImplicitLocOpBuilder &builder, LaneGroup &group,
                       const LaneRun &run, iter::CombineKind kind,
                       mlir::Value number);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANERUNS_H
