//===- TileLawsTest.cpp - what holds of all tiles -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCase.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <set>

using namespace spindle::runtime;

namespace {
/// A pair of loops by chance, and its patterns.
struct RandomTiles {
  explicit RandomTiles(uint64_t seed);

  UsualTiles make() const {
    UsualTiles tiles(producerRows, consumer);
    if (hasProducer)
      tiles.setProducer(producer);
    tiles.costs = costs;
    return tiles;
  }

  int64_t below(int64_t bound) { return random() % bound; }
  /// `rows` rows of columns below `width`, near the diagonal or anywhere.
  RowLists drawRows(int64_t rows, int64_t width);
  /// Puts the columns of each row in another order.
  void shuffle();

  std::mt19937_64 random;
  int64_t producerRows;
  bool hasProducer;
  RowLists consumer, producer;
  TileCosts costs;
};
} // namespace

RandomTiles::RandomTiles(uint64_t seed) : random(seed) {
  producerRows = below(60);
  hasProducer = below(2);
  consumer = drawRows(below(60), producerRows);
  producer = drawRows(producerRows, below(2) ? 20 : 100000);
  costs.tileRows = below(3) ? below(20) : 0;
  costs.workers = 1 + below(6);
  costs.cacheBytes = below(4) ? 1 + below(300) : 0;
  costs.fixedBytes = below(2) * below(100);
  for (int64_t *bytes :
       {&costs.elementBytes, &costs.producerRowBytes, &costs.columnBytes,
        &costs.intermediateRowBytes, &costs.consumerRowBytes})
    *bytes = below(12);
}

RowLists RandomTiles::drawRows(int64_t rows, int64_t width) {
  RowLists lists(rows);
  int64_t reach = 1 + below(10), most = 1 + below(6);
  bool isBanded = below(2);
  for (int64_t row = 0; row < rows && width > 0; ++row)
    for (int64_t count = below(most + 1); count > 0; --count)
      lists[row].push_back(
          isBanded ? std::clamp<int64_t>(row + below(2 * reach) - reach, 0,
                                         width - 1)
                   : below(width));
  if (rows > 0 && width > 0 && below(4) == 0)
    for (int64_t count = below(200); count > 0; --count)
      lists[below(rows)].push_back(below(width));
  return lists;
}

void RandomTiles::shuffle() {
  for (RowLists *lists : {&consumer, &producer})
    for (auto &list : *lists)
      std::shuffle(list.begin(), list.end(), random);
}

/// How many elements `rows` of `lists` have, and the columns of these.
static std::pair<int64_t, int64_t> count(const RowLists &lists,
                                         const std::vector<int64_t> &rows) {
  std::set<int64_t> columns;
  int64_t elements = 0;
  for (int64_t row : rows) {
    elements += lists[row].size();
    columns.insert(lists[row].begin(), lists[row].end());
  }
  return {elements, columns.size()};
}

namespace {
/// Tiles of the rows in [begin, end), halved as they are said to be.
struct PlainHalving {
  void halve(int64_t begin, int64_t end);
  int64_t countBytes(int64_t begin, int64_t end,
                     const std::vector<int64_t> &rows) const;

  const RandomTiles &given;
  std::vector<int64_t> starts;
  RowLists fused;
};
} // namespace

/// What the tile touches with these fused rows.
int64_t PlainHalving::countBytes(int64_t begin, int64_t end,
                                 const std::vector<int64_t> &rows) const {
  const TileCosts &costs = given.costs;
  int64_t bytes = costs.fixedBytes + (end - begin) * costs.producerRowBytes +
                  count(given.consumer, rows).first * costs.elementBytes +
                  rows.size() * costs.consumerRowBytes;
  if (!given.hasProducer)
    return bytes;
  std::vector<int64_t> own;
  for (int64_t row = begin; row < end; ++row)
    own.push_back(row);
  auto [elements, columns] = count(given.producer, own);
  return bytes + elements * costs.elementBytes + columns * costs.columnBytes;
}

void PlainHalving::halve(int64_t begin, int64_t end) {
  std::vector<int64_t> rows;
  int64_t count = given.consumer.size();
  for (int64_t row = 0; row < count; ++row) {
    const auto &columns = given.consumer[row];
    auto isHere = [&](int64_t column) {
      return column >= begin && column < end;
    };
    if (columns.empty() ? isHere(row * given.producerRows / count)
                        : std::all_of(columns.begin(), columns.end(), isHere))
      rows.push_back(row);
  }
  int64_t limit = given.costs.cacheBytes;
  if (limit > 0 && end - begin > 1 && countBytes(begin, end, rows) > limit) {
    halve(begin, (begin + end) / 2);
    return halve((begin + end) / 2, end);
  }
  starts.push_back(begin);
  fused.push_back(rows);
}

