//===- NarrowIndices.h - kernels that 32-bit indices change not -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Where indices have 32 bits, each is, modulo 2^32, what it is in 64: sums,
// differences and products keep that, and so does the conversion of an integer
// that was loaded. That is enough for an index of an access, which is in memory
// of at most 2^30 elements. Everything else asks for the number
// itself: comparisons, bounds of loops, quotients, masks, conversions to wider
// integers. For these a range analysis has to show that the number has 32 bits.
//
// Operations that are not known to keep residues give no index.
//
// Where 2^30 is too much, as for a worker that has 32 rows, whose first one is
// 32 times its number, smaller limits are tried: first fewer workers, which are
// no fewer rows there, and then smaller numbers.
//

#ifndef SPINDLE_LIB_TARGET_GPU_NARROWINDICES_H
#define SPINDLE_LIB_TARGET_GPU_NARROWINDICES_H

#include "IndexRanges.h"

#include <optional>

namespace spindle {

/// Returns limits within which `launch` may launch a copy of `kernel` with
/// indices of 32 bits, the largest ones first; none where it may do something
/// else whatever they are.
std::optional<NarrowLimits> findNarrowLimits(mlir::gpu::GPUFuncOp kernel,
                                             mlir::gpu::LaunchFuncOp launch);

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_NARROWINDICES_H
