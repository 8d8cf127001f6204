//===- ElementAccess.h - loads and stores of memory -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_ELEMENTACCESS_H
#define SPINDLE_LIB_INTERPRETER_ELEMENTACCESS_H

#include "Translator.h"

namespace spindle::interpreter {

/// Appends the indices of an access; false after an error.
using IndexFunction =
    std::function<bool(Machine &m, llvm::SmallVectorImpl<int64_t> &indices)>;

/// A step that loads the result of `op` from `memory`.
Step makeLoad(Translator &t, mlir::Operation &op, mlir::Value memory,
              IndexFunction getIndices);

/// A step that stores `value` to `memory`.
Step makeStore(Translator &t, mlir::Operation &op, mlir::Value memory,
               mlir::Value value, IndexFunction getIndices);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_ELEMENTACCESS_H
