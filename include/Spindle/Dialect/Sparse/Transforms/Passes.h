//===- Passes.h - passes of the sparse dialect ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_TRANSFORMS_PASSES_H
#define SPINDLE_DIALECT_SPARSE_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace spindle::sparse {

#define GEN_PASS_DECL
#include "Spindle/Dialect/Sparse/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Spindle/Dialect/Sparse/Transforms/Passes.h.inc"

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_TRANSFORMS_PASSES_H
