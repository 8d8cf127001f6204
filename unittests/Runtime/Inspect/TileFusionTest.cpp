//===- TileFusionTest.cpp - tiles that are known by hand ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCase.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace spindle::runtime;

using Numbers = std::vector<int64_t>;

/// In the manner of Figures 2 and 3 of the paper, for a dense B and C of one
/// column: two tiles of four rows, the second of which is too large.
static UsualTiles makeExample() {
  UsualTiles tiles(8, {{0, 1},
                       {0, 1, 2},
                       {1, 2, 3},
                       {2, 3, 4},
                       {4, 5},
                       {4, 5},
                       {5, 6, 7},
                       {6, 7}});
  tiles.costs.workers = 2;
  tiles.costs.fixedBytes = 1;
  tiles.costs.producerRowBytes = 2;
  tiles.costs.elementBytes = 2;
  tiles.costs.consumerRowBytes = 1;
  return tiles;
}

TEST(TileFusionTest, TilesHaveRowsForAllWorkers) {
  UsualTiles tiles = makeExample();
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getStarts(), Numbers({0, 4, 8}));
  EXPECT_EQ(tiles.getFused(), RowLists({{0, 1, 2}, {4, 5, 6, 7}}));
  EXPECT_EQ(tiles.getRest(), RowLists({{3}}));
  EXPECT_EQ(tiles.getEscapes(), RowLists({{2, 3}, {4}}));
  EXPECT_EQ(tiles.counts.mostRows, 4);
  EXPECT_EQ(tiles.counts.fusedElements, 17);
  EXPECT_EQ(tiles.counts.escapes, 3);
}

TEST(TileFusionTest, ATileThatIsTooLargeIsHalved) {
  // The tiles touch 1 + 4 * 2 + 8 * 2 + 3 = 28 and 1 + 4 * 2 + 9 * 2 + 4 = 31
  // bytes; row 6 reads both halves of the second.
  UsualTiles tiles = makeExample();
  tiles.costs.cacheBytes = 30;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getStarts(), Numbers({0, 4, 6, 8}));
  EXPECT_EQ(tiles.getFused(), RowLists({{0, 1, 2}, {4, 5}, {7}}));
  EXPECT_EQ(tiles.getRest(), RowLists({{3}, {6}}));
  EXPECT_EQ(tiles.getEscapes(), RowLists({{2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(tiles.counts.fusedElements, 14);
}

TEST(TileFusionTest, ATileMayFillTheCache) {
  UsualTiles tiles = makeExample();
  tiles.costs.cacheBytes = 31;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.counts.tiles, 2);
}

TEST(TileFusionTest, ATridiagonalMatrixLeavesTheEndsOfTiles) {
  UsualTiles tiles(16, makeTridiagonal(16));
  tiles.costs.tileRows = 4;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getStarts(), Numbers({0, 4, 8, 12, 16}));
  EXPECT_EQ(tiles.getFused(),
            RowLists({{0, 1, 2}, {5, 6}, {9, 10}, {13, 14, 15}}));
  EXPECT_EQ(tiles.getRest(), RowLists({{3, 4, 7}, {8, 11, 12}}));
  EXPECT_EQ(tiles.getEscapes(),
            RowLists({{2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13}}));
  EXPECT_EQ(tiles.counts.fusedElements, 28);
}

TEST(TileFusionTest, ADenseRowIsInTheRestAndLetsAllEscape) {
  UsualTiles tiles(4, {{0}, {1}, {3, 2, 1, 0}, {3}});
  tiles.costs.tileRows = 2;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getFused(), RowLists({{0, 1}, {3}}));
  EXPECT_EQ(tiles.getRest(), RowLists({{2}}));
  EXPECT_EQ(tiles.getEscapes(), RowLists({{0, 1}, {2, 3}}));
}

