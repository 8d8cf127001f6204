//===- TileFusion.cpp - rows that are read where they are made ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Inspect/TileFusion.h"

#include "TileSearch.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

using namespace spindle::runtime;

/// Beyond this, more rows in a tile hardly fuse more (section 3.1.1).
static constexpr int64_t usualTileRows = 2048;

static std::optional<Error> checkCosts(const TileCosts &costs) {
  if (costs.workers < 1)
    return Error::expectedGot("at least 1 worker",
                              std::to_string(costs.workers));
  for (auto [name, number] :
       {std::make_pair("rows of a tile", costs.tileRows),
        {"bytes of a cache", costs.cacheBytes},
        {"bytes that all tiles touch", costs.fixedBytes},
        {"bytes of an element", costs.elementBytes},
        {"bytes of a row of the producer", costs.producerRowBytes},
        {"bytes of a column", costs.columnBytes},
        {"bytes of a row of the intermediate", costs.intermediateRowBytes},
        {"bytes of a row of the consumer", costs.consumerRowBytes},
        {"bytes of an element of further loops", costs.furtherElementBytes},
        {"bytes of a row of further loops", costs.furtherRowBytes}})
    if (number < 0)
      return Error::expectedGot(std::string("no negative ") + name,
                                std::to_string(number));
  return std::nullopt;
}

static std::optional<Error> checkFound(int64_t producerRows,
                                       int64_t consumerRows,
                                       const TileArrays &found) {
  if (auto error = checkResults({&found.starts, &found.fusedStarts,
                                 &found.fused, &found.restStarts, &found.rest,
                                 &found.escapeStarts, &found.escapes},
                                std::max(producerRows, consumerRows)))
    return error;
  if (auto error = checkBytes(found.starts))
    return error;
  for (const IndexArray *starts :
       {&found.starts, &found.fusedStarts, &found.escapeStarts})
    if (auto error = checkRoom("starts of tiles", *starts, producerRows + 1))
      return error;
  if (auto error = checkRoom("starts of tiles of the rest", found.restStarts,
                             consumerRows + 1))
    return error;
  for (const IndexArray *rows : {&found.fused, &found.rest})
    if (auto error = checkRoom("rows", *rows, consumerRows))
      return error;
  return checkRoom("escapes", found.escapes, producerRows);
}

static std::optional<Error> checkOperands(int64_t producerRows,
                                          const RowPattern &consumer,
                                          const RowPattern *producer,
                                          const TileCosts &costs,
                                          const TileArrays &found) {
  if (producerRows < 0)
    return Error::expectedGot("no negative number of rows of the producer",
                              std::to_string(producerRows));
  if (producer && producer->rows != producerRows)
    return Error::expectedGot("a pattern of the producer of " +
                                  std::to_string(producerRows) + " rows",
                              std::to_string(producer->rows));
  if (auto error = checkRows(consumer))
    return error;
  if (auto error = checkCosts(costs))
    return error;
  return checkFound(producerRows, consumer.rows, found);
}

/// The rows of a tile: the usual ones unless that makes too few tiles.
static int64_t getTileRows(int64_t rows, const TileCosts &costs) {
  if (costs.tileRows > 0)
    return costs.tileRows;
  return std::clamp<int64_t>(rows / costs.workers, 1, usualTileRows);
}

Expected<TileCounts>
spindle::runtime::findTiles(int64_t producerRows, const RowPattern &consumer,
                            const RowPattern *producer, const TileCosts &costs,
                            const TileArrays &found, Workers &workers) {
  if (auto error =
          checkOperands(producerRows, consumer, producer, costs, found))
    return std::move(*error);
  Expected<BoundedRows> rows = boundRows(consumer, producerRows, "", workers);
  if (!rows)
    return rows.takeError();
  if (costs.readsItself)
    if (auto error = readItself(*rows, producerRows, workers))
      return std::move(*error);
  TileSearch search(producerRows, std::move(*rows), costs, found, workers);
  if (producer) {
    rows = boundRows(*producer, std::numeric_limits<int64_t>::max(),
                     " of the producer", workers);
    if (!rows)
      return rows.takeError();
    search.producer = std::move(*rows);
  }
  search.tileRows = getTileRows(producerRows, costs);
  search.coarseTiles =
      producerRows ? (producerRows - 1) / search.tileRows + 1 : 0;
  if (auto error = findFusedTiles(search))
    return std::move(*error);
  if (auto error = findRestTiles(search))
    return std::move(*error);
  return search.counts;
}

Expected<TileCounts>
spindle::runtime::findTiles(int64_t producerRows, const RowPattern &consumer,
                            const RowPattern *producer, const TileCosts &costs,
                            const TileArrays &found, int64_t threads) {
  int64_t work = producerRows + consumer.rows + consumer.columns.size;
  if (producer)
    work += producer->columns.size;
  Workers workers(threads, work);
  return findTiles(producerRows, consumer, producer, costs, found, workers);
}

