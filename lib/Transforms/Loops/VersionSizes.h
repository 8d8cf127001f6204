//===- VersionSizes.h - what sizes say of a loop ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_VERSIONSIZES_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_VERSIONSIZES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

namespace spindle::loops {

/// A dimension of a memory, whose size is not in its type.
using MemoryDim = std::pair<mlir::Value, unsigned>;

/// Where a loop has the extent of a dimension in it, and it is not known.
struct ExtentUses {
  /// The upper bounds of the loops over the dimension.
  llvm::SetVector<mlir::Value> bounds;
  /// What they run through; the memory is from outside.
  llvm::SetVector<MemoryDim> dims;
};

/// Where `loop` has the extent of `dim`: in all loops in it, and itself, that
/// run over all of that dimension alone.
ExtentUses findExtentUses(mlir::scf::ForOp loop, llvm::StringRef dim);

/// The type of `memory` with the sizes `extent` of those of `dims` that are
/// its own.
mlir::MemRefType withExtent(mlir::Value memory, mlir::MemRefType type,
                            llvm::ArrayRef<MemoryDim> dims, int64_t extent);

/// The loads and stores of a loop whose indices are made of more than 32 bits.
struct WideIndices {
  /// The indices that fit 32 bits if the memories are small.
  llvm::SmallVector<mlir::OpOperand *> uses;
  /// What they index, where the size is not known.
  llvm::SetVector<MemoryDim> dims;
};

/// The most elements of a dimension whose indices have 31 bits.
constexpr int64_t kMostNarrow = int64_t(1) << 31;

/// Finds the wide indices of `loop`; the memory is from outside.
WideIndices findWideIndices(mlir::scf::ForOp loop);

/// Has `use`, a cast of a wide number, be made of its lower 31 bits.
void narrow(mlir::OpBuilder &builder, mlir::OpOperand &use);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_VERSIONSIZES_H
