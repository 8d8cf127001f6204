//===- HostCode.h - what stays beside the kernels ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The code of the host is a function's body, and what stands in branches and
// loops of it that hold kernels and that the host can decide and count. It
// launches; all memory is the GPU's.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOGPU_HOSTCODE_H
#define SPINDLE_LIB_CONVERSION_FORALLTOGPU_HOSTCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {

/// What an operation in the host's code is to it.
enum class HostRole : uint8_t {
  /// It has no effects, or ends a block.
  Free,
  /// It reads memory that nothing in the function writes: the kernels that
  /// need what it reads do so themselves.
  Load,
  /// A labelled `scf.forall`: a kernel.
  Kernel,
  /// It makes memory, or frees it.
  Memory,
  /// A branch or a loop of the host's, around kernels.
  Control,
  /// A launch.
  Launch,
  /// It touches memory otherwise: one worker runs it.
  Serial,
  /// Neither a host nor a GPU can run it here.
  Unknown
};

class WrittenMemory;
namespace sparse {
class DistinctMemory;
} // namespace sparse

/// The role of `op` in the host's code.
HostRole findHostRole(mlir::Operation *op, const WrittenMemory &written,
                      const sparse::DistinctMemory &distinct);

/// Calls `apply` for each block of the host's code of `function`, those around
/// others first.
void forEachHostBlock(mlir::func::FuncOp function,
                      llvm::function_ref<void(mlir::Block &)> apply);

/// The labelled loops in the host's code of `function`, in order: those that
/// become kernels.
llvm::SmallVector<mlir::scf::ForallOp>
findKernelLoops(mlir::func::FuncOp function);

/// Whether `value` is computed from what is read from memory, which is the
/// GPU's: the host, which cannot read there, does not know it.
bool isReadFromMemory(mlir::Value value);

/// Whether the host knows from where to where `loop` goes, and in what steps.
bool isCountedByHost(mlir::scf::ForallOp loop);

/// How many rounds `loop` has at most, as a memref and a dimension of it: the
/// loop accesses, in each round and before anything else may end it, an element
/// whose index there is the loop's own, counted from anywhere: rounds have
/// different ones. A null memref where there is none.
std::pair<mlir::Value, int64_t> findExtent(mlir::scf::ForallOp loop);

/// What may become kernels.
struct HostChoices {
  /// Bits of an index on the GPU, 32 or 64, or 0 for both.
  int64_t indexBitwidth = 64;
  /// One worker runs what no proof makes parallel.
  bool serial = true;
  /// Bytes of memory that the workers of a block share, at most.
  int64_t sharedBytes = 48 << 10;
};

/// Checks that of `function` the kernels alone touch memory, and that they are
/// what a GPU can run. Errors: a serial loop, by name, where `choices` has
/// none; an operation that neither side can run; memory of the function's own
/// whose size the host does not know; a loop that uses memory that cannot be
/// passed, or whose number of rounds the host cannot bound.
mlir::LogicalResult checkHostCode(mlir::func::FuncOp function,
                                  const HostChoices &choices);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOGPU_HOSTCODE_H
