//===- TileSearch.h - the steps of the search for tiles ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each worker has a range of rows or of tiles in each step, and lists what it
// finds there; the lists one behind the other are what is found.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_INSPECT_TILESEARCH_H
#define SPINDLE_LIB_RUNTIME_INSPECT_TILESEARCH_H

#include "BoundedRows.h"

#include "Spindle/Runtime/Inspect/TileFusion.h"

namespace spindle::runtime {

/// What all steps know.
struct TileSearch {
  TileSearch(int64_t producerRows, BoundedRows consumer, const TileCosts &costs,
             const TileArrays &found, Workers &workers)
      : producerRows(producerRows), consumer(std::move(consumer)), costs(costs),
        found(found), workers(workers) {}

  /// Whether tiles may have to be halved.
  bool hasLimit() const { return costs.cacheBytes > 0; }

  int64_t producerRows;
  BoundedRows consumer;
  /// Of a sparse producer, where costs count.
  std::optional<BoundedRows> producer;
  const TileCosts &costs;
  const TileArrays &found;
  Workers &workers;
  /// Tiles before any is halved, and their rows.
  int64_t coarseTiles = 0, tileRows = 1;
  /// Of a further loop: for each row of the loop before it, the tile into which
  /// that is fused, or -1. Tiles are not halved then, nor do rows escape.
  FallibleVector<int64_t> tileOf;
  bool isFurther = false;
  /// For each row of the consumer, whether it is in the rest.
  FallibleVector<char> isRest;
  TileCounts counts;
};

/// `count` things of so many bytes. No product is too large for it, and all
/// that memory can hold are exact.
inline double bytesOf(int64_t count, int64_t bytes) {
  return double(count) * double(bytes);
}

/// Fuses rows into tiles, and halves these: `starts`, `fusedStarts` and
/// `fused`, their counts, and `isRest`. Error: no memory.
std::optional<Error> findFusedTiles(TileSearch &search);

/// Splits the rest into tiles: `rest` and `restStarts`, and their number. Then
/// finds `escapes` and `escapeStarts`, and their number. Error: no memory.
std::optional<Error> findRestTiles(TileSearch &search);

/// The numbers before those of each worker when the workers have these: their
/// sum is last.
inline std::vector<int64_t> sumBefore(const std::vector<int64_t> &numbers) {
  std::vector<int64_t> sums(1, 0);
  for (int64_t number : numbers)
    sums.push_back(sums.back() + number);
  return sums;
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_INSPECT_TILESEARCH_H
