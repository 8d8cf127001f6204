//===- LaneSyncs.h - lanes that wait for each other -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_LANESYNCS_H
#define SPINDLE_LIB_TARGET_GPU_LANESYNCS_H

#include "LaneForms.h"
#include "LaneGroup.h"

namespace spindle {

/// Has the lanes of `group` wait for each other between two accesses to memory
/// that they share, one of them a store, that may be of one element and by two
/// lanes: all lanes load what is no vector, or a whole one, the first stores
/// it, and a vector that is spread is of the lanes that have its elements.
/// Before the vectors of `kernel` are spread as `forms` says.
void syncLanes(mlir::gpu::GPUFuncOp kernel, LaneGroup &group,
               const LaneForms &forms);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANESYNCS_H
