//===- ScalarNumbers.h - what arithmetic makes of numbers -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three analyses of one operation on scalars, side by side.
//
//   same     if all that it reads is the same in every run.
//   known    if folding it gives the same bits for whatever its operands may
//            be: those that are known, and both zeros where one is 0. Only
//            operations that have one right result, down to the last bit, are
//            folded.
//   width    by upstream's ranges of integers, and a few rules for floats.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_SCALARNUMBERS_H
#define SPINDLE_LIB_PROPAGATION_SCALARNUMBERS_H

#include "Spindle/Mask/Number.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace spindle {

/// What is known of the one result of `op`, which has no region. In strict mode
/// what is not known may be infinite, or not a number.
Number inferNumber(mlir::Operation *op, llvm::ArrayRef<Number> operands,
                   bool strict);

/// What is known of `value` from its type, and from what makes it if that is a
/// constant.
Number getScalarNumber(mlir::Value value);

/// `number`, of numbers of `type`, with what the type says.
Number addType(mlir::Type type, Number number);
/// And without that, and without saying that it is 0: as facts are kept.
Number removeType(mlir::Type type, Number number);

/// That it is 0 too, of one sign or the other where `type` has two.
Number addZero(mlir::Type type, Number number);

/// The integers of `type` of which `number` is one, and what is known of one
/// of these.
mlir::ConstantIntRanges getRange(mlir::Type type, const Number &number);
Number getRangeNumber(mlir::Type type, const mlir::ConstantIntRanges &range);

/// What is known of `start` and `times` times `term`, all of the integer
/// `type`.
Number addTimes(mlir::Type type, const Number &start, const Number &term,
                int64_t times);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_SCALARNUMBERS_H
