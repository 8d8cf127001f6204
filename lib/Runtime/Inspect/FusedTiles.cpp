//===- FusedTiles.cpp - tiles, and the rows that are fused into them ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistinctColumns.h"
#include "TileSearch.h"

#include <algorithm>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Step 1: the rows of each tile before any is halved
//===----------------------------------------------------------------------===//

namespace {
/// The fused rows of the consumer by the tiles that they are in.
class CoarseTiles {
public:
  explicit CoarseTiles(TileSearch &search)
      : search(search), rows(search.consumer.rows),
        chunks(std::clamp<int64_t>(rows / std::max<int64_t>(count(), 1), 1,
                                   search.workers.count())) {}

  std::optional<Error> find();

  /// The fused rows of `tile`, which ascend.
  int64_t *begin(int64_t tile) { return tile ? end(tile - 1) : order.data(); }
  int64_t *end(int64_t tile) {
    return order.data() + ends[(chunks - 1) * count() + tile];
  }

private:
  int64_t count() const { return search.coarseTiles; }
  int64_t getTile(int64_t row);
  int64_t getFurtherTile(int64_t row);
  void sumCounts();

  /// Calls `function(row, at)` for the fused rows, where `at` is the entry of
  /// `ends` of the row's chunk and tile.
  template <typename Function> void forEachFused(Function &&function);

  TileSearch &search;
  int64_t rows;
  /// Ranges of rows that are sorted apart; no more than tiles allow without
  /// having more entries of `ends` than rows.
  int64_t chunks;
  /// Where the rows of each tile, for each chunk in turn, end in `order`.
  FallibleVector<int64_t> ends;
  FallibleVector<int64_t> order;
};
} // namespace

/// The tile into which all that `row` of a further loop reads is fused; -1 for
/// none, as where the loop before has no rows.
int64_t CoarseTiles::getFurtherTile(int64_t row) {
  const BoundedRows &consumer = search.consumer;
  if (consumer.readsNothing(row))
    return search.producerRows == 0
               ? -1
               : search.tileOf[(__int128)row * search.producerRows / rows];
  int64_t tile = search.tileOf[consumer.least[row]];
  consumer.forEachRead(row, [&](int64_t read) {
    if (search.tileOf[read] != tile)
      tile = -1;
  });
  return tile;
}

/// The tile that `row` is fused into; -1 for the rest. A row that reads nothing
/// reads at its own height from here on.
int64_t CoarseTiles::getTile(int64_t row) {
  BoundedRows &consumer = search.consumer;
  if (search.coarseTiles == 0)
    return -1;
  if (search.isFurther)
    return getFurtherTile(row);
  if (consumer.readsNothing(row))
    consumer.least[row] = consumer.greatest[row] =
        static_cast<int64_t>((__int128)row * search.producerRows / rows);
  int64_t tile = consumer.least[row] / search.tileRows;
  return consumer.greatest[row] / search.tileRows == tile ? tile : -1;
}

template <typename Function>
void CoarseTiles::forEachFused(Function &&function) {
  search.workers.run([&](int64_t chunk) {
    if (chunk >= chunks)
      return;
    int64_t begin = (__int128)rows * chunk / chunks;
    int64_t end = (__int128)rows * (chunk + 1) / chunks;
    for (int64_t row = begin; row < end; ++row) {
      int64_t tile = getTile(row);
      search.isRest[row] = tile < 0;
      if (tile >= 0)
        function(row, ends[chunk * count() + tile]);
    }
  });
}

/// Turns the counts in `ends` into where their rows begin.
void CoarseTiles::sumCounts() {
  int64_t sum = 0;
  for (int64_t tile = 0; tile < count(); ++tile)
    for (int64_t chunk = 0; chunk < chunks; ++chunk)
      sum += std::exchange(ends[chunk * count() + tile], sum);
}

