//===- Trial.h - what the verifier says of a change -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_TENSORS_TRIAL_H
#define SPINDLE_LIB_TRANSFORMS_TENSORS_TRIAL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::sparse {

/// Why `function` would not be valid after `rewrite`, which is applied to a
/// copy; empty if it would.
std::string
tryRewrite(mlir::func::FuncOp function,
           llvm::function_ref<void(mlir::func::FuncOp trial)> rewrite);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_TRANSFORMS_TENSORS_TRIAL_H
