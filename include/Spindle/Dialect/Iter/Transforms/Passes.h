//===- Passes.h - passes of the iter dialect --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_TRANSFORMS_PASSES_H
#define SPINDLE_DIALECT_ITER_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace spindle::iter {

#define GEN_PASS_DECL
#include "Spindle/Dialect/Iter/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Spindle/Dialect/Iter/Transforms/Passes.h.inc"

} // namespace spindle::iter

#endif // SPINDLE_DIALECT_ITER_TRANSFORMS_PASSES_H
