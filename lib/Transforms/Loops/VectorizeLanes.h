//===- VectorizeLanes.h - how many elements of a vector --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZELANES_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZELANES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::loops {

/// As many elements of the widest type in `loop` as `bits` hold in each of
/// `group` lanes; no more than its iterations fill, where those are known:
/// vectors of whole rows that are short cross fewer lines of the cache. Rows
/// that start anywhere would have the lanes of a group load apart from one
/// another.
int64_t chooseLanes(mlir::scf::ForOp loop, int64_t bits, int64_t group);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZELANES_H
