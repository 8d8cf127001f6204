//===- WavefrontsTest.cpp - rows that do not wait for one another ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::interpreter;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Four rows: 1 has column 0, 2 has 3, which it reads before row 3 is written,
/// and 3 has 1 and 9, which is no row.
struct Rows {
  std::vector<int32_t> positions = {0, 0, 1, 2, 4}, columns = {0, 3, 1, 9};
  std::vector<int64_t> starts = std::vector<int64_t>(5, -7);
  std::vector<int64_t> order = std::vector<int64_t>(4, -7), of = order;
  std::vector<int64_t> count = {-7};

  std::string run(const std::string &direction = "") {
    Program program(R"(
!J = !axis.axis<sparse_variable>
func.func @f(%pos: memref<?xi32>, %crd: memref<?xi32>, %starts: memref<?xi64>,
             %order: memref<?xi64>, %of: memref<?xi64>,
             %count: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %I = axis.dense_fixed %c4 : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %c10 of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !J
  %n = axis.wavefronts %J )" +
                    direction +
                    R"(into %starts, %order, %of : !J, memref<?xi64>
  memref.store %n, %count[%c0] : memref<?xindex>
  return
}
)");
    return program.run(
        {program.memory(positions, "i32"), program.memory(columns, "i32"),
         program.memory(starts, "i64"), program.memory(order, "i64"),
         program.memory(of, "i64"), program.memory(count, "index")});
  }
};

TEST(Wavefronts, ARowWaitsForThoseBeforeItThatItTouches) {
  Rows rows;
  EXPECT_EQ(rows.run(), "");
  EXPECT_EQ(rows.count[0], 3);
  EXPECT_THAT(rows.of, ElementsAre(0, 1, 0, 2));
  EXPECT_THAT(rows.order, ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(rows.starts, ElementsAre(0, 2, 3, 4, -7));
}

TEST(Wavefronts, BackwardsTheLastRowComesFirst) {
  Rows rows;
  EXPECT_EQ(rows.run("backwards "), "");
  EXPECT_EQ(rows.count[0], 3);
  EXPECT_THAT(rows.of, ElementsAre(2, 1, 1, 0));
  EXPECT_THAT(rows.order, ElementsAre(3, 1, 2, 0));
}

TEST(Wavefronts, RoomIsNeededForEveryRow) {
  Rows rows;
  rows.starts.pop_back();
  EXPECT_THAT(rows.run(), HasSubstr("expected room for 5 starts but got 4"));
  Rows tight;
  tight.of.pop_back();
  EXPECT_THAT(tight.run(), HasSubstr("expected room for 4 numbers but got 3"));
}

} // namespace
