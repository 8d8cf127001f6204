//===- TileCheckTest.cpp - tiles that break a law -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCase.h"

#include "gtest/gtest.h"

using namespace spindle::runtime;

/// Has `change` break right tiles, and returns which law they break: tiles of
/// rows 0..3, 4..7, 8..11 and 12..15 with fused rows 0 1 2, 5 6, 9 10 and
/// 13 14 15; the rest is 3 4 7 and 8 11 12.
template <typename Change> static std::string getBrokenLaw(Change change) {
  UsualTiles tiles(16, makeTridiagonal(16));
  tiles.costs.tileRows = 4;
  EXPECT_EQ(tiles.find(), "");
  change(tiles);
  return tiles.check();
}

TEST(TileCheckTest, RightTiles) {
  EXPECT_EQ(getBrokenLaw([](auto &) {}), "");
}

TEST(TileCheckTest, EachRowOfTheProducerIsInOneTile) {
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.starts[0] = 1; }),
            "expected 0 as the start of the rows but got 1");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.starts[2] = 3; }),
            "expected an end of the rows of tile 1 from 4 on but got 3");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.starts[4] = 15; }),
            "expected 16 as the end of the rows but got 15");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.counts.tiles = 17; }),
            "expected room for 18 starts of tiles but got 17");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.counts.restTiles = -1; }),
            "expected no negative number of rest tiles but got -1");
}

TEST(TileCheckTest, CountsAreThoseOfTheTiles) {
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.counts.mostRows = 1; }),
            "expected 4 as the rows of the largest tile but got 1");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.counts.fusedElements = 7; }),
            "expected 28 elements in fused rows but got 7");
}

TEST(TileCheckTest, EachRowOfTheConsumerIsInOnePlace) {
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.rest[5] = 16; }),
            "expected rows of rest tile 1 below 16 but got 16");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.rest[0] = 6; }),
            "expected rows of rest tile 0 that are nowhere else but got 6");
  EXPECT_EQ(getBrokenLaw([](auto &t) { std::swap(t.fused[0], t.fused[1]); }),
            "expected fused rows of tile 0 that ascend but got 0 behind 1");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.counts.restTiles = 1; }),
            "expected row 8 in a tile or a rest tile but got none");
}

TEST(TileCheckTest, TheColumnsOfARowThatIsFusedAreInItsTile) {
  // Rows 7 and 6 read 6..8 and 5..7.
  EXPECT_EQ(getBrokenLaw([](auto &t) { std::swap(t.fused[4], t.rest[2]); }),
            "expected the columns of row 7 in tile 1 between 4 and 8 but got "
            "8");
  // Row 4 reads 3..5.
  EXPECT_EQ(getBrokenLaw([](auto &t) { std::swap(t.fused[3], t.rest[1]); }),
            "expected the columns of row 4 in tile 1 between 4 and 8 but got "
            "3");
}

TEST(TileCheckTest, WhatTheRestReadsEscapes) {
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.escapes[0] = 1; }),
            "expected the columns of row 3 in rest tile 0 among the escapes "
            "but got 2");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.escapeStarts[1] = 3; }),
            "expected the escapes of tile 0 between 0 and 4 but got 4");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.escapes[1] = 2; }),
            "expected escapes of tile 0 that ascend but got 2 behind 2");
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.escapeStarts[4] = 17; }),
            "expected room for 17 escapes but got 16");
}

TEST(TileCheckTest, APatternThatBreaksALaw) {
  EXPECT_EQ(getBrokenLaw([](auto &t) { t.consumer.columns[0] = 16; }),
            "expected columns of row 0 below 16 but got 16");
}
