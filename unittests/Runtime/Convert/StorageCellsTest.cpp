//===- StorageCellsTest.cpp - Cells of storages computed by hand ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/StorageCells.h"

#include "TensorOperands.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"

using namespace spindle::runtime;

/// The cells of
///
///   1  .  2
///   .  .  .
///   .  3  .
static std::vector<StorageCell> cellsOf(std::string_view text) {
  CooTensor matrix = tensor<float>({3, 3}, {{0, 0, 2}, {0, 2, 1}}, {1, 2, 3});
  Expected<Storage> storage = store(matrix, format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  auto cells = listCells(*storage, format(text));
  EXPECT_EQ(spindle::runtime::text(cells), "");
  return cells ? *cells : std::vector<StorageCell>();
}

/// A line for each cell: where it is, and `*` for an element, `.` for padding
/// inside the tensor, `+` beyond it; `-` for padding that lies nowhere.
static std::string draw(const std::vector<StorageCell> &cells) {
  std::string text;
  for (const StorageCell &cell : cells) {
    for (int64_t coordinate : cell.place)
      text += std::to_string(coordinate);
    text += cell.isElement       ? "* "
            : cell.isInside      ? ". "
            : cell.place.empty() ? "- "
                                 : "+ ";
  }
  return text;
}

TEST(StorageCellsTest, AllAreElementsWhereNothingPads) {
  EXPECT_EQ(draw(cellsOf(formats::csr)), "00* 02* 21* ");
  EXPECT_EQ(draw(cellsOf(formats::csc)), "00* 21* 02* ");
  EXPECT_EQ(draw(cellsOf(formats::coo)), "00* 02* 21* ");
  EXPECT_EQ(draw(cellsOf(formats::panel)), "00* 02* 21* ");
  EXPECT_EQ(draw(cellsOf(formats::dense)),
            "00* 01* 02* 10* 11* 12* 20* 21* 22* ");
}

TEST(StorageCellsTest, BlocksHaveHolesAndJutOut) {
  EXPECT_EQ(draw(cellsOf(formats::bsr)), "00* 01. 10. 11. 02* 03+ 12. 13+ "
                                         "20. 21* 30+ 31+ ");
}

TEST(StorageCellsTest, FullBlocksHaveNoHoles) {
  EXPECT_EQ(draw(cellsOf(formats::bsrFull)), "00* 01* 10* 11* 02* 03+ 12* 13+ "
                                             "20* 21* 30+ 31+ ");
}

TEST(StorageCellsTest, PaddingOfFixedFibresLiesNowhere) {
  EXPECT_EQ(draw(cellsOf(formats::ell)), "00* 02* - - 21* - ");
}

TEST(StorageCellsTest, BlocksOfPaddingLieNowhere) {
  EXPECT_EQ(draw(cellsOf(formats::blockedEll)),
            "00* 01. 10. 11. 02* 03+ 12. 13+ 20. 21* 30+ 31+ - - - - ");
}

TEST(StorageCellsTest, BitsTellElementsOfDenseArrays) {
  EXPECT_EQ(draw(cellsOf(formats::bitmap)),
            "00* 01. 02* 10. 11. 12. 20. 21* 22. ");
}

TEST(StorageCellsTest, PositionsAreThoseOfLevels) {
  std::vector<StorageCell> cells = cellsOf(formats::bsr);
  ASSERT_EQ(cells.size(), 12u);
  // Row of blocks 1, its only block, row 0 and column 1 in it.
  EXPECT_EQ(cells[9].positions, Indices({1, 2, 2, 5}));
}

TEST(StorageCellsTest, ScalarIsOneElement) {
  Format none = format("() -> ()");
  Expected<Storage> storage = store(tensor<float>({}, {}, {5}), none);
  ASSERT_TRUE(bool(storage));
  auto cells = listCells(*storage, none);
  ASSERT_TRUE(bool(cells));
  ASSERT_EQ(cells->size(), 1u);
  EXPECT_TRUE((*cells)[0].isElement && (*cells)[0].isInside);
}

TEST(StorageCellsTest, BadStorageIsRefused) {
  CooTensor matrix = tensor<float>({2, 2}, {{0}, {1}}, {1});
  Expected<Storage> storage = store(matrix, format(formats::csr));
  ASSERT_TRUE(bool(storage));
  storage->coordinates[1].as<int32_t>()[0] = 7;
  auto cells = listCells(*storage, format(formats::csr));
  EXPECT_EQ(text(cells), text(validate(*storage, format(formats::csr))));
  EXPECT_NE(text(cells), "");
}
