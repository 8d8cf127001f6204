//===- Requirements.h - what the lowering requires --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_REQUIREMENTS_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_REQUIREMENTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle {

/// Whether `op` is of the dialects that are lowered.
bool isAxisOrSparseOp(mlir::Operation *op);

/// Reports the first operation that breaks what the pass requires.
mlir::LogicalResult checkRequirements(mlir::FunctionOpInterface function);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_REQUIREMENTS_H
