//===- DistinctMemory.h - memory that does not overlap ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What a function says of its memory, by `memref.distinct_objects` of two
// values each: statements are followed by others on what they gave, so that a
// value that is used goes back to an argument through all that speak of it.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_DISTINCTMEMORY_H
#define SPINDLE_ANALYSIS_DISTINCTMEMORY_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

namespace spindle::sparse {

/// What `memory` is the same as, through statements about it.
mlir::Value skipStatements(mlir::Value memory);

/// The memory that `memory` is a view of, or is said something about: an
/// argument, an allocation, or what else is known no further.
mlir::Value getRootMemory(mlir::Value memory);

/// Whether `memory` is an argument of a function.
bool isArgument(mlir::Value memory);

/// The statements of a function.
class DistinctMemory {
public:
  explicit DistinctMemory(mlir::Operation *function);

  /// Whether the two cannot overlap: the function says so of what they are
  /// views of, or one of these is an allocation of its own and the other an
  /// argument or another allocation.
  bool areDistinct(mlir::Value first, mlir::Value second) const;

private:
  /// Pairs of roots, in both orders.
  llvm::DenseSet<std::pair<mlir::Value, mlir::Value>> pairs;
};

} // namespace spindle::sparse

#endif // SPINDLE_ANALYSIS_DISTINCTMEMORY_H
