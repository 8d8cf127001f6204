//===- InspectorFormatsTest.cpp - formats sorted by their pattern ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredTensor.h"

#include "gtest/gtest.h"

using namespace spindle::interpreter;

namespace {

using Elements = StoredTensor::Elements;

/// Of the matrix [. 1 . . 2; 3 . . . .; . . . . .; . . . 0 5; 6 . 7 . .] the
/// rows 0, 3; 1, 2; 4 in slices of two, sorted among each four.
StoredTensor makeSell() {
  StoredTensor sell("sell<2, 4>", {5, 5});
  return sell.positions<int32_t>(1, {0, 2, 3, 5})
      .coordinates<int32_t>(3, {0, 3, 1, 2, 4, 0}, {3, 2})
      .coordinates<int32_t>(4, {1, 3, 4, 4, 0, 0, 0, 0, 2, 0}, {5, 2})
      .bitmap({1, 1, 1, 1, 1, 0, 1, 1, 1, 1}, {5, 2})
      .values({1, 0, 2, 5, 3, kNever, 6, kNever, 7, kNever}, {5, 2});
}

/// In the order of the storage: step after step of a slice. What is cut away is
/// so whatever its bits are.
TEST(InspectorFormats, Sell) {
  EXPECT_EQ(makeSell().walk(), Elements({{0, 1, 1},
                                         {3, 3, 0},
                                         {0, 4, 2},
                                         {3, 4, 5},
                                         {1, 0, 3},
                                         {4, 0, 6},
                                         {4, 2, 7}}));
}

TEST(InspectorFormats, SellOfRowsThatComeTwiceIsRefused) {
  StoredTensor sell = makeSell();
  sell.coordinates<int32_t>(3, {0, 0, 1, 2, 4, 0}, {3, 2});
  EXPECT_NE(sell.getDriverError().find(
                "level 3: expected unique coordinates but got 0 twice"),
            std::string::npos)
      << sell.getDriverError();
}

TEST(InspectorFormats, RowsByLength) {
  StoredTensor rows("rowlen<4>", {5, 5});
  rows.positions<int32_t>(1, {0, 2, 3})
      .coordinates<int32_t>(1, {1, 2, 2})
      .positions<int32_t>(2, {0, 1, 3, 4})
      .coordinates<int32_t>(3, {1, 0, 3, 4})
      .positions<int32_t>(4, {0, 1, 3, 5, 7})
      .coordinates<int32_t>(4, {0, 1, 4, 3, 4, 0, 2})
      .values({3, 1, 2, 0, 5, 6, 7});
  EXPECT_EQ(rows.walk(), Elements({{1, 0, 3},
                                   {0, 1, 1},
                                   {0, 4, 2},
                                   {3, 3, 0},
                                   {3, 4, 5},
                                   {4, 0, 6},
                                   {4, 2, 7}}));
}

TEST(InspectorFormats, ColumnsOfRowsTogether) {
  StoredTensor blocks("sr_bcrs<2, 2>", {5, 5});
  blocks.positions<int32_t>(1, {0, 2, 3, 4})
      .coordinates<int32_t>(4, {0, 1, 4, 0, 3, 4, 0, 2}, {4, 2})
      .bitmap({0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, {4, 2, 2})
      .values({kNever, 1, 3, kNever, 2, kNever, kNever, kNever, kNever, kNever,
               0, 5, 6, 7, kNever, kNever},
              {4, 2, 2});
  EXPECT_EQ(blocks.walk(), Elements({{0, 1, 1},
                                     {1, 0, 3},
                                     {0, 4, 2},
                                     {3, 3, 0},
                                     {3, 4, 5},
                                     {4, 0, 6},
                                     {4, 2, 7}}));
}

TEST(InspectorFormats, RowsOfRelationsTogether) {
  StoredTensor groups("ell3d<2, 2>", {2, 3, 4});
  groups.positions<int32_t>(1, {0, 2, 3})
      .coordinates<int32_t>(2, {0, 1, 2, 0, 2, 0}, {3, 2})
      .lengths<int32_t>(2, {2, 1, 1})
      .coordinates<int32_t>(3, {1, 0, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0}, {3, 2, 2})
      .lengths<int32_t>(3, {1, 2, 1, 0, 1, 0}, {3, 2})
      .values({1, kNever, 2, 3, 4, kNever, kNever, kNever, 5, kNever, kNever,
               kNever},
              {3, 2, 2});
  EXPECT_EQ(groups.walk(), Elements({{0, 0, 1, 1},
                                     {0, 1, 0, 2},
                                     {0, 1, 3, 3},
                                     {0, 2, 2, 4},
                                     {1, 2, 0, 5}}));
}

} // namespace
