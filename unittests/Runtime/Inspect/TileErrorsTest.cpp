//===- TileErrorsTest.cpp - what has no tiles -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLimit.h"
#include "TileCase.h"

#include "gtest/gtest.h"

using namespace spindle::runtime;

/// Has `change` break a case that is right, and returns what is said then.
template <typename Change> static std::string getTileError(Change change) {
  UsualTiles tiles(4, {{0, 1}, {3, 2}, {}});
  tiles.setProducer({{0}, {7}, {}, {1}});
  change(tiles);
  return tiles.find(2);
}

TEST(TileErrorsTest, PatternsThatBreakALaw) {
  EXPECT_EQ(getTileError([](auto &) {}), "");
  EXPECT_EQ(getTileError([](auto &t) { t.consumer.columns[3] = 4; }),
            "expected columns of row 1 below 4 but got 4");
  EXPECT_EQ(getTileError([](auto &t) { t.consumer.columns[1] = -2; }),
            "expected no negative column of row 0 but got -2");
  EXPECT_EQ(getTileError([](auto &t) { t.producer.columns[2] = -1; }),
            "expected no negative column of row 3 of the producer but got -1");
  EXPECT_EQ(getTileError([](auto &t) { t.consumer.positions[2] = 1; }),
            "expected positions that do not descend behind those of row 1 but "
            "got 1");
  EXPECT_EQ(getTileError([](auto &t) { t.producer.positions[4] = 9; }),
            "expected positions inside of the columns for the end of row 3 of "
            "the producer but got 9");
  EXPECT_EQ(getTileError([](auto &t) { t.consumer.positions[0] = 1; }),
            "expected 0 as the first position of row 0 but got 1");
}

TEST(TileErrorsTest, TheFirstRowIsNamedOnAnyNumberOfThreads) {
  for (int64_t threads : {1, 2, 3, 5}) {
    UsualTiles tiles(4, RowLists(30, {1, 2}));
    for (int64_t row : {29, 17, 4})
      tiles.consumer.columns[2 * row] = 40 + row;
    EXPECT_EQ(tiles.find(threads),
              "expected columns of row 4 below 4 but got 44");
  }
}

TEST(TileErrorsTest, NumbersOutOfRange) {
  EXPECT_EQ(getTileError([](auto &t) { t.producerRows = -1; }),
            "expected no negative number of rows of the producer but got -1");
  EXPECT_EQ(getTileError([](auto &t) { t.producer.positions.pop_back(); }),
            "expected a pattern of the producer of 4 rows but got 3");
  EXPECT_EQ(getTileError([](auto &t) { t.costs.workers = 0; }),
            "expected at least 1 worker but got 0");
  EXPECT_EQ(getTileError([](auto &t) { t.costs.tileRows = -3; }),
            "expected no negative rows of a tile but got -3");
  EXPECT_EQ(getTileError([](auto &t) { t.costs.columnBytes = -1; }),
            "expected no negative bytes of a column but got -1");
}

TEST(TileErrorsTest, ArraysWithoutRoom) {
  EXPECT_EQ(getTileError([](auto &t) { t.fusedStarts.pop_back(); }),
            "expected room for 5 starts of tiles but got 4");
  EXPECT_EQ(getTileError([](auto &t) { t.restStarts.pop_back(); }),
            "expected room for 4 starts of tiles of the rest but got 3");
  EXPECT_EQ(getTileError([](auto &t) { t.rest.pop_back(); }),
            "expected room for 3 rows but got 2");
  EXPECT_EQ(getTileError([](auto &t) { t.escapes.pop_back(); }),
            "expected room for 4 escapes but got 3");
}

TEST(TileErrorsTest, ArraysOfOtherTypes) {
  UsualTiles tiles(2, {{0}, {1}});
  auto getError = [&](auto change) {
    TileArrays arrays = tiles.arrays();
    RowPattern consumer = tiles.consumer.view();
    change(arrays, consumer);
    auto found = findTiles(2, consumer, nullptr, tiles.costs, arrays);
    return found ? "" : found.error().str();
  };
  EXPECT_EQ(getError([](auto &found, auto &) { found.escapes.bytes = 8; }),
            "expected results of integers of 4 bytes but got some of 8");
  EXPECT_EQ(getError([](auto &found, auto &) { found.fused.stride = 2; }),
            "expected results without gaps but got a stride of 2");
  EXPECT_EQ(getError([](auto &, auto &rows) { rows.columns.bytes = 2; }),
            "expected integers of 4 or 8 bytes but got some of 2");
  EXPECT_EQ(getError([](auto &, auto &rows) { rows.rows = 7; }),
            "expected room for 8 positions but got 3");
}

TEST(TileErrorsTest, MemoryThatCannotBeHad) {
  UsualTiles tiles(1000, RowLists(1000, {0}));
  MemoryLimit limit(countAllocatedBytes() + 20000);
  EXPECT_NE(tiles.find().find("bytes of memory but got none"),
            std::string::npos);
}
