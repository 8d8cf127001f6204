//===- Combiner.h - kinds of combination ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_COMBINER_H
#define SPINDLE_LIB_INTERPRETER_COMBINER_H

#include "Cell.h"

#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/IR/Types.h"

#include <functional>

namespace spindle::interpreter {

/// Replaces what `current` holds by its combination with `values`: one cell
/// each, or a value and its number.
using Combiner = std::function<void(Cell *current, Cell *values)>;

/// The number of values that `kind` combines.
inline unsigned countValues(iter::CombineKind kind) {
  return iter::isArgKind(kind) ? 2 : 1;
}

/// The combination of values of `types`, as many as `kind` combines; null where
/// it has no meaning or the interpreter does not know a type.
Combiner makeCombiner(iter::CombineKind kind, llvm::ArrayRef<mlir::Type> types);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_COMBINER_H