/// Counts the elements of rows of `rows` that tiles of `tileRows` fuse, and
/// sets `escapes` for each row of the producer that others read.
static int64_t countRows(const BoundedRows &rows, int64_t tileRows,
                         FallibleVector<char> &escapes, Workers &workers) {
  std::vector<int64_t> elements(workers.count());
  workers.split(rows.rows, [&](int64_t worker, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      if (rows.readsNothing(row))
        continue;
      if (rows.least[row] / tileRows == rows.greatest[row] / tileRows)
        elements[worker] += rows.length(row);
      else
        // Workers may set the same one.
        rows.forEachRead(row, [&](int64_t column) {
          __atomic_store_n(&escapes[column], 1, __ATOMIC_RELAXED);
        });
    }
  });
  return std::accumulate(elements.begin(), elements.end(), int64_t(0));
}

Expected<FusedCounts> spindle::runtime::countFused(int64_t producerRows,
                                                   const RowPattern &consumer,
                                                   int64_t tileRows,
                                                   bool readsItself,
                                                   int64_t threads) {
  if (producerRows < 0)
    return Error::expectedGot("no negative number of rows of the producer",
                              std::to_string(producerRows));
  TileCosts costs;
  costs.tileRows = tileRows;
  if (auto error = checkCosts(costs))
    return std::move(*error);
  Workers workers(threads, consumer.rows + consumer.columns.size);
  Expected<BoundedRows> rows = boundRows(consumer, producerRows, "", workers);
  if (!rows)
    return rows.takeError();
  if (readsItself)
    if (auto error = readItself(*rows, producerRows, workers))
      return std::move(*error);
  FallibleVector<char> escapes;
  if (auto error = escapes.assign(producerRows, 0))
    return std::move(*error);
  FusedCounts counts;
  counts.elements =
      countRows(*rows, getTileRows(producerRows, costs), escapes, workers);
  counts.escapes =
      std::count(escapes.data(), escapes.data() + producerRows, char(1));
  return counts;
}

//===----------------------------------------------------------------------===//
// Further loops
//===----------------------------------------------------------------------===//

static std::optional<Error> checkLoop(const LoopBefore &before,
                                      const FurtherLoop &loop) {
  const TileArrays &found = loop.found;
  if (auto error = checkRows(loop.pattern))
    return error;
  for (auto [name, number] :
       {std::make_pair("bytes of an element", loop.elementBytes),
        {"bytes of a row that is read", loop.readRowBytes},
        {"bytes of a row", loop.rowBytes}})
    if (number < 0)
      return Error::expectedGot(std::string("no negative ") + name +
                                    " of a further loop",
                                std::to_string(number));
  if (auto error = checkResults(
          {&found.fusedStarts, &found.fused, &found.restStarts, &found.rest},
          std::max(before.rows, loop.pattern.rows)))
    return error;
  if (auto error = checkBytes(found.fusedStarts))
    return error;
  if (auto error =
          checkRoom("starts of tiles", found.fusedStarts, before.tiles + 1))
    return error;
  if (auto error = checkRoom("starts of tiles of the rest", found.restStarts,
                             loop.pattern.rows + 1))
    return error;
  for (const IndexArray *rows : {&found.fused, &found.rest})
    if (auto error = checkRoom("rows", *rows, loop.pattern.rows))
      return error;
  return std::nullopt;
}

/// Fills `tileOf` with the tile of each fused row, and -1 for others.
static std::optional<Error> findTilesOf(const LoopBefore &before,
                                        FallibleVector<int64_t> &tileOf,
                                        Workers &workers) {
  if (auto error = tileOf.assign(before.rows, -1))
    return error;
  Integers starts(before.fusedStarts), fused(before.fused);
  workers.split(before.tiles, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t tile = begin; tile < end; ++tile)
      for (int64_t at = starts[tile]; at < starts[tile + 1]; ++at)
        tileOf[fused[at]] = tile;
  });
  return std::nullopt;
}

std::optional<Error> spindle::runtime::findFurther(const LoopBefore &before,
                                                   FurtherLoop &loop,
                                                   const TileCosts &costs,
                                                   Workers &workers) {
  if (auto error = checkLoop(before, loop))
    return error;
  Expected<BoundedRows> rows =
      boundRows(loop.pattern, before.rows, " of a further loop", workers);
  if (!rows)
    return rows.takeError();
  if (loop.readsItself)
    if (auto error = readItself(*rows, before.rows, workers))
      return error;
  TileCosts own = costs;
  own.elementBytes = loop.elementBytes;
  own.intermediateRowBytes = loop.readRowBytes;
  own.consumerRowBytes = loop.rowBytes;
  TileSearch search(before.rows, std::move(*rows), own, loop.found, workers);
  search.isFurther = true;
  search.coarseTiles = before.tiles;
  if (auto error = findTilesOf(before, search.tileOf, workers))
    return error;
  if (auto error = findFusedTiles(search))
    return error;
  if (auto error = findRestTiles(search))
    return error;
  loop.counts = search.counts;
  return std::nullopt;
}

std::optional<Error> spindle::runtime::findFurther(const LoopBefore &before,
                                                   FurtherLoop &loop,
                                                   const TileCosts &costs) {
  Workers workers(0,
                  before.rows + loop.pattern.rows + loop.pattern.columns.size);
  return findFurther(before, loop, costs, workers);
}
