//===- Passes.h - what only GPUs need ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_GPU_PASSES_H
#define SPINDLE_TARGET_GPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace spindle {

#define GEN_PASS_DECL
#include "Spindle/Target/GPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Spindle/Target/GPU/Passes.h.inc"

} // namespace spindle

#endif // SPINDLE_TARGET_GPU_PASSES_H
