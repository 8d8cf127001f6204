//===- FurtherTilesTest.cpp - loops behind a producer and a consumer ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCase.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>

using namespace spindle::runtime;

namespace {
/// A loop behind those of a case of tiles, in which it reads the consumer.
struct FurtherCase {
  FurtherCase(const UsualTiles &tiles, const RowLists &lists)
      : rows(lists), pattern(lists), tiles(tiles),
        fusedStarts(tiles.producerRows + 1, -1), fused(lists.size(), -1),
        restStarts(lists.size() + 1, -1), rest(fused) {}

  LoopBefore getBefore() {
    return {int64_t(tiles.consumer.positions.size()) - 1,
            arrayOf(tiles.fusedStarts), arrayOf(tiles.fused),
            tiles.counts.tiles};
  }
  FurtherLoop getLoop() {
    FurtherLoop loop;
    loop.pattern = pattern.view();
    loop.readsItself = readsItself;
    loop.elementBytes = elementBytes;
    loop.found = {{},
                  arrayOf(fusedStarts),
                  arrayOf(fused),
                  arrayOf(restStarts),
                  arrayOf(rest),
                  {},
                  {}};
    loop.counts = counts;
    return loop;
  }
  std::string find(int64_t threads = 1) {
    Workers workers(threads, muchWork);
    FurtherLoop loop = getLoop();
    auto error = findFurther(getBefore(), loop, tiles.costs, workers);
    counts = loop.counts;
    return error ? error->str() : "";
  }
  std::string check() {
    auto error = checkFurther(getBefore(), getLoop());
    return error ? error->str() : "";
  }
  RowLists getFused() {
    return UsualTiles::split(fusedStarts, fused, tiles.counts.tiles);
  }
  RowLists getRest() {
    return UsualTiles::split(restStarts, rest, counts.restTiles);
  }

  RowLists rows;
  StoredPattern<int32_t, int32_t> pattern;
  UsualTiles tiles;
  bool readsItself = false;
  int64_t elementBytes = 0;
  std::vector<int32_t> fusedStarts, fused, restStarts, rest;
  TileCounts counts;
};
} // namespace

/// Tiles of rows 0..7 and 8..15 with fused rows 0..6 and 9..15; 7 and 8 are the
/// rest.
static UsualTiles makeTiles() {
  UsualTiles tiles(16, makeTridiagonal(16));
  tiles.costs.tileRows = 8;
  EXPECT_EQ(tiles.find(), "");
  return tiles;
}

TEST(FurtherTilesTest, RowsThatReadFusedRowsOfOneTileAreFused) {
  FurtherCase further(makeTiles(), makeTridiagonal(16));
  EXPECT_EQ(further.find(), "");
  EXPECT_EQ(further.check(), "");
  EXPECT_EQ(further.getFused(),
            (RowLists{{0, 1, 2, 3, 4, 5}, {10, 11, 12, 13, 14, 15}}));
  EXPECT_EQ(further.getRest(), (RowLists{{6, 7, 8, 9}}));
  EXPECT_EQ(further.counts.fusedElements, 2 + 5 * 3 + 5 * 3 + 2);
}

TEST(FurtherTilesTest, TheRowOfItsOwnNumberIsRead) {
  // Each row reads the next one alone, and itself.
  RowLists lists(16);
  for (int64_t row = 0; row < 15; ++row)
    lists[row] = {row + 1};
  FurtherCase further(makeTiles(), lists);
  EXPECT_EQ(further.find(), "");
  EXPECT_EQ(further.getRest(), (RowLists{{6, 7}}));
  further.readsItself = true;
  EXPECT_EQ(further.find(), "");
  EXPECT_EQ(further.check(), "");
  EXPECT_EQ(further.getRest(), (RowLists{{6, 7, 8}}));
}

TEST(FurtherTilesTest, ARowWithoutColumnsIsWhereThatOfItsHeightIs) {
  FurtherCase further(makeTiles(), RowLists(32));
  EXPECT_EQ(further.find(), "");
  EXPECT_EQ(further.check(), "");
  EXPECT_EQ(further.getFused()[1].front(), 18);
  EXPECT_EQ(further.getRest(), (RowLists{{14, 15, 16, 17}}));
}

TEST(FurtherTilesTest, WhereTheLoopBeforeHasNoRowsAllAreInTheRest) {
  UsualTiles tiles(16, RowLists());
  EXPECT_EQ(tiles.find(), "");
  FurtherCase further(tiles, RowLists(3));
  EXPECT_EQ(further.find(), "");
  EXPECT_EQ(further.check(), "");
  EXPECT_EQ(further.getRest(), (RowLists{{0, 1, 2}}));
}

