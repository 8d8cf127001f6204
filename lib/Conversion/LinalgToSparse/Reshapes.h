//===- Reshapes.h - shapes that go into operations' loops -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collapsed shape is read at quotients, which are no sums:
//
//   %c = tensor.collapse_shape %x [[0, 1], [2]]
//   linalg.generic ins(%c) {(i, k) -> (i, k)}
//
// becomes an operation with a loop for each dimension of %x:
//
//   linalg.generic ins(%x) {(b, t, k) -> (b, t, k)}
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_RESHAPES_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_RESHAPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle {

/// Has operations of `function` run over the dimensions of what they read and
/// of what is made of their results, in place of collapsed ones.
void foldReshapes(mlir::func::FuncOp function);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_RESHAPES_H
