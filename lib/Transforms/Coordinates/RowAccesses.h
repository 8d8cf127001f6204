//===- RowAccesses.h - what belongs to a row of a nest ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_ROWACCESSES_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_ROWACCESSES_H

#include "Spindle/Analysis/MemoryAccess.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"

#include <string>

namespace spindle::iter {

/// What the accesses of a nest have to do with its first dimension, the rows of
/// a matrix: the row at hand is the coordinate or, where the rows come
/// `backwards`, the last coordinate less that.
class RowAccesses {
public:
  RowAccesses(NestOp nest, bool backwards) : nest(nest), backwards(backwards) {}

  /// Whether `value`, a coordinate or site of the body, is the row at hand.
  bool isRow(mlir::Value value);

  /// The axis of `argument`, a site or else a coordinate of a nest, that has
  /// the row's site as its only parent; null where it is none.
  mlir::Value findAxisUnderRow(mlir::Value argument, bool isSite);

  /// Why one row may touch what another one writes, other than by reading what
  /// belongs to a column of its own; empty where it cannot. An access that is
  /// the reason is left in `obstacle`.
  std::string check(mlir::Operation *&obstacle);

  /// After a check: the axis whose coordinates are those columns; null where
  /// no row reads what another one writes.
  mlir::Value getPattern() const { return pattern; }

private:
  using Accesses = llvm::ArrayRef<MemoryAccess>;

  bool isRowCoordinate(mlir::Value value);
  std::string checkWritten(Accesses accesses, mlir::Operation *&obstacle);
  bool areOfRows(Accesses accesses, size_t dim, mlir::Value &column);
  bool areOfOwnElements(Accesses accesses, size_t dim);
  const MemoryAccess &findOffender(Accesses accesses);

  NestOp nest;
  bool backwards;
  mlir::Value pattern;
};

/// Why the first dimension of `nest` are not all rows of a matrix; empty where
/// they are.
std::string checkRows(NestOp nest);

/// Whether two memories of one buffer or axis each cannot overlap, unless they
/// are one memref.
bool areOfBuffers(llvm::ArrayRef<MemoryAccess> first,
                  llvm::ArrayRef<MemoryAccess> second);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_ROWACCESSES_H
