//===- RestTiles.cpp - rows that wait for all tiles -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistinctColumns.h"
#include "TileSearch.h"

#include <algorithm>

using namespace spindle::runtime;

namespace {
/// The rows of the rest, which are known by their place in it from here on.
class Rest {
public:
  explicit Rest(TileSearch &search) : search(search), rows(search.found.rest) {}

  /// Finds the rows, in the consumer's order.
  std::optional<Error> list();

  int64_t size() const { return elements.size() - 1; }
  /// The row of the consumer at `place`.
  int64_t operator[](int64_t place) const { return rows[place]; }
  int64_t elementsBefore(int64_t place) const { return elements[place]; }
  /// What the rows before `place` weigh: their elements and themselves.
  int64_t weightBefore(int64_t place) const { return elements[place] + place; }

  /// Calls `function` with each column of the rows in [begin, end).
  template <typename Function>
  void forEachColumn(int64_t begin, int64_t end, Function &&function) const {
    for (int64_t place = begin; place < end; ++place)
      search.consumer.forEachColumn(rows[place], rows[place] + 1, function);
  }

  /// The same with each row that they read.
  template <typename Function>
  void forEachRead(int64_t begin, int64_t end, Function &&function) const {
    for (int64_t place = begin; place < end; ++place)
      search.consumer.forEachRead(rows[place], function);
  }

private:
  TileSearch &search;
  Integers rows;
  /// The elements of all rows before each place, and of all.
  FallibleVector<int64_t> elements;
};
} // namespace

