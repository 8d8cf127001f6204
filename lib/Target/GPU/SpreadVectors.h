//===- SpreadVectors.h - vectors shared out to lanes ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_SPREADVECTORS_H
#define SPINDLE_LIB_TARGET_GPU_SPREADVECTORS_H

#include "LaneForms.h"
#include "LaneGroup.h"

namespace spindle {

/// Gives each lane of `group` its part of the vectors of `kernel` that `forms`
/// has as spread. What is stored in memory that lanes share is stored by the
/// lanes that have it, or by the first of the group.
void spreadVectors(mlir::gpu::GPUFuncOp kernel, LaneGroup &group,
                   LaneForms &forms);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_SPREADVECTORS_H
