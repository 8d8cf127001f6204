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

#include <string>

namespace spindle {

/// The dialect that kernels for a GPU become functions of.
enum class KernelDialect : uint8_t {
  /// NVIDIA's. Lanes of a warp may go on apart from others of it: an
  /// instruction of several lanes names them.
  NVVM,
  /// AMD's. Lanes of a warp, which AMD calls a wavefront, run in step.
  ROCDL
};

/// Whose GPUs the dialect is for, as messages expect one: "a GPU by NVIDIA, as
/// sm_90,".
llvm::StringRef describeMaker(KernelDialect dialect);

/// What code for a GPU is like, beyond what schedules ask for.
struct KernelCode {
  KernelDialect dialect = KernelDialect::NVVM;
  /// Threads that run together: groups of lanes are no larger.
  int64_t warpLanes = 32;
  /// The most blocks of a row of the grid.
  int64_t rowBlocks = 1 << 30;
  /// LLVM's name for all threads of the GPU, as those among whom an update is
  /// atomic.
  llvm::StringRef updateScope = "device";
};

/// What code for `chip` is like, by its name alone: "gfx90a" is AMD's, any
/// other NVIDIA's.
KernelCode describeCode(llvm::StringRef chip);

/// Why there is no code for `chip`; empty where there is. LLVM knows the names;
/// for one that it does not it would take its oldest GPU, and say so on the
/// standard error alone.
std::string checkChip(llvm::StringRef chip);

/// The GPU `chip`, by LLVM's name, as in "sm_90" and "gfx90a": a worker is a
/// block of threads, a lane a thread, as many of which run together as a warp
/// has. Numbers are those of compute capabilities in the CUDA C++ Programming
/// Guide, and those of workers and caches of the largest such chip; AMD's are
/// those of one die of an MI250X, and of an MI300X. Error: a chip that is not
/// described.
llvm::Expected<Target> describeChip(llvm::StringRef chip);

/// The description of `chip`, or of the latest one by the same maker that is
/// older, or else of the oldest: rules and schedules ask for numbers, not for
/// instructions that a chip may lack.
Target describeNearestChip(llvm::StringRef chip);

} // namespace spindle

#endif // SPINDLE_TARGET_GPU_CHIPS_H
