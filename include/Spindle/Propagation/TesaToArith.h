//===- TesaToArith.h - choose what stands for what --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROPAGATION_TESATOARITH_H
#define SPINDLE_PROPAGATION_TESATOARITH_H

#include "mlir/IR/Operation.h"

namespace spindle {

/// Makes selects by constants, a bit for each element, of all marks and
/// replacements in `root`, itself among it. Widths and what is said of
/// arguments are left away.
void convertTesaToArith(mlir::Operation *root);

} // namespace spindle

#endif // SPINDLE_PROPAGATION_TESATOARITH_H
