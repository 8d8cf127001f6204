//===- TiledRows.h - rows that one makes and another reads ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_TILEDROWS_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_TILEDROWS_H

#include "RowAccesses.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Transforms/Coordinates/FuseTiles.h"
#include "llvm/ADT/MapVector.h"

#include <deque>
#include <optional>

namespace spindle::iter {

/// A nest, what it accesses, and what that has to do with its rows.
struct TiledNest {
  explicit TiledNest(NestOp nest);

  NestOp nest;
  RowAccesses rows;
  llvm::SmallVector<MemoryAccess> accesses;
  /// Why it cannot be run row by row in another order, as far as is told from
  /// it alone, and by what; empty where it can.
  std::string refusal;
  mlir::Operation *obstacle = nullptr;

  /// The axis whose coordinates under the row `access` reads at, in dimension
  /// `dim`; null where it does not.
  mlir::Value getColumns(const MemoryAccess &access, size_t dim);
};

/// A fill that goes along, and the dimension of the buffer that are rows.
struct TiledFill {
  sparse::FillOp fill;
  size_t dim;
};

/// A memory of rows: all accesses of its nests have the row in one dimension;
/// none where they are to elements under the row.
struct TiledMemory {
  llvm::SmallVector<std::pair<TiledNest *, MemoryAccess>> accesses;
  bool isWritten = false;
  std::optional<size_t> dim;
};

/// Nests of which each iteration of the rows is of one row.
struct TiledGroup {
  llvm::SmallVector<TiledNest> nests;
  llvm::MapVector<mlir::Value, TiledMemory> memories;
  llvm::SmallVector<TiledFill> fills;
  /// Of a consumer, the axis whose coordinates are the rows that it reads of
  /// the loop before; whether it reads the row of its own number, too.
  mlir::Value pattern;
  bool readsItself = false;

  explicit TiledGroup(llvm::ArrayRef<NestOp> list);

  /// The number of rows.
  mlir::Value getExtent() const;
};

/// Whether a chain may be run in tiles, and what tiles are made of.
struct TiledRows {
  explicit TiledRows(const TiledChain &chain) {
    for (llvm::ArrayRef<NestOp> loop : chain.loops)
      loops.emplace_back(loop);
  }

  /// The producer, and the consumers. Nests are known by where they are.
  std::deque<TiledGroup> loops;
  /// What is in the way.
  mlir::Operation *obstacle = nullptr;

  /// Why the chain may not be run in tiles; empty where it may.
  std::string check();
  /// Why one of its loops alone may not; empty where each may.
  std::string checkLoops();

private:
  std::string checkGroup(TiledGroup &group);
  std::string checkWritten(TiledGroup &group, mlir::Value root);
  std::string checkApart();
  std::string checkReads(TiledGroup &producer, TiledGroup &consumer);
  std::string checkUses();
  std::string checkBetween();
  bool takeFill(sparse::FillOp fill);
};

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_TILEDROWS_H
