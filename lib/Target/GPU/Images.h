//===- Images.h - kernels as data of the program ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_IMAGES_H
#define SPINDLE_LIB_TARGET_GPU_IMAGES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace spindle {

/// Checks that the runtime has a word for each object of `binary`: of a GPU
/// called as sm_90, a cubin, PTX or LLVM bitcode. What is not so is reported.
mlir::LogicalResult checkImages(mlir::gpu::BinaryOp binary);

/// Replaces `binary` by the `struct SpindleKernels` of the runtime, of its
/// name: the objects, and `kernels`, the names of the functions in them by
/// their numbers.
void embedImages(mlir::gpu::BinaryOp binary,
                 llvm::ArrayRef<mlir::StringAttr> kernels);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_IMAGES_H
