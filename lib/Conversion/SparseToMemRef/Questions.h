//===- Questions.h - answers of axes as arithmetic and loads ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each function here is one question of the axis dialect, asked of an axis made
// by axis.dense_fixed or axis.sparse_variable, and answered by operations at
// the builder's insertion point. Positions, offsets and coordinates are of type
// index; `under` is the parent's position, null for a root.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_QUESTIONS_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_QUESTIONS_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// Where a question is answered.
using AnswerBuilder = mlir::ImplicitLocOpBuilder;

mlir::Value buildExtent(AnswerBuilder &builder, mlir::Value axis);
mlir::Value buildSize(AnswerBuilder &builder, mlir::Value axis);
mlir::Value buildLength(AnswerBuilder &builder, mlir::Value axis,
                        mlir::Value under);
mlir::Value buildPosition(AnswerBuilder &builder, mlir::Value axis,
                          mlir::Value offset, mlir::Value under);
mlir::Value buildCoordinate(AnswerBuilder &builder, mlir::Value axis,
                            mlir::Value position, mlir::Value under);
mlir::Value buildParent(AnswerBuilder &builder, mlir::Value axis,
                        mlir::Value position);
mlir::Value buildOccupied(AnswerBuilder &builder, mlir::Value axis,
                          mlir::Value position, mlir::Value under);

/// The position (first) and whether it is there (second) of a coordinate.
std::pair<mlir::Value, mlir::Value>
buildLocate(AnswerBuilder &builder, mlir::Value axis, mlir::Value coordinate,
            mlir::Value under, std::optional<axis::LocateStrategy> strategy);

/// The first position in [begin, end) for which `isBelow`, true up to some
/// position and false from there on, is false; `end` where it is true for all.
/// Of logarithmic time.
mlir::Value buildBinarySearch(
    AnswerBuilder &builder, mlir::Value begin, mlir::Value end,
    llvm::function_ref<mlir::Value(AnswerBuilder &, mlir::Value)> isBelow);

/// The first position in [begin, end) for which `isBelow` is false; `end`
/// where it is true for all. Of linear time, in any order.
mlir::Value buildLinearSearch(
    AnswerBuilder &builder, mlir::Value begin, mlir::Value end,
    llvm::function_ref<mlir::Value(AnswerBuilder &, mlir::Value)> isBelow);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_QUESTIONS_H
