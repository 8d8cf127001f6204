//===- CoordinateRuns.h - coordinates that come in runs ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// In a sorted axis in which a coordinate comes more than once, as that of the
// rows in a list of elements, positions of one coordinate follow one another. A
// loop that counts such positions up accesses what has that coordinate several
// times in a row:
//
//   position       0 1 2 3 4 5 6
//   coordinate     0 0 0 2 2 3 7
//   runs           |-----|---|-|-|
//
// That is worth knowing, and nothing may be proved by it: where the axis says
// what is not so, there are more runs.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_COORDINATERUNS_H
#define SPINDLE_ANALYSIS_COORDINATERUNS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// Whether iterations of a loop inside of `loop` that follow one another often
/// combine with the same elements by `accumulate`: one of its indices is the
/// coordinate of a position that the inner loop counts up, or the position that
/// it lies under, and no other one depends on it.
bool hasRuns(sparse::AccumulateOp accumulate, mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_COORDINATERUNS_H
