//===- Launches.h - a loop's body as a kernel -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOGPU_LAUNCHES_H
#define SPINDLE_LIB_CONVERSION_FORALLTOGPU_LAUNCHES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {

/// What all launches of a program have in common.
struct LaunchChoices {
  /// Threads of a block, 1 to 1024, where a loop does not say who runs it.
  int64_t threads = 128;
  /// Bits of an index on the GPU, 32 or 64.
  int64_t indexBitwidth = 64;
  /// Blocks of a row of the grid, at most.
  int64_t rowBlocks = int64_t(1) << 30;
};

/// Puts a launch of a kernel instead of `loop`, which `checkHostCode` has
/// taken: a worker for each round, as its `iter.workers` says. The kernel will
/// be called `name`, in the module `kernels`.
void convertToLaunch(mlir::scf::ForallOp loop, const LaunchChoices &choices,
                     llvm::StringRef kernels, llvm::StringRef name);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOGPU_LAUNCHES_H
