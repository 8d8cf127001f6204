//===- Accesses.h - accesses as loads and stores ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ACCESSES_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ACCESSES_H

#include "Questions.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle {

/// `kind(current, value)`, for the kinds of one value.
mlir::Value buildCombine(AnswerBuilder &builder, sparse::AccumulateKind kind,
                         mlir::Value current, mlir::Value value);

/// Whether argmin or argmax replaces the element (`currentValue`,
/// `currentNumber`) by (`value`, `number`): an i1.
mlir::Value buildReplaces(AnswerBuilder &builder, sparse::AccumulateKind kind,
                          mlir::Value currentValue, mlir::Value currentNumber,
                          mlir::Value value, mlir::Value number);

/// Combines the values of `op` with what its memory holds.
void buildAccumulate(AnswerBuilder &builder, sparse::AccumulateOp op);

/// Sets every stored element of the buffer to the value.
void buildFill(AnswerBuilder &builder, sparse::FillOp op);

/// The memory that the maker of `buffer` bound it to.
mlir::Value getMemory(mlir::Value buffer);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_ACCESSES_H
