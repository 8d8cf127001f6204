//===- StorageWalkTest.cpp - Walks over cells and blocks of them ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/Storage/StorageWalk.h"

using namespace spindle::runtime;

namespace {
/// The addresses of the cells of a storage, by a walk over cells and by one
/// over blocks, and how many blocks there were.
struct WalkedCells {
  Indices one, together;
  int64_t blocks = 0;
};
} // namespace

/// Walks over the storage of a matrix of `shape` with elements at a third of
/// its places.
static WalkedCells walkCells(const Indices &shape, std::string_view text) {
  Indices rows, columns;
  for (int64_t place = 0; place < shape[0] * shape[1]; place += 3) {
    rows.push_back(place / shape[1]);
    columns.push_back(place % shape[1]);
  }
  std::vector<float> values(rows.size(), 1);
  Expected<Storage> storage =
      store(tensor<float>(shape, {rows, columns}, values), format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  Expected<StoragePlan> plan = StoragePlan::make(format(text), shape);
  StorageSizes sizes;
  EXPECT_EQ(spindle::runtime::text(checkStorage(*plan, *storage, sizes)), "");
  std::vector<int64_t> strides = getStrides(*plan, sizes, plan->dims);
  StorageWalk walk(*plan, sizes, *storage);
  WalkedCells walked;
  walk.run([&] {
    walked.one.push_back(walk.address(plan->dims, strides));
    return true;
  });
  walk.runBlocks([&](int64_t cells) {
    int64_t first = walk.address(plan->dims, strides);
    for (int64_t cell = 0; cell < cells; ++cell)
      walked.together.push_back(first + cell);
    ++walked.blocks;
    return true;
  });
  return walked;
}

TEST(StorageWalkTest, BlocksHoldTheCellsInOrder) {
  for (const char *text :
       {formats::csr, formats::csc, formats::dcsr, formats::coo, formats::dense,
        formats::bitmap, formats::ell, formats::bsr, formats::bsr43,
        formats::dbsr, formats::panel, formats::blockedEll,
        formats::blockedDense})
    for (const Indices &shape :
         {Indices{8, 12}, {7, 12}, {8, 11}, {5, 5}, {1, 1}, {3, 1}}) {
      WalkedCells walked = walkCells(shape, text);
      EXPECT_EQ(walked.one, walked.together)
          << text << " of " << shapeText(shape);
      EXPECT_GT(walked.one.size(), 0u) << text;
    }
}

TEST(StorageWalkTest, BlocksAreAsLargeAsCellsLieSideBySide) {
  // All of a dense matrix, whole blocks, a fibre of columns.
  EXPECT_EQ(walkCells({8, 12}, formats::dense).blocks, 1);
  EXPECT_EQ(walkCells({8, 12}, formats::blockedDense).blocks, 1);
  EXPECT_EQ(walkCells({8, 12}, formats::bsr43).blocks, 8);
  EXPECT_EQ(walkCells({8, 12}, formats::bsr).blocks, 4 * 4);
  // Of the lowest blocks, which are cut, each cell is visited by itself.
  EXPECT_EQ(walkCells({7, 12}, formats::bsr).blocks, 3 * 4 + 4 * 2);
  // What has a coordinate of its own is no block.
  EXPECT_EQ(walkCells({8, 12}, formats::csr).blocks, 32);
}
