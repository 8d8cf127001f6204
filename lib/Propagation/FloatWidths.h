//===- FloatWidths.h - which formats have what floats become ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_FLOATWIDTHS_H
#define SPINDLE_LIB_PROPAGATION_FLOATWIDTHS_H

#include "Spindle/Mask/Number.h"
#include "mlir/IR/Operation.h"

namespace spindle {

/// The formats that have the result of `op`, which converts a number, chooses
/// one of two, rounds it, or changes its sign; unknown of others. In
/// strict mode a number without bounds may be infinite, or none.
Width inferFloatWidth(mlir::Operation *op, llvm::ArrayRef<Number> operands,
                      bool strict);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_FLOATWIDTHS_H
