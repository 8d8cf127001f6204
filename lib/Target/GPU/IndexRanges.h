//===- IndexRanges.h - what integers of a kernel are among ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A range analysis of one kernel, for a launch whose numbers are small: each is
// from 0 to a limit, as are the extents of its memory, and the grid is one row
// of blocks. Ranges of operations are upstream's. In addition,
//
//   1. positions, coordinates and lengths of a tensor are no more than its
//      sizes, or than the extents of its arrays;
//   2. what is an index of an access that is always made is in the memory.
//
// Values that loops carry are joined until nothing changes. After some rounds
// those that still change are taken for unknown.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_INDEXRANGES_H
#define SPINDLE_LIB_TARGET_GPU_INDEXRANGES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseMap.h"

namespace spindle {

/// The largest number of a launch that kernels of narrow indices are for. The
/// sum of two of them has 31 bits.
inline constexpr int64_t kNarrow = int64_t(1) << 30;

/// What the numbers of a launch are at most, `kNarrow` or less.
struct NarrowLimits {
  /// Sizes, indices that are passed, and numbers of elements of memory.
  int64_t numbers = kNarrow;
  /// Workers of all blocks.
  int64_t workers = kNarrow;
};

/// Returns whether `type` is index, or a vector of it.
bool isIndexLike(mlir::Type type);

/// Returns whether the extents of `memory`, in a kernel, are known not to be
/// above the limit of numbers in such a launch.
bool hasNarrowExtents(mlir::Value memory);

/// Returns whether operand `use` is an index of an access to memory with narrow
/// extents. With `always`, accesses that masks may leave out do not count.
bool isAddress(mlir::OpOperand &use, bool always);

/// The ranges of all integers in a kernel.
class IndexRanges {
public:
  /// Analyses `kernel` for one launch of it with numbers within `limits`.
  IndexRanges(mlir::gpu::GPUFuncOp kernel, mlir::gpu::LaunchFuncOp launch,
              const NarrowLimits &limits);

  /// Returns the range of `value`, an integer or a vector of integers.
  mlir::ConstantIntRanges get(mlir::Value value) const;

private:
  void seedArguments(mlir::gpu::LaunchFuncOp launch);
  void visit(mlir::Operation *op);
  void visitLoop(mlir::scf::ForOp loop);
  void visitTerminator(mlir::Operation *op);
  bool visitSource(mlir::Operation *op);
  bool visitLoad(mlir::Operation *op);
  void visitInferred(mlir::Operation *op);
  void join(mlir::Value value, mlir::ConstantIntRanges range);
  void join(mlir::ValueRange values, mlir::ValueRange others);
  void joinUnknown(mlir::ValueRange values);

  mlir::gpu::GPUFuncOp kernel;
  NarrowLimits limits;
  llvm::DenseMap<mlir::Value, mlir::ConstantIntRanges> ranges;
  /// What the elements of a pointer among the kernel's arguments are among.
  llvm::DenseMap<mlir::Value, mlir::ConstantIntRanges> elements;
  bool hasChanged = false;
  /// Whether a value that changes is taken for unknown.
  bool widens = false;
};

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_INDEXRANGES_H
