//===- TileFusion.h - rows that are read where they are made ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two loops follow one another. The producer writes row i of an intermediate
// in its iteration i; row j of the consumer reads the rows of it that the
// columns of row j name, as in D = A (B C). Consecutive rows of the producer
// are a tile. A row of the consumer whose columns are all in one tile is fused
// into that tile: it runs behind the producer's rows there, which are in a
// cache still. All other rows, the rest, wait for all tiles.
//
//       rows of the producer        rows of the consumer
//   tile 0   0 1 2 3                those that read 0..3 alone      } in any
//   tile 1   4 5 6 7                those that read 4..7 alone      } order
//   ------------------------- all of these before -------------------------
//   rest                            those that read in two tiles     tiles, too
//
// So there are two steps of parallel work whatever the pattern is. This is the
// schedule of "Improving Locality in Sparse and Dense Matrix Multiplications"
// (Algorithm 1), where a row may be fused into any tile, and not only into that
// of its own number.
//
// Further loops may follow, each of which reads, at its columns, what the loop
// before it makes. Of such a loop a row is fused into a tile where all rows
// that it reads are fused into that; the rest of each loop comes when that of
// the loop before is done.
//
// The escapes of a tile are those of its rows that the rest reads. All others
// are needed in the tile alone.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_INSPECT_TILEFUSION_H
#define SPINDLE_RUNTIME_INSPECT_TILEFUSION_H

#include "Spindle/Runtime/Inspect/RowPattern.h"
#include "Spindle/Runtime/Support/Error.h"

#include <optional>

