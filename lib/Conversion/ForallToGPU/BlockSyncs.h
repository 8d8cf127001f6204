//===- BlockSyncs.h - workers of a block that wait --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOGPU_BLOCKSYNCS_H
#define SPINDLE_LIB_CONVERSION_FORALLTOGPU_BLOCKSYNCS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {

/// Has the workers of a block wait for each other in an iteration of `loop`,
/// which blocks run, between two accesses to one memory, one of them a write,
/// that may be by two workers: all read outside of shared loops, the first
/// writes there, and in shared loops each worker does what is its share. All
/// take the same branches outside of shared loops, so that all come to each
/// barrier.
void syncBlock(mlir::scf::ForallOp loop);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOGPU_BLOCKSYNCS_H
