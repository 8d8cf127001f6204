//===- RowLoads.h - loads of neighbouring elements --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_ROWLOADS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_ROWLOADS_H

#include "Spindle/Analysis/MemoryFacts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::loops {

/// Bytes that come into a cache together.
inline constexpr int64_t kLine = 64;

/// Loads of elements that lie together in memory, in one iteration of a loop.
struct RowLoads {
  /// One of them, and the first element that it loads.
  mlir::Operation *op;
  Element element;
  /// Bytes of an element.
  int64_t elementBytes;
  /// What the loads touch: bytes from `element` on, in the first iteration of
  /// `inner`.
  int64_t begin, end;
  /// The loop inside whose iterations load one element after another, as many
  /// as are known; null where the loads are in none.
  mlir::scf::ForOp inner;
  /// Where all values are known that name the elements: the first of the loads,
  /// or `inner`.
  mlir::Operation *place;

  /// Takes `other` in, if it loads from the same row in the same block and the
  /// same loop inside; gives whether it does.
  bool join(const RowLoads &other);
};

/// What `op` loads, one element or a vector of neighbours, in one iteration of
/// `loop`; none where it does not load such.
std::optional<RowLoads> getRowLoads(mlir::Operation *op, mlir::scf::ForOp loop);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_ROWLOADS_H
