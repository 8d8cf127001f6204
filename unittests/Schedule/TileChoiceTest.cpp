//===- TileChoiceTest.cpp - whether two products share tiles of rows ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/TileChoice.h"

#include "gtest/gtest.h"

using namespace spindle;

/// A pair on a machine whose last cache holds 1,000,000 bytes.
static TileChoice choose(llvm::ArrayRef<ProductPair> pairs) {
  Target target;
  target.lastCacheBytes = 1000000;
  return chooseTiles(pairs, target);
}

static ProductPair makePair(double share, int64_t bytes, bool isSparse) {
  return {"A", share, bytes, isSparse, std::nullopt, 0};
}

TEST(TileChoiceTest, ManyElementsOfALargeProductAreTiled) {
  TileChoice choice = choose(makePair(0.9, 2000000, false));
  EXPECT_TRUE(choice.isTiled);
  EXPECT_EQ(choice.reason,
            "0.90 of the elements of A are in rows that tiles fuse, at least "
            "0.50, and the product between takes 2.0 MB, more than the 1.0 MB "
            "of the last cache");
}

TEST(TileChoiceTest, FewElementsAreNot) {
  TileChoice choice = choose(makePair(0.2, 2000000, false));
  EXPECT_FALSE(choice.isTiled);
  EXPECT_EQ(choice.reason,
            "0.20 of the elements of A are in rows that tiles fuse, fewer than "
            "0.50, and the product between takes 2.0 MB, more than the 1.0 MB "
            "of the last cache");
}

TEST(TileChoiceTest, ASmallProductIsNot) {
  TileChoice choice = choose(makePair(0.9, 1000000, false));
  EXPECT_FALSE(choice.isTiled);
  EXPECT_NE(choice.reason.find("no more than the 1.0 MB"), std::string::npos);
}

TEST(TileChoiceTest, ASparseFirstProductHasToFuseMore) {
  EXPECT_FALSE(choose(makePair(0.8, 2000000, true)).isTiled);
  EXPECT_TRUE(choose(makePair(0.8, 2000000, false)).isTiled);
  EXPECT_TRUE(choose(makePair(0.85, 2000000, true)).isTiled);
}

TEST(TileChoiceTest, AllPairsHaveToGain) {
  ProductPair good = makePair(0.9, 2000000, false);
  EXPECT_TRUE(choose({good, good}).isTiled);
  EXPECT_FALSE(choose({good, makePair(0.1, 2000000, false)}).isTiled);
}

TEST(TileChoiceTest, TilesKeepRowsOfWhichFewEscape) {
  ProductPair pair = makePair(0.9, 2000000, false);
  EXPECT_FALSE(choose(pair).keepsRows);
  pair.escapingShare = 0.5;
  TileChoice choice = choose(pair);
  EXPECT_TRUE(choice.keepsRows);
  EXPECT_TRUE(llvm::StringRef(choice.reason)
                  .ends_with("; tiles keep the rows that they make, of which "
                             "others read 0.50, at most 0.50"));
  // Of a chain they keep what the first product makes.
  ProductPair other = makePair(0.9, 2000000, true);
  EXPECT_TRUE(choose({pair, other}).keepsRows);
  // Of products that are apart the one decides of which most escape.
  other.escapingShare = 0.9;
  EXPECT_FALSE(choose({pair, other}).keepsRows);
}

TEST(TileChoiceTest, TilesDoNotKeepDenseProductsThatNoCacheHolds) {
  Target target;
  target.cacheBytes = 500000;
  target.lastCacheBytes = 1000000;
  ProductPair pair = makePair(0.9, 2000000, false);
  pair.escapingShare = 0.1;
  pair.tileBytes = 500000;
  EXPECT_TRUE(chooseTiles(pair, target).keepsRows);
  pair.tileBytes = 1000000;
  TileChoice choice = chooseTiles(pair, target);
  EXPECT_FALSE(choice.keepsRows);
  EXPECT_TRUE(llvm::StringRef(choice.reason)
                  .ends_with("; tiles do not keep the rows that they make, "
                             "which take 1.0 MB, more than the 0.5 MB of a "
                             "worker's cache"));
  pair.isSparse = true;
  EXPECT_TRUE(chooseTiles(pair, target).keepsRows);
}

TEST(TileChoiceTest, TilesDoNotKeepRowsOfWhichManyEscape) {
  ProductPair pair = makePair(0.9, 2000000, false);
  pair.escapingShare = 0.7;
  TileChoice choice = choose(pair);
  EXPECT_TRUE(choice.isTiled);
  EXPECT_FALSE(choice.keepsRows);
  EXPECT_TRUE(llvm::StringRef(choice.reason)
                  .ends_with("; tiles do not keep the rows that they make, of "
                             "which others read 0.70, more than 0.50"));
  pair = makePair(0.2, 2000000, false);
  pair.escapingShare = 0.1;
  EXPECT_FALSE(choose(pair).keepsRows);
}

TEST(TileChoiceTest, WhatIsNotKnownIsNotTiled) {
  TileChoice choice =
      choose(ProductPair{"A", std::nullopt, 2000000, false, std::nullopt, 0});
  EXPECT_FALSE(choice.isTiled);
  EXPECT_EQ(choice.reason, "the pattern of A or its sizes are not known");
  EXPECT_EQ(choose(ProductPair()).reason,
            "the pattern of the second product or its sizes are not known");
}
