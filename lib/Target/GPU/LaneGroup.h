//===- LaneGroup.h - lanes that run one worker together ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A block of (g, w, 1) threads holds w groups of g lanes; g is a power of two
// up to the number m of a warp's lanes, so that no group lies in two warps.
// Groups of one warp part ways. NVIDIA's GPUs have what the lanes of a group do
// together name them by their mask, the bits of the warp's lanes that are
// theirs; AMD's run the lanes of a warp in step.
//
//   lane of the group    thread.x
//   begin of the group   thread.y * g mod m
//   mask                 (2^g - 1) << begin
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_LANEGROUP_H
#define SPINDLE_LIB_TARGET_GPU_LANEGROUP_H

#include "Spindle/Target/GPU/Chips.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle {

/// The group that a lane of `kernel` belongs to, and what its lanes do
/// together. What it says of the lane itself stands at the kernel's start and
/// is made once.
class LaneGroup {
public:
  LaneGroup(mlir::gpu::GPUFuncOp kernel, int64_t size);

  int64_t getSize() const { return size; }

  /// The lane's number in the group, an index.
  mlir::Value getLane();
  /// The same as an i32.
  mlir::Value getLaneNumber();
  /// The first element that the lane has of a vector in blocks of `count`
  /// elements: an index.
  mlir::Value getFirst(int64_t count);
  /// Whether the lane is the group's first, an i1.
  mlir::Value isFirst();
  /// Whether bit `bit` of the lane's number is set, an i1.
  mlir::Value hasBit(unsigned bit);
  /// The lane of the warp that is the group's first, an i32.
  mlir::Value getBegin();
  /// The lane's number in its warp, an i32.
  mlir::Value getWarpLane();
  /// The lanes of the group, an i32, where a warp has 32.
  mlir::Value getMask();

  /// What lane `source`, an i32, has as `number`.
  mlir::Value get(mlir::ImplicitLocOpBuilder &builder, mlir::Value number,
                  mlir::Value source);
  /// What the lane `distance` before this one has, and the one so far behind:
  /// where the group has none, any number.
  mlir::Value getBefore(mlir::ImplicitLocOpBuilder &builder, mlir::Value number,
                        int64_t distance);
  mlir::Value getBehind(mlir::ImplicitLocOpBuilder &builder, mlir::Value number,
                        int64_t distance);
  /// How many lanes of the group are behind this one and before the next for
  /// which `isSet`, an i1, holds: an i32.
  mlir::Value countUntil(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value isSet);
  /// `number` of all lanes by `kind`, the same bits in each: halves of the
  /// group are combined, the farthest lanes first.
  mlir::Value combine(mlir::ImplicitLocOpBuilder &builder, mlir::Value number,
                      mlir::vector::CombiningKind kind);
  /// Has the lanes wait for each other: what one stored before, all see after.
  void sync(mlir::ImplicitLocOpBuilder &builder);

private:
  /// Builds at the kernel's start, behind what was built there before.
  mlir::ImplicitLocOpBuilder atStart();
  mlir::Value note(mlir::Value value);
  /// What `move` makes of `number` by words of 32 bits, or of an f32.
  mlir::Value exchange(mlir::ImplicitLocOpBuilder &builder, mlir::Value number,
                       llvm::function_ref<mlir::Value(mlir::Value word)> move);
  /// Of a bit for each lane of the group behind this one, and one for the end,
  /// the last alone: as many bits as a warp has lanes.
  mlir::Value getEndBit();

  mlir::gpu::GPUFuncOp kernel;
  int64_t size;
  /// What the GPU has for lanes.
  KernelCode code;
  /// The last operation at the start; null where there is none yet.
  mlir::Operation *last = nullptr;
  mlir::Value lane, laneNumber, first, begin, mask, warpLane, endBit;
  llvm::DenseMap<int64_t, mlir::Value> firsts, bits;
};

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_LANEGROUP_H