std::optional<Error> CoarseTiles::find() {
  if (auto error = ends.assign(chunks * count(), 0))
    return error;
  if (auto error = order.resize(rows))
    return error;
  if (auto error = search.isRest.resize(rows))
    return error;
  forEachFused([](int64_t, int64_t &end) { ++end; });
  sumCounts();
  forEachFused([&](int64_t row, int64_t &end) { order[end++] = row; });
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Step 2: tiles that fit into a cache
//===----------------------------------------------------------------------===//

namespace {
/// A tile: its first row of the producer, and the fused rows.
struct FusedTile {
  int64_t begin;
  const int64_t *first, *last;
};

/// Halves tiles, and lists what comes of them.
class TileHalving {
public:
  explicit TileHalving(TileSearch &search) : search(search) {}

  /// Lists the tile of the rows in [begin, end), or its parts. The rows in
  /// [first, last) are fused into it; others come to be in the rest.
  std::optional<Error> halve(int64_t begin, int64_t end, int64_t *first,
                             int64_t *last);

  FallibleVector<FusedTile> tiles;

private:
  Expected<bool> fits(int64_t begin, int64_t end, const int64_t *first,
                      const int64_t *last);
  int64_t *part(int64_t middle, int64_t *first, int64_t *last);

  TileSearch &search;
  DistinctColumns distinct;
  /// Room for the fused rows of a second half.
  FallibleVector<int64_t> second;
};
} // namespace

Expected<bool> TileHalving::fits(int64_t begin, int64_t end,
                                 const int64_t *first, const int64_t *last) {
  const TileCosts &costs = search.costs;
  int64_t elements = 0;
  for (const int64_t *row = first; row != last; ++row)
    elements += search.consumer.length(*row);
  double bytes = double(costs.fixedBytes) +
                 bytesOf(end - begin, costs.producerRowBytes) +
                 bytesOf(elements, costs.elementBytes) +
                 bytesOf(elements, costs.furtherElementBytes) +
                 bytesOf(last - first, costs.consumerRowBytes) +
                 bytesOf(last - first, costs.furtherRowBytes);
  if (!search.producer)
    return bytes <= costs.cacheBytes;
  const BoundedRows &producer = *search.producer;
  elements = producer.elementsBefore(end) - producer.elementsBefore(begin);
  bytes += bytesOf(elements, costs.elementBytes);
  // Most tiles of many elements are too large without their columns.
  if (bytes > costs.cacheBytes || costs.columnBytes == 0 || elements == 0)
    return bytes <= costs.cacheBytes;
  auto least = std::min_element(producer.least.data() + begin,
                                producer.least.data() + end);
  auto greatest = std::max_element(producer.greatest.data() + begin,
                                   producer.greatest.data() + end);
  if (auto error = distinct.begin(*least, *greatest, elements))
    return std::move(*error);
  producer.forEachColumn(begin, end,
                         [&](int64_t column) { distinct.add(column); });
  bytes += bytesOf(distinct.count(), costs.columnBytes);
  return bytes <= costs.cacheBytes;
}

/// Moves the rows of [first, last) that read before `middle` alone to the front
/// and those that read behind it alone after them, in their order, and the
/// others to the rest. Returns where the former end.
int64_t *TileHalving::part(int64_t middle, int64_t *first, int64_t *last) {
  const BoundedRows &rows = search.consumer;
  int64_t *end = first;
  int64_t later = 0;
  for (int64_t *row = first; row != last; ++row) {
    if (rows.greatest[*row] < middle)
      *end++ = *row;
    else if (rows.least[*row] >= middle)
      second[later++] = *row;
    else
      search.isRest[*row] = true;
  }
  return std::copy(second.data(), second.data() + later, end);
}

std::optional<Error> TileHalving::halve(int64_t begin, int64_t end,
                                        int64_t *first, int64_t *last) {
  bool isWhole = search.isFurther || !search.hasLimit() || end - begin == 1;
  if (!isWhole) {
    Expected<bool> fit = fits(begin, end, first, last);
    if (!fit)
      return fit.takeError();
    isWhole = *fit;
  }
  if (isWhole) {
    if (tiles.append({begin, first, last}))
      return std::nullopt;
    return Error::expectedGot("memory for a list of tiles", "none");
  }
  int64_t middle = begin + (end - begin) / 2;
  if (auto error = second.resize(last - first))
    return error;
  last = part(middle, first, last);
  int64_t *half =
      std::lower_bound(first, last, middle, [&](int64_t row, int64_t middle) {
        return search.consumer.greatest[row] < middle;
      });
  if (auto error = halve(begin, middle, first, half))
    return error;
  return halve(middle, end, half, last);
}

//===----------------------------------------------------------------------===//
// Both steps
//===----------------------------------------------------------------------===//

namespace {
/// What a worker writes: its tiles, and which numbers they begin with.
struct TileRange {
  const FallibleVector<FusedTile> &tiles;
  int64_t firstTile, firstFused;
};
} // namespace

/// Writes `range`; returns the number of its elements that are fused.
static int64_t writeTiles(const TileSearch &search, const TileRange &range) {
  Integers starts(search.found.starts), fused(search.found.fused);
  Integers fusedStarts(search.found.fusedStarts);
  int64_t at = range.firstFused, elements = 0;
  for (int64_t t = 0; t < range.tiles.size(); ++t) {
    const FusedTile &tile = range.tiles[t];
    if (!search.isFurther)
      starts.set(range.firstTile + t, tile.begin);
    fusedStarts.set(range.firstTile + t, at);
    for (const int64_t *row = tile.first; row != tile.last; ++row) {
      fused.set(at++, *row);
      elements += search.consumer.length(*row);
    }
  }
  return elements;
}

/// Writes the tiles that workers have found, in their order.
static void writeTiles(TileSearch &search,
                       const std::vector<TileHalving> &halvings) {
  std::vector<int64_t> tiles, fused, elements(halvings.size());
  for (const TileHalving &halving : halvings) {
    tiles.push_back(halving.tiles.size());
    fused.push_back(0);
    for (int64_t t = 0; t < tiles.back(); ++t)
      fused.back() += halving.tiles[t].last - halving.tiles[t].first;
  }
  tiles = sumBefore(tiles);
  fused = sumBefore(fused);
  search.workers.run([&](int64_t worker) {
    elements[worker] = writeTiles(
        search, {halvings[worker].tiles, tiles[worker], fused[worker]});
  });
  Integers(search.found.fusedStarts).set(tiles.back(), fused.back());
  search.counts.tiles = tiles.back();
  search.counts.fusedElements = sumBefore(elements).back();
  if (search.isFurther)
    return;
  Integers starts(search.found.starts);
  starts.set(tiles.back(), search.producerRows);
  for (int64_t tile = 0; tile < tiles.back(); ++tile)
    search.counts.mostRows =
        std::max(search.counts.mostRows, starts[tile + 1] - starts[tile]);
}

std::optional<Error> spindle::runtime::findFusedTiles(TileSearch &search) {
  CoarseTiles coarse(search);
  if (auto error = coarse.find())
    return error;
  Workers &workers = search.workers;
  std::vector<TileHalving> halvings;
  for (int64_t worker = 0; worker < workers.count(); ++worker)
    halvings.emplace_back(search);
  auto error = runChecked(workers, [&](int64_t worker) -> std::optional<Error> {
    int64_t end = workers.begin(worker + 1, search.coarseTiles);
    for (int64_t tile = workers.begin(worker, search.coarseTiles); tile < end;
         ++tile) {
      int64_t begin = tile * search.tileRows;
      int64_t rows = std::min(search.tileRows, search.producerRows - begin);
      if (auto error = halvings[worker].halve(
              begin, begin + rows, coarse.begin(tile), coarse.end(tile)))
        return error;
    }
    return std::nullopt;
  });
  if (!error)
    writeTiles(search, halvings);
  return error;
}