namespace spindle::runtime {

class Workers;

/// How large tiles are. No number is negative.
struct TileCosts {
  /// The rows of the producer in a tile before it is halved. 0: 2048, or fewer
  /// where there would be fewer tiles than `workers`.
  int64_t tileRows = 0;
  /// Who share the tiles; at least 1. How many threads look for the tiles is
  /// another thing.
  int64_t workers = 1;
  /// What a tile may touch; 0 for as much as it likes.
  int64_t cacheBytes = 0;
  /// What all tiles touch, as C of D = A (B C).
  int64_t fixedBytes = 0;
  /// For each element of a pattern: its value and its column.
  int64_t elementBytes = 0;
  /// What a row of the producer reads and writes, but for what its pattern
  /// says.
  int64_t producerRowBytes = 0;
  /// What the producer reads for each of its pattern's distinct columns.
  int64_t columnBytes = 0;
  /// A row of the intermediate, as the rest reads it.
  int64_t intermediateRowBytes = 0;
  /// What a row of the consumer writes.
  int64_t consumerRowBytes = 0;
  /// What further loops touch in a tile, for each fused element and row of the
  /// consumer.
  int64_t furtherElementBytes = 0, furtherRowBytes = 0;
  /// Whether a row of the consumer reads the row of its own number, too.
  bool readsItself = false;
};

/// What is found: of one type of integers, without gaps. The producer has n
/// rows, the consumer m. Nothing is written behind the entries named here.
struct TileArrays {
  /// Where the producer's rows of each tile begin, and n; room for n + 1.
  IndexArray starts;
  /// Where the rows of each tile begin in `fused`, and their number; room for
  /// n + 1.
  IndexArray fusedStarts;
  /// The fused rows of the consumer, which ascend in a tile; room for m.
  IndexArray fused;
  /// Where each tile of the rest begins in `rest`, and their number; room for
  /// m + 1.
  IndexArray restStarts;
  /// All other rows of the consumer, which ascend; room for m.
  IndexArray rest;
  /// Where the rows of each tile begin in `escapes`, and their number; room for
  /// n + 1.
  IndexArray escapeStarts;
  /// The producer's rows that the rest reads, which ascend; room for n.
  IndexArray escapes;
};

/// How much is found.
struct TileCounts {
  int64_t tiles = 0, restTiles = 0;
  /// The producer's rows of the largest tile.
  int64_t mostRows = 0;
  /// The elements of all fused rows: what no longer goes through memory.
  int64_t fusedElements = 0;
  int64_t escapes = 0;
};

/// Finds the tiles of a producer of `producerRows` rows and a consumer that
/// reads it at the columns of `consumer`. `producer`, if any, is the pattern of
/// a sparse producer, for costs alone.
///
/// 1. Each `costs.tileRows` rows of the producer are a tile. A row of the
///    consumer without columns is in the tile of the producer's row that lies
///    as far from the first. The rest is split into tiles of about as many
///    elements as the others have, and at least `costs.workers` of them where
///    there are rows enough.
/// 2. Tiles that touch more than the cache holds are halved until they don't or
///    have one row. Fused rows that read both halves go to the rest, whose
///    tiles are halved as well.
///
/// A tile touches all `fixedBytes`, the rows and elements of its part of the
/// producer, the columns that these read, each once, and its rows and elements
/// of the consumer. A tile of the rest touches its rows and elements, and the
/// rows of the intermediate that these read, each once.
///
/// `workers` share the work: O(elements * log(rows of a tile) + rows). What is
/// found never depends on them. Errors: arrays that are too short, of other
/// integers or that break the laws of a pattern; a column of `consumer` that is
/// no row of the producer; negative columns and costs; no memory.
Expected<TileCounts> findTiles(int64_t producerRows, const RowPattern &consumer,
                               const RowPattern *producer,
                               const TileCosts &costs, const TileArrays &found,
                               Workers &workers);

/// The same, by `threads` threads, or as many as there are processors where
/// that is 0; fewer where there is little to do.
Expected<TileCounts> findTiles(int64_t producerRows, const RowPattern &consumer,
                               const RowPattern *producer,
                               const TileCosts &costs, const TileArrays &found,
                               int64_t threads = 0);

/// What of a pattern is fused, and what is not.
struct FusedCounts {
  /// The elements of all fused rows.
  int64_t elements = 0;
  /// The producer's rows that the rest reads.
  int64_t escapes = 0;
};

/// What `findTiles` finds of `consumer` and a producer of `producerRows` rows
/// in tiles of `tileRows`, of which none is halved; 0 stands for 2048. With
/// `readsItself` a row reads that of its own number, too. It makes no tiles, in
/// time O(elements + rows). Errors: those of `findTiles`.
Expected<FusedCounts> countFused(int64_t producerRows,
                                 const RowPattern &consumer, int64_t tileRows,
                                 bool readsItself = false, int64_t threads = 0);

/// A loop that reads what another one makes, and what is found of it.
struct FurtherLoop {
  RowPattern pattern;
  /// Whether a row reads the row of its own number, too.
  bool readsItself = false;
  /// As of `TileCosts`: of an element, a row that is read and one that is
  /// written.
  int64_t elementBytes = 0, readRowBytes = 0, rowBytes = 0;
  /// As of `TileArrays`; its other arrays are not used.
  TileArrays found;
  TileCounts counts;
};

/// What the loop before a further one makes, and which of it in tiles.
struct LoopBefore {
  int64_t rows;
  IndexArray fusedStarts, fused;
  int64_t tiles;
};

/// Finds the rows of `loop` that read, of those of the loop `before` it, fused
/// rows of one tile alone: these are fused into the tile, in ascending order.
/// All others are its rest, in tiles like those of the consumer. A row that
/// reads nothing is where the row of the loop before is that lies as far from
/// the first. `costs` are of the tiles. It takes O(elements + rows) but for
/// what fitting the rest into a cache takes. Errors: as of `findTiles`.
std::optional<Error> findFurther(const LoopBefore &before, FurtherLoop &loop,
                                 const TileCosts &costs, Workers &workers);

/// The same, by as many threads as there are processors, or fewer.
std::optional<Error> findFurther(const LoopBefore &before, FurtherLoop &loop,
                                 const TileCosts &costs);

/// The law that what is found of `loop` breaks, if any: each row is in one tile
/// or in one tile of the rest, rows of a tile ascend, and what a row of a tile
/// reads is fused into that. Errors: as of `checkTiles`.
std::optional<Error> checkFurther(const LoopBefore &before,
                                  const FurtherLoop &loop);

/// The law that `arrays` break as tiles of `consumer`, if any:
///
/// 1. Each row of the producer is in one tile.
/// 2. Each row of the consumer is in one tile or in one tile of the rest; rows
///    of a tile ascend.
/// 3. The columns of a row that is in a tile are in that tile and, where a row
///    `readsItself`, the row of its number, too.
/// 4. Escapes ascend and are in their tile; each column of a row of the rest is
///    one. Where there is no memory of their starts, nobody has asked for them.
///
/// Errors: these, and what is wrong with `consumer` itself, as of `findTiles`.
std::optional<Error> checkTiles(int64_t producerRows,
                                const RowPattern &consumer,
                                const TileArrays &arrays,
                                const TileCounts &counts,
                                bool readsItself = false);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_INSPECT_TILEFUSION_H
