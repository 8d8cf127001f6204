//===- BodyMemory.h - the memory that operations use ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_BODYMEMORY_H
#define SPINDLE_ANALYSIS_BODYMEMORY_H

#include "Spindle/Analysis/BodyAccesses.h"
#include "Spindle/Analysis/DistinctMemory.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace spindle::iter {

/// The accesses of some operations of position space, by the memory that they
/// are to in the end.
class BodyMemory {
public:
  using Accesses = llvm::SmallVector<MemoryAccess>;

  /// Notes what `op` and the operations in its regions access. Gives a reason
  /// where that is not known.
  std::string add(mlir::Operation *op);

  const llvm::MapVector<mlir::Value, Accesses> &getMemories() const {
    return memories;
  }
  /// The accesses to the memory `root`.
  llvm::ArrayRef<MemoryAccess> getAccesses(mlir::Value root) const;
  bool writes(mlir::Value root) const;

  /// Why two accesses that are noted, with different indices or to other
  /// memory, may touch one element of `root`; empty where they cannot. In
  /// several iterations of `loop`, unless it is null.
  std::string checkElements(mlir::Value root,
                            const sparse::DistinctMemory &distinct,
                            mlir::scf::ForOp loop = {}) const;

  /// The name of a memory that both sets of operations use, and one of them
  /// writes, or that may be one; empty where they may change places.
  std::string findConflict(const BodyMemory &other,
                           const sparse::DistinctMemory &distinct) const;

private:
  llvm::MapVector<mlir::Value, Accesses> memories;
};

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_BODYMEMORY_H
