//===- EqualValues.h - values that are computed alike -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_EQUALVALUES_H
#define SPINDLE_ANALYSIS_EQUALVALUES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// Whether `first` and `second` are one value, or results of operations without
/// effects that are alike, on operands that are equal in this sense.
bool areEqual(mlir::Value first, mlir::Value second);

/// Whether `first` and `second` run through the same numbers, in the same
/// order.
bool haveEqualBounds(mlir::scf::ForOp first, mlir::scf::ForOp second);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_EQUALVALUES_H