TEST(FurtherTilesTest, TheRestFitsIntoACache) {
  UsualTiles tiles = makeTiles();
  tiles.costs.cacheBytes = 6;
  FurtherCase further(tiles, makeTridiagonal(16));
  further.elementBytes = 1;
  EXPECT_EQ(further.find(), "");
  EXPECT_EQ(further.getRest(), (RowLists{{6, 7}, {8, 9}}));
}

TEST(FurtherTilesTest, ALongRowIsInTheRest) {
  RowLists lists = makeTridiagonal(16);
  for (int64_t column = 0; column < 16; ++column)
    lists[3].push_back(column);
  FurtherCase further(makeTiles(), lists);
  EXPECT_EQ(further.find(), "");
  EXPECT_EQ(further.getRest().front().front(), 3);
}

TEST(FurtherTilesTest, TheConsumerMayReadItself) {
  UsualTiles tiles(4, {{1}, {0}, {1}, {}});
  tiles.costs.tileRows = 2;
  tiles.costs.readsItself = true;
  EXPECT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.check(), "");
  EXPECT_EQ(tiles.getFused(), (RowLists{{0, 1}, {3}}));
  EXPECT_EQ(tiles.getRest(), (RowLists{{2}}));
  EXPECT_EQ(tiles.getEscapes(), (RowLists{{1}, {2}}));
  tiles.costs.readsItself = false;
  EXPECT_EQ(tiles.find(), "");
  tiles.costs.readsItself = true;
  EXPECT_EQ(tiles.check(), "expected the columns of row 2 in tile 0 between 0 "
                           "and 2 but got 2");
}

TEST(FurtherTilesTest, Errors) {
  FurtherCase wide(makeTiles(), {{16}});
  EXPECT_EQ(wide.find(), "expected columns of row 0 of a further loop below 16 "
                         "but got 16");
  FurtherCase many(makeTiles(), RowLists(17));
  many.readsItself = true;
  EXPECT_EQ(many.find(), "expected no more rows than the 16 of which each "
                         "reads that of its number but got 17");
  FurtherCase negative(makeTiles(), {{0}});
  negative.elementBytes = -1;
  EXPECT_EQ(negative.find(), "expected no negative bytes of an element of a "
                             "further loop but got -1");
  FurtherCase narrow(makeTiles(), {{0}});
  narrow.fusedStarts.resize(2);
  EXPECT_EQ(narrow.find(), "expected room for 3 starts of tiles but got 2");
}

TEST(FurtherTilesTest, LawsThatAreBroken) {
  FurtherCase further(makeTiles(), makeTridiagonal(16));
  EXPECT_EQ(further.find(), "");
  std::swap(further.fused[5], further.rest[0]);
  EXPECT_EQ(further.check(),
            "expected the columns of row 6 in tile 0 among the rows of the "
            "loop before that are fused into it but got 7");
  further.rest[0] = 6;
  EXPECT_EQ(further.check(),
            "expected rows of rest tile 0 that are nowhere else but got 6");
}

TEST(FurtherTilesTest, RandomPatternsKeepTheLawsOnAnyNumberOfThreads) {
  std::mt19937_64 random(27);
  for (int trial = 0; trial < 100; ++trial) {
    SCOPED_TRACE(trial);
    int64_t size = 1 + random() % 80;
    auto draw = [&] {
      RowLists lists(size);
      for (int64_t row = 0; row < size; ++row)
        for (int64_t count = random() % 4; count > 0; --count)
          lists[row].push_back(
              std::clamp<int64_t>(row + random() % 5 - 2, 0, size - 1));
      return lists;
    };
    UsualTiles tiles(size, draw());
    tiles.costs.tileRows = 1 + random() % 20;
    tiles.costs.readsItself = random() % 2;
    tiles.costs.cacheBytes = random() % 2 ? 40 : 0;
    tiles.costs.elementBytes = 2;
    ASSERT_EQ(tiles.find(), "");
    ASSERT_EQ(tiles.check(), "");
    FurtherCase further(tiles, draw());
    further.readsItself = random() % 2;
    ASSERT_EQ(further.find(), "");
    ASSERT_EQ(further.check(), "");
    RowLists fused = further.getFused(), rest = further.getRest();
    for (int64_t threads : {2, 3, 5}) {
      ASSERT_EQ(further.find(threads), "");
      ASSERT_EQ(further.getFused(), fused);
      ASSERT_EQ(further.getRest(), rest);
    }
  }
}
