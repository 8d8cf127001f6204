//===- BlockBodies.h - what a block does in an iteration --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Loops that blocks run (Spindle/Dialect/Iter/IR/BlockLoops.h), as code of a
// thread:
//
// - memory that an iteration makes outside of shared loops is shared memory of
//   the block; what a shared loop makes is a thread's own;
// - barriers stand where workers touch what other workers write;
// - what is written outside of shared loops, the first worker writes;
// - a shared loop begins at the worker's number, threadIdx.y, and goes on in
//   steps of as many as the block has workers.
//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOGPU_BLOCKBODIES_H
#define SPINDLE_LIB_CONVERSION_FORALLTOGPU_BLOCKBODIES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {

/// Whether `op` makes memory that the workers of a block share, or frees it.
bool isSharedMemory(mlir::Operation *op);

/// Checks what `loop`, which becomes a kernel, makes and holds for blocks.
/// Errors: memory of a block whose size is no constant, or that has more than
/// `mostBytes` in all; a shared loop with several indices or with results; an
/// operation outside of shared loops that writes, and gives what it found.
mlir::LogicalResult checkBlockBody(mlir::scf::ForallOp loop, int64_t mostBytes);

/// Makes the body of `loop` that of a thread. Loops that no block shares become
/// serial.
void convertBlockBody(mlir::scf::ForallOp loop);

/// Whether `alloca` is the shared memory of a block.
bool isOfBlock(mlir::memref::AllocaOp alloca);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOGPU_BLOCKBODIES_H
