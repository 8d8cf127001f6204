//===- Windows.h - sums over windows as products ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution goes through the elements of its weight once, and takes for
// each a run of pixels. For that its pixels become one loop, and what it reads
// has a copy of the image for each column of the window, so that all pixels of
// an element are side by side:
//
//   Y[f, y, x] += X[c, y + h, x + w] * W[f, c, h, w]       of rows of N pixels
//
//   T[c, w, r, x] = X[c, r, x + w]
//   Y[f, p] += T[c, w, N * h + p] * W[f, c, h, w]          p = N * y + x
//
// Rows are copied for each row of the window where they are not read one after
// the other, as with strides. T is another place of the elements of X, and
// collapsed: it is in memory where a product reads it.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_WINDOWS_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_WINDOWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle {

/// Has products by arguments of `function` have one loop for dimensions that
/// the weight does not have and that follow one another.
void joinPixels(mlir::func::FuncOp function);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_WINDOWS_H