TEST(TileFusionTest, RowsWithoutColumnsAreSpreadOverAllTiles) {
  UsualTiles tiles(4, RowLists(8));
  tiles.costs.tileRows = 2;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getFused(), RowLists({{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(tiles.counts.restTiles, 0);
  EXPECT_EQ(tiles.counts.escapes, 0);
}

TEST(TileFusionTest, BlocksOnTheDiagonalLeaveNoRest) {
  UsualTiles tiles(6, {{0, 1}, {1}, {3, 2}, {2}, {5}, {4, 5}});
  tiles.costs.tileRows = 2;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getFused(), RowLists({{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(tiles.getRest(), RowLists());
  EXPECT_EQ(tiles.getEscapes(), RowLists(3));
  EXPECT_EQ(tiles.counts.fusedElements, 9);
}

TEST(TileFusionTest, ColumnsAndNotItsNumberSayWhereARowIsFused) {
  UsualTiles tiles(4, {{3, 3}, {1, 0}, {2}});
  tiles.costs.tileRows = 2;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getFused(), RowLists({{1}, {0, 2}}));
}

TEST(TileFusionTest, WhatAllTilesTouchMayBeTooMuchForOneOfARow) {
  UsualTiles tiles(3, {{0, 0}, {1, 2}, {2}});
  tiles.costs.cacheBytes = 1000;
  tiles.costs.fixedBytes = 1001;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getStarts(), Numbers({0, 1, 2, 3}));
  EXPECT_EQ(tiles.getFused(), RowLists({{0}, {}, {2}}));
  EXPECT_EQ(tiles.getRest(), RowLists({{1}}));
}

TEST(TileFusionTest, FewerRowsThanWorkersAreATileEach) {
  UsualTiles tiles(3, {{0}, {1}, {2}});
  tiles.costs.workers = 8;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getFused(), RowLists({{0}, {1}, {2}}));
}

TEST(TileFusionTest, AsManyTilesAsWorkersAtLeast) {
  // Tiles of three rows would be three.
  UsualTiles tiles(9, RowLists(9, {0, 8}));
  tiles.costs.workers = 4;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getStarts(), Numbers({0, 2, 4, 6, 8, 9}));
  EXPECT_EQ(tiles.getRest(), RowLists({{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8}}));
}

TEST(TileFusionTest, ManyRowsHaveTilesOfTheUsualSize) {
  UsualTiles tiles(5000, {});
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getStarts(), Numbers({0, 2048, 4096, 5000}));
  EXPECT_EQ(tiles.counts.mostRows, 2048);
}

TEST(TileFusionTest, TilesOfTheRestHaveAboutAsManyElements) {
  // The last row has half of all elements.
  RowLists lists(10, {0, 9});
  lists.push_back(Numbers(20, 1));
  lists.back().back() = 8;
  UsualTiles tiles(10, lists);
  tiles.costs.tileRows = 2;
  tiles.costs.workers = 2;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getRest(),
            RowLists({{0, 1, 2, 3}, {4, 5, 6}, {7, 8}, {9}, {10}}));
}

TEST(TileFusionTest, ATileOfTheRestReadsEachRowOnce) {
  // Two rows of the intermediate, four elements and two rows; they are one of
  // three tiles that there are without a limit.
  UsualTiles tiles(6, {{0, 5}, {5, 0}, {2, 4}, {4, 2}, {1, 3}, {3, 1}});
  tiles.costs.tileRows = 2;
  tiles.costs.workers = 3;
  tiles.costs.elementBytes = 1;
  tiles.costs.consumerRowBytes = 1;
  tiles.costs.intermediateRowBytes = 10;
  tiles.costs.cacheBytes = 20 + 4 + 2;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getRest(), RowLists({{0, 1}, {2, 3}, {4, 5}}));
  --tiles.costs.cacheBytes;
  ASSERT_EQ(tiles.find(), "");
  EXPECT_EQ(tiles.getRest(), RowLists({{0}, {1}, {2}, {3}, {4}, {5}}));
}

/// A sparse producer of two rows that read 3 columns together.
static UsualTiles makeSparseProducer(int64_t column) {
  UsualTiles tiles(2, {{0}, {1}});
  tiles.setProducer({{0, column, 0}, {column, column + 1}});
  tiles.costs.tileRows = 2;
  tiles.costs.elementBytes = 1;
  tiles.costs.columnBytes = 10;
  return tiles;
}

TEST(TileFusionTest, ATileReadsEachColumnOnce) {
  // Columns that are far apart are counted in another way.
  for (int64_t column : {1, 1000000}) {
    UsualTiles tiles = makeSparseProducer(column);
    tiles.costs.cacheBytes = 5 + 30 + 2;
    ASSERT_EQ(tiles.find(), "");
    EXPECT_EQ(tiles.getFused(), RowLists({{0, 1}}));
    --tiles.costs.cacheBytes;
    ASSERT_EQ(tiles.find(), "");
    EXPECT_EQ(tiles.getFused(), RowLists({{0}, {1}}));
  }
}