/// Expects tiles as they are found by looking at all rows for each.
static void expectTilesOfCoarseOnes(const RandomTiles &given,
                                    const UsualTiles &tiles) {
  int64_t rows = given.producerRows, size = given.costs.tileRows;
  if (size == 0)
    size = std::max<int64_t>(rows / given.costs.workers, 1);
  PlainHalving halving = {given, {}, {}};
  for (int64_t begin = 0; begin < rows; begin += size)
    halving.halve(begin, std::min(begin + size, rows));
  halving.starts.push_back(rows);
  ASSERT_EQ(tiles.getStarts(), halving.starts);
  ASSERT_EQ(tiles.getFused(), halving.fused);
}

/// Expects tiles of the rest of several rows to fit into the cache.
static void expectRestThatFits(const RandomTiles &given,
                               const UsualTiles &tiles) {
  const TileCosts &costs = given.costs;
  for (const auto &rows : tiles.getRest()) {
    auto [elements, columns] = count(given.consumer, rows);
    int64_t bytes = elements * costs.elementBytes +
                    columns * costs.intermediateRowBytes +
                    rows.size() * costs.consumerRowBytes;
    if (rows.size() > 1 && costs.cacheBytes > 0)
      ASSERT_LE(bytes, costs.cacheBytes);
  }
}

/// Expects each row of the rest to read in two tiles.
static void expectRestThatReadsAcross(const RandomTiles &given,
                                      const UsualTiles &tiles) {
  std::vector<int64_t> starts = tiles.getStarts();
  for (const auto &rows : tiles.getRest())
    for (int64_t row : rows) {
      std::set<int64_t> read;
      for (int64_t column : given.consumer[row])
        read.insert(std::upper_bound(starts.begin(), starts.end(), column) -
                    starts.begin());
      if (given.producerRows > 0)
        ASSERT_GT(read.size(), 1u);
    }
}

/// Expects what is counted to be what is there, and escapes to be read.
static void expectRightCounts(const RandomTiles &given,
                              const UsualTiles &tiles) {
  std::set<int64_t> read;
  for (const auto &rows : tiles.getRest())
    for (int64_t row : rows)
      read.insert(given.consumer[row].begin(), given.consumer[row].end());
  ASSERT_EQ(tiles.counts.escapes, int64_t(read.size()));
  int64_t elements = 0, mostRows = 0;
  for (const auto &rows : tiles.getFused())
    elements += count(given.consumer, rows).first;
  ASSERT_EQ(tiles.counts.fusedElements, elements);
  std::vector<int64_t> starts = tiles.getStarts();
  for (size_t tile = 1; tile < starts.size(); ++tile)
    mostRows = std::max(mostRows, starts[tile] - starts[tile - 1]);
  ASSERT_EQ(tiles.counts.mostRows, mostRows);
}

/// Expects tiles for all workers where there are rows enough.
static void expectEnoughTiles(const RandomTiles &given,
                              const UsualTiles &tiles) {
  int64_t workers = given.costs.workers, restRows = 0;
  for (const auto &rows : tiles.getRest()) {
    ASSERT_FALSE(rows.empty());
    restRows += rows.size();
  }
  ASSERT_GE(tiles.counts.restTiles, std::min(workers, restRows));
  if (given.costs.tileRows == 0)
    ASSERT_GE(tiles.counts.tiles, std::min(workers, given.producerRows));
}

static void expectSame(UsualTiles &tiles, UsualTiles &other) {
  // What lies behind the results is not touched either.
  ASSERT_EQ(tiles.starts, other.starts);
  ASSERT_EQ(tiles.fusedStarts, other.fusedStarts);
  ASSERT_EQ(tiles.fused, other.fused);
  ASSERT_EQ(tiles.restStarts, other.restStarts);
  ASSERT_EQ(tiles.rest, other.rest);
  ASSERT_EQ(tiles.escapeStarts, other.escapeStarts);
  ASSERT_EQ(tiles.escapes, other.escapes);
  ASSERT_EQ(tiles.counts.restTiles, other.counts.restTiles);
}

/// 10,000 hold as well.
static constexpr uint64_t trials = 200;

TEST(TileLawsTest, RandomPatternsHaveTilesThatKeepTheLaws) {
  for (uint64_t seed = 1; seed <= trials; ++seed) {
    SCOPED_TRACE(seed);
    RandomTiles given(seed);
    UsualTiles tiles = given.make();
    ASSERT_EQ(tiles.find(), "");
    ASSERT_EQ(tiles.check(), "");
    expectTilesOfCoarseOnes(given, tiles);
    expectRestThatFits(given, tiles);
    expectRestThatReadsAcross(given, tiles);
    expectRightCounts(given, tiles);
    expectEnoughTiles(given, tiles);
    // Threads of small work wait for one another most of the time.
    for (int64_t threads : {2, 3, 5}) {
      if (seed % 5 != 0)
        continue;
      UsualTiles shared = given.make();
      ASSERT_EQ(shared.find(threads), "");
      expectSame(tiles, shared);
    }
    given.shuffle();
    UsualTiles shuffled = given.make();
    ASSERT_EQ(shuffled.find(), "");
    expectSame(tiles, shuffled);
    if (HasFatalFailure())
      return;
  }
}
