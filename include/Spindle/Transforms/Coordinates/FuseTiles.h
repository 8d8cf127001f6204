//===- FuseTiles.h - two products in tiles of rows --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A producer makes rows of an intermediate, and a consumer reads, for each row
// of its own, those that its columns name. In tiles, found by an inspector,
// rows of the consumer come right behind the rows that they read, while these
// are in the cache; the rest of them comes when all tiles are done.
// Source: "Improving Locality in Sparse and Dense Matrix Multiplications".
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_FUSETILES_H
#define SPINDLE_TRANSFORMS_COORDINATES_FUSETILES_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Transforms/Coordinates/RunInWavefronts.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// How tiles are made, as `axis.tile_fusion` has it.
struct TileOptions {
  /// Rows of a tile, 0 for the inspector's own; tiles at least; bytes of a
  /// cache.
  int64_t rows = 0, workers = 1, cache = 0;
  /// Whether the same tiles are run one loop after the other, unfused.
  bool apart = false;
};

/// The nests that are fused, in the order of the program: a loop over rows
/// each, as one nest or several, of which each but the first reads, at columns
/// of its rows, what the one before it makes.
struct TiledChain {
  llvm::SmallVector<llvm::SmallVector<NestOp>> loops;
};

/// The chains among nests of one block: for each of `consumers` that reads, at
/// columns of its rows, what nests of `producers` before it write, these, with
/// the nests beside them that make one row of what is of one row, and what
/// reads the consumer so, and so on. No nest is in two chains.
llvm::SmallVector<TiledChain> findTiledChains(llvm::ArrayRef<NestOp> producers,
                                              llvm::ArrayRef<NestOp> consumers);

/// Where there are no chains: a nest of `consumers` that reads what a nest
/// before it writes and may not be run row by row, and why in `refusal`; null
/// for none.
NestOp findNoChain(llvm::ArrayRef<NestOp> producers,
                   llvm::ArrayRef<NestOp> consumers,
                   ObstacleFunction onObstacle, std::string &refusal);

/// Runs `chain` in tiles: a nest over tiles, with rows of the first loop and of
/// each further one that read no others of the loop before, then for each of
/// these a nest with all of its other rows. The outermost nests are given. With
/// `apart` each loop has a nest of its own for tiles. Each row is what it was,
/// bit for bit. Fills before them go along. Changes nothing where it refuses;
/// tells `onObstacle` of an operation that is the reason.
mlir::FailureOr<llvm::SmallVector<NestOp>>
fuseTiles(mlir::RewriterBase &rewriter, const TiledChain &chain,
          const TileOptions &options, ObstacleFunction onObstacle,
          std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_COORDINATES_FUSETILES_H
