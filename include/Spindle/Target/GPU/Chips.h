//===- Chips.h - the GPUs that kernels are for ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_GPU_CHIPS_H
#define SPINDLE_TARGET_GPU_CHIPS_H

#include "Spindle/Target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace spindle {

/// Whether LLVM knows the GPU `chip`. For one that it does not it would take
/// its oldest, and say so on the standard error alone.
bool isKnownGPU(llvm::StringRef chip);

/// The GPU `chip`, by NVIDIA's name, as in "sm_90": a worker is a block of
/// threads, a lane a thread, 32 of which run together. Numbers are those of
/// compute capabilities in the CUDA C++ Programming Guide, and those of workers
/// and caches of the largest such chip. Error: a chip that is not described.
llvm::Expected<Target> describeChip(llvm::StringRef chip);

/// The description of `chip`, or of the latest one that is older, or else of
/// the oldest: rules and schedules ask for numbers, not for instructions that
/// a chip may lack.
Target describeNearestChip(llvm::StringRef chip);

/// Whether `chip` adds vectors of f32 to memory by one atomic instruction
/// (`red.global.add.v4.f32`, in PTX 8.1).
bool addsVectorsAtOnce(llvm::StringRef chip);

} // namespace spindle

#endif // SPINDLE_TARGET_GPU_CHIPS_H