std::optional<Error> Rest::list() {
  Workers &workers = search.workers;
  const BoundedRows &consumer = search.consumer;
  auto forEachRow = [&](int64_t worker, auto &&function) {
    int64_t end = workers.begin(worker + 1, consumer.rows);
    for (int64_t row = workers.begin(worker, consumer.rows); row < end; ++row)
      if (search.isRest[row])
        function(row);
  };
  std::vector<int64_t> counts(workers.count()), lengths(workers.count());
  workers.run([&](int64_t worker) {
    int64_t count = 0, length = 0;
    forEachRow(worker, [&](int64_t row) {
      ++count;
      length += consumer.length(row);
    });
    counts[worker] = count;
    lengths[worker] = length;
  });
  counts = sumBefore(counts);
  lengths = sumBefore(lengths);
  if (auto error = elements.resize(counts.back() + 1))
    return error;
  elements[counts.back()] = lengths.back();
  workers.run([&](int64_t worker) {
    int64_t place = counts[worker], before = lengths[worker];
    forEachRow(worker, [&](int64_t row) {
      rows.set(place, row);
      elements[place++] = before;
      before += consumer.length(row);
    });
  });
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

namespace {
/// Halves tiles of the rest, and lists where those that come of them end.
class RestHalving {
public:
  RestHalving(const TileSearch &search, const Rest &rest)
      : search(search), rest(rest) {}

  /// Lists the tile of [begin, end), or its parts.
  std::optional<Error> halve(int64_t begin, int64_t end);

  FallibleVector<int64_t> ends;

private:
  Expected<bool> fits(int64_t begin, int64_t end);

  const TileSearch &search;
  const Rest &rest;
  DistinctColumns distinct;
};
} // namespace

Expected<bool> RestHalving::fits(int64_t begin, int64_t end) {
  const TileCosts &costs = search.costs;
  int64_t elements = rest.elementsBefore(end) - rest.elementsBefore(begin);
  double bytes = bytesOf(elements, costs.elementBytes) +
                 bytesOf(end - begin, costs.consumerRowBytes);
  if (bytes > costs.cacheBytes || costs.intermediateRowBytes == 0 ||
      elements == 0)
    return bytes <= costs.cacheBytes;
  int64_t least = search.producerRows, greatest = -1;
  for (int64_t place = begin; place < end; ++place) {
    least = std::min(least, search.consumer.least[rest[place]]);
    greatest = std::max(greatest, search.consumer.greatest[rest[place]]);
  }
  if (auto error = distinct.begin(least, greatest, elements))
    return std::move(*error);
  rest.forEachColumn(begin, end, [&](int64_t column) { distinct.add(column); });
  bytes += bytesOf(distinct.count(), costs.intermediateRowBytes);
  return bytes <= costs.cacheBytes;
}

std::optional<Error> RestHalving::halve(int64_t begin, int64_t end) {
  bool isWhole = !search.hasLimit() || end - begin == 1;
  if (!isWhole) {
    Expected<bool> fit = fits(begin, end);
    if (!fit)
      return fit.takeError();
    isWhole = *fit;
  }
  if (isWhole) {
    if (ends.append(end))
      return std::nullopt;
    return Error::expectedGot("memory for a list of tiles", "none");
  }
  int64_t middle = begin + (end - begin) / 2;
  if (auto error = halve(begin, middle))
    return error;
  return halve(middle, end);
}

/// How many tiles the rest has before any is halved: of as much weight as a
/// coarse tile has of all rows, and enough for all who share them.
static int64_t countRestTiles(const TileSearch &search, const Rest &rest) {
  int64_t rows = search.consumer.rows;
  int64_t all = search.consumer.elementsBefore(rows) + rows;
  int64_t coarse = std::max<int64_t>(search.coarseTiles, 1);
  int64_t each = std::max<int64_t>((all + coarse - 1) / coarse, 1);
  int64_t wanted = (rest.weightBefore(rest.size()) + each - 1) / each;
  return std::min(std::max(wanted, search.costs.workers), rest.size());
}

/// Fills `ends` with the ends of tiles of about the same weight, which have a
/// row at least.
static std::optional<Error> balanceRest(const TileSearch &search,
                                        const Rest &rest,
                                        FallibleVector<int64_t> &ends) {
  if (auto error = ends.resize(countRestTiles(search, rest)))
    return error;
  int64_t count = ends.size(), end = 0;
  for (int64_t tile = 0; tile < count; ++tile) {
    __int128 wanted = __int128(rest.weightBefore(rest.size())) * (tile + 1);
    int64_t low = end + 1, high = rest.size() - (count - 1 - tile);
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      if (__int128(rest.weightBefore(middle)) * count < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    ends[tile] = end = low;
  }
  return std::nullopt;
}

/// Writes where tiles end that workers have found, in their order.
static void writeRestTiles(TileSearch &search,
                           const std::vector<RestHalving> &halvings) {
  std::vector<int64_t> counts;
  for (const RestHalving &halving : halvings)
    counts.push_back(halving.ends.size());
  counts = sumBefore(counts);
  Integers starts(search.found.restStarts);
  starts.set(0, 0);
  search.workers.run([&](int64_t worker) {
    for (int64_t tile = counts[worker]; tile < counts[worker + 1]; ++tile)
      starts.set(tile + 1, halvings[worker].ends[tile - counts[worker]]);
  });
  search.counts.restTiles = counts.back();
}

static std::optional<Error> splitRest(TileSearch &search, const Rest &rest) {
  FallibleVector<int64_t> ends;
  if (auto error = balanceRest(search, rest, ends))
    return error;
  Workers &workers = search.workers;
  std::vector<RestHalving> halvings;
  for (int64_t worker = 0; worker < workers.count(); ++worker)
    halvings.emplace_back(search, rest);
  auto error = runChecked(workers, [&](int64_t worker) -> std::optional<Error> {
    int64_t last = workers.begin(worker + 1, ends.size());
    for (int64_t tile = workers.begin(worker, ends.size()); tile < last; ++tile)
      if (auto error =
              halvings[worker].halve(tile ? ends[tile - 1] : 0, ends[tile]))
        return error;
    return std::nullopt;
  });
  if (!error)
    writeRestTiles(search, halvings);
  return error;
}

//===----------------------------------------------------------------------===//
// Escapes
//===----------------------------------------------------------------------===//

/// Sets `escapes` for each row of the producer that the rest reads.
static void markEscapes(Workers &workers, const Rest &rest,
                        FallibleVector<char> &escapes) {
  auto before = [&](int64_t place) { return rest.weightBefore(place); };
  workers.run([&](int64_t worker) {
    int64_t begin = beginByWeight(workers, worker, rest.size(), before);
    int64_t end = beginByWeight(workers, worker + 1, rest.size(), before);
    // Workers may set the same one. Most are set by another row already.
    rest.forEachRead(begin, end, [&](int64_t column) {
      if (!__atomic_load_n(&escapes[column], __ATOMIC_RELAXED))
        __atomic_store_n(&escapes[column], 1, __ATOMIC_RELAXED);
    });
  });
}

static std::optional<Error> findEscapes(TileSearch &search, const Rest &rest) {
  FallibleVector<char> isEscape;
  if (auto error = isEscape.assign(search.producerRows, 0))
    return error;
  Workers &workers = search.workers;
  markEscapes(workers, rest, isEscape);
  int64_t tiles = search.counts.tiles;
  Integers starts(search.found.starts), escapes(search.found.escapes);
  Integers escapeStarts(search.found.escapeStarts);
  std::vector<int64_t> counts(workers.count());
  workers.split(tiles, [&](int64_t worker, int64_t begin, int64_t end) {
    const char *first = isEscape.data();
    counts[worker] =
        std::count(first + starts[begin], first + starts[end], char(1));
  });
  counts = sumBefore(counts);
  workers.split(tiles, [&](int64_t worker, int64_t begin, int64_t end) {
    int64_t at = counts[worker];
    for (int64_t tile = begin; tile < end; ++tile) {
      escapeStarts.set(tile, at);
      for (int64_t row = starts[tile]; row < starts[tile + 1]; ++row)
        if (isEscape[row])
          escapes.set(at++, row);
    }
  });
  escapeStarts.set(tiles, counts.back());
  search.counts.escapes = counts.back();
  return std::nullopt;
}

std::optional<Error> spindle::runtime::findRestTiles(TileSearch &search) {
  Rest rest(search);
  if (auto error = rest.list())
    return error;
  if (auto error = splitRest(search, rest))
    return error;
  return search.isFurther ? std::nullopt : findEscapes(search, rest);
}