TEST(TileFusionTest, NothingIsFoundInNothing) {
  UsualTiles none(0, {});
  ASSERT_EQ(none.find(2), "");
  EXPECT_EQ(none.check(), "");
  EXPECT_EQ(none.counts.tiles + none.counts.restTiles, 0);
  UsualTiles unread(5, {});
  unread.costs.tileRows = 2;
  ASSERT_EQ(unread.find(2), "");
  EXPECT_EQ(unread.getStarts(), Numbers({0, 2, 4, 5}));
  UsualTiles unwritten(0, RowLists(3));
  unwritten.costs.workers = 2;
  ASSERT_EQ(unwritten.find(2), "");
  EXPECT_EQ(unwritten.getRest(), RowLists({{0, 1}, {2}}));
  UsualTiles single(1, {{0}});
  ASSERT_EQ(single.find(2), "");
  EXPECT_EQ(single.getFused(), RowLists({{0}}));
}

TEST(TileFusionTest, TypesOfIntegersAreOneAnother) {
  auto expectSame = [](auto tiles) {
    tiles.costs.tileRows = 4;
    tiles.setProducer(makeTridiagonal(16));
    tiles.costs.columnBytes = 1;
    tiles.costs.cacheBytes = 5;
    ASSERT_EQ(tiles.find(), "");
    UsualTiles usual(16, makeTridiagonal(16));
    usual.setProducer(makeTridiagonal(16));
    usual.costs = tiles.costs;
    ASSERT_EQ(usual.find(), "");
    EXPECT_EQ(tiles.getStarts(), usual.getStarts());
    EXPECT_EQ(tiles.getFused(), usual.getFused());
    EXPECT_EQ(tiles.getRest(), usual.getRest());
    EXPECT_EQ(tiles.getEscapes(), usual.getEscapes());
  };
  RowLists lists = makeTridiagonal(16);
  expectSame(TileCase<int64_t, int32_t, int64_t>(16, lists));
  expectSame(TileCase<int32_t, int64_t, int32_t>(16, lists));
  expectSame(TileCase<int64_t, int64_t, int64_t>(16, lists));
}

TEST(TileFusionTest, WhatIsFusedIsCountedWithoutTiles) {
  RowLists lists = makeTridiagonal(50);
  lists[7] = {};
  lists[9] = {0, 49};
  for (int64_t rows : {1, 4, 13, 64}) {
    UsualTiles tiles(50, lists);
    tiles.costs.tileRows = rows;
    ASSERT_EQ(tiles.find(2), "");
    for (int64_t threads : {1, 3}) {
      Expected<FusedCounts> counted = countFused(
          50, tiles.consumer.view(), rows, /*readsItself=*/false, threads);
      ASSERT_TRUE(bool(counted));
      EXPECT_EQ(counted->elements, tiles.counts.fusedElements);
      EXPECT_EQ(counted->escapes, tiles.counts.escapes);
    }
  }
}

TEST(TileFusionTest, RowsThatReadThemselvesAreCounted) {
  // Row 2 reads row 1, in the first tile, and itself, in the second.
  StoredPattern<int32_t, int32_t> before(RowLists{{0}, {0}, {1}});
  Expected<FusedCounts> alone = countFused(3, before.view(), 2);
  EXPECT_EQ(alone->elements, 3);
  EXPECT_EQ(alone->escapes, 0);
  Expected<FusedCounts> both = countFused(3, before.view(), 2, true);
  EXPECT_EQ(both->elements, 2);
  EXPECT_EQ(both->escapes, 2);
}

TEST(TileFusionTest, ColumnsThatAreNoRowsAreNotCounted) {
  StoredPattern<int32_t, int32_t> outside(RowLists{{3}});
  Expected<FusedCounts> refused = countFused(3, outside.view(), 1);
  ASSERT_FALSE(bool(refused));
  EXPECT_EQ(refused.error().str(),
            "expected columns of row 0 below 3 but got 3");
  StoredPattern<int32_t, int32_t> none;
  EXPECT_EQ(countFused(0, none.view(), 0)->elements, 0);
}
