//===- LaneInstructions.h - what lanes do together --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The instructions of each maker for the lanes of a group. A word has 32 bits:
// it is an i32 or an f32.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_LANEINSTRUCTIONS_H
#define SPINDLE_LIB_TARGET_GPU_LANEINSTRUCTIONS_H

#include "LaneGroup.h"

namespace spindle {

/// What lane `source` of `group`, an i32, has as `word`.
mlir::Value getFromLane(mlir::ImplicitLocOpBuilder &builder,
                        KernelDialect dialect, LaneGroup &group,
                        mlir::Value word, mlir::Value source);

/// What the lane of `group` has as `word` whose number differs in the bit
/// `distance`, a power of two.
mlir::Value getFromPartner(mlir::ImplicitLocOpBuilder &builder,
                           KernelDialect dialect, LaneGroup &group,
                           mlir::Value word, int64_t distance);

/// What the lane of `group` has as `word` whose number is `offset` more, or
/// less where that is negative; any where the group has none.
mlir::Value getFromNeighbour(mlir::ImplicitLocOpBuilder &builder,
                             KernelDialect dialect, LaneGroup &group,
                             mlir::Value word, int64_t offset);

/// The lanes of the warp for which `isSet`, an i1, holds: an integer of as many
/// bits as a warp has lanes, of which those of `group` are known.
mlir::Value findLanes(mlir::ImplicitLocOpBuilder &builder,
                      KernelDialect dialect, LaneGroup &group,
                      mlir::Value isSet);

/// Has the lanes of `group` wait for each other: what one stored before, all
/// see after.
void syncLanesOf(mlir::ImplicitLocOpBuilder &builder, KernelDialect dialect,
                 LaneGroup &group);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANEINSTRUCTIONS_H
