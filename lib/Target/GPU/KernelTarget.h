//===- KernelTarget.h - the GPU that a kernel is for ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_KERNELTARGET_H
#define SPINDLE_LIB_TARGET_GPU_KERNELTARGET_H

#include "Spindle/Target/GPU/Chips.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace spindle {

/// LLVM's name of the GPU of `target`, as a `gpu.module` has it; empty for a
/// target that is none of ours.
llvm::StringRef getChip(mlir::Attribute target);

/// What code for the GPU is like that `kernel` is for: for NVIDIA's where its
/// module does not say.
KernelCode describeCodeOf(mlir::gpu::GPUFuncOp kernel);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_KERNELTARGET_H
