//===- BlockParts.h - parts of memory that a loop accesses ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_BLOCKPARTS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_BLOCKPARTS_H

#include "Spindle/Analysis/LinearIndex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::loops {

/// The indices of one dimension: `base`, which does not change in the loop, and
/// behind it the numbers from `lower` to before `upper`, if there is a range.
struct PartDim {
  iter::LinearIndex base;
  /// The loop in, or the same as, the one in question that runs through them;
  /// null for no range.
  mlir::Operation *range = nullptr;
  mlir::Value variable = {};
  mlir::OpFoldResult lower = {}, upper = {};
  /// How many there are at most.
  int64_t most = 1;
};

/// A part of a memory from outside of a loop, and what accesses it in there.
struct BlockPart {
  mlir::Value memory;
  llvm::SmallVector<PartDim> dims;
  /// Loads and stores of elements.
  llvm::SmallVector<mlir::Operation *> accesses;
  bool isLoaded = false, isStored = false;

  bool isRange(mlir::Operation *loop) const;
  /// Whether `loop` accesses it more than once, in `loop` or loops inside.
  bool isAccessedAgain(mlir::Operation *loop) const;
  /// Whether each element of it is accessed where `loop` has an iteration.
  bool isSurelyAccessed(mlir::Operation *loop) const;
};

/// The parts of memory from outside that `loop` accesses, those with a range
/// and of a bounded size.
llvm::SmallVector<BlockPart> findBlockParts(mlir::Operation *loop);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_BLOCKPARTS_H
