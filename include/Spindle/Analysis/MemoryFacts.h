//===- MemoryFacts.h - what loops on plain memory touch ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the primitives on plain loops ask before they move a load or a store.
// Two elements are different if their memories cannot overlap, or if they are
// of one memory and some index of the one is that of the other and a constant:
//
//   C[i, k] and B[j, k]      where `memref.distinct_objects` says so of B and C
//   C[i, k] and C[i, k + 1]
//
// An operation whose effects are not known reads and writes everything.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_MEMORYFACTS_H
#define SPINDLE_ANALYSIS_MEMORYFACTS_H

#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Analysis/MemoryAccess.h"

#include <optional>

namespace spindle::loops {

/// The access that `op` is; none where it is neither a load nor a store of one
/// element, or a non-temporal one.
std::optional<MemoryAccess> getElementAccess(mlir::Operation *op);

/// Whether two elements are one.
bool areSame(const Element &first, const Element &second);

/// Whether `value` is the same in all iterations of `loop`: it is from outside,
/// or made of such values by operations that may run anywhere.
bool isInvariant(mlir::Value value, mlir::Operation *loop);

/// Whether all that names `element` is invariant in `loop`.
bool isInvariant(const Element &element, mlir::Operation *loop);

/// What one operation does to memory by itself, its regions apart.
struct MemoryTouches {
  /// Memories that it reads, and those that it writes or frees.
  llvm::SmallVector<mlir::Value> reads, writes;
  /// Whether it may read and write everything.
  bool isUnknown = false;
  /// Whether some memory is no more after it.
  bool frees = false;
};

/// What `op` does. A prefetch and an assertion do nothing.
MemoryTouches getTouches(mlir::Operation *op);

/// Whether `op` may free memory, or end the program: its effects are not known.
bool mayFree(mlir::Operation *op);

/// What a function says of its memory.
class MemoryFacts {
public:
  /// `op` is a function, or anything in one.
  explicit MemoryFacts(mlir::Operation *op);

  /// What `memory` is a view of, through statements about it.
  static mlir::Value getRoot(mlir::Value memory);

  /// Whether the two cannot overlap.
  bool areDistinct(mlir::Value first, mlir::Value second) const;

  /// Whether the two are known to be different elements, in one iteration of
  /// all loops in which one of their indices is not invariant.
  bool areDifferent(const Element &first, const Element &second) const;

  /// Whether `op` by itself, its regions apart, may read or write `element`.
  bool touches(mlir::Operation *op, const Element &element) const;

  /// The first operation in `scope`, itself included, that may write to memory
  /// that overlaps `memory`; null where there is none.
  mlir::Operation *findWrite(mlir::Operation *scope, mlir::Value memory) const;
  /// The first operation in `scope`, itself included, that may read or write
  /// memory that overlaps `memory`; null where there is none.
  mlir::Operation *findAccess(mlir::Operation *scope, mlir::Value memory) const;

  /// The first operation in `scope`, itself included, that may write to
  /// `element`. The element's indices are from outside of `scope`.
  mlir::Operation *findWrite(mlir::Operation *scope,
                             const Element &element) const;
  /// The first operation in `scope`, itself included, that may read or write
  /// `element`.
  mlir::Operation *findAccess(mlir::Operation *scope,
                              const Element &element) const;

private:
  sparse::DistinctMemory distinct;
};

} // namespace spindle::loops

#endif // SPINDLE_ANALYSIS_MEMORYFACTS_H
