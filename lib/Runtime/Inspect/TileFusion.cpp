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
        {"bytes of a row of the consumer", costs.consumerRowBytes}})
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

Expected<int64_t>
spindle::runtime::countFusedElements(int64_t producerRows,
                                     const RowPattern &consumer,
                                     int64_t tileRows, int64_t threads) {
  if (producerRows < 0)
    return Error::expectedGot("no negative number of rows of the producer",
                              std::to_string(producerRows));
  TileCosts costs;
  costs.tileRows = tileRows;
  if (auto error = checkCosts(costs))
    return std::move(*error);
  tileRows = getTileRows(producerRows, costs);
  Workers workers(threads, consumer.rows + consumer.columns.size);
  Expected<BoundedRows> rows = boundRows(consumer, producerRows, "", workers);
  if (!rows)
    return rows.takeError();
  std::vector<int64_t> elements(workers.count());
  workers.run([&](int64_t worker) {
    int64_t end = workers.begin(worker + 1, rows->rows), sum = 0;
    for (int64_t row = workers.begin(worker, rows->rows); row < end; ++row)
      if (rows->length(row) > 0 &&
          rows->least[row] / tileRows == rows->greatest[row] / tileRows)
        sum += rows->length(row);
    elements[worker] = sum;
  });
  return std::accumulate(elements.begin(), elements.end(), int64_t(0));
}
