//===- NestPairs.h - nests one after the other over one table ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_NESTPAIRS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_NESTPAIRS_H

#include "Case.h"
#include "Random.h"

#include "mlir/IR/MLIRContext.h"

namespace spindle::differential {

/// A program of two or three nests, one after the other, over rows, blocks of
/// rows or stored rows. They read and write the same two tables, each before or
/// after another one does: at their row, some rows on, or from the last row
/// back. What is written depends on what was there, so that any other order of
/// two that meet gives other numbers.
Case generateNestPairs(Random &random);

/// How often nests were put together.
struct FusionCounts {
  int64_t refused = 0, byRows = 0, loops = 0;
};

/// What differs, or fails, when nests of `program` that follow one another
/// share rows, or become one loop, where that is not refused; workers in either
/// order. Empty where nothing does.
std::string findFaultFused(mlir::MLIRContext &context, const Case &program,
                           FusionCounts &counts);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_NESTPAIRS_H
