//===- Existence.h - elements that are surely there -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_EXISTENCE_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_EXISTENCE_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle {

/// Whether the element that `op` combines with exists wherever its indices are
/// known, so also where `op` does not run, and one of them is a stored
/// coordinate: each is one, or the variable of a loop, below the extent of the
/// buffer's axis. To be asked while `op` and its indices are not lowered.
bool existsWithIndices(sparse::AccumulateOp op);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_EXISTENCE_H
