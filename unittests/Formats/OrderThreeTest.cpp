//===- OrderThreeTest.cpp - tensors of three dimensions -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "gtest/gtest.h"

using namespace spindle::execution;
using spindle::LoweringChoices;

// Y[i, j] = the sum over k of X[i, j, k] v[k], in any order of modes. X is 3 x
// 2 x 4, of X[0, 0, 1] = 2, X[0, 1, 3] = 3, X[2, 0, 0] = 5 and X[2, 0, 3] = -1.
static const char kProgram[] = R"mlir(
!M = !sparse.tensor<?x?xf32, #sparse.dense>
!V = !sparse.tensor<?xf32, #sparse.dense>
func.func @f(%X: !X {sparse.name = "X"}, %v: !V {sparse.name = "v"}, %Y: !M {sparse.name = "Y"}) {
  sparse.generic driver(%X) ins(%X, %v : !X, !V) outs(%Y : !M) maps [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>] kinds [spatial, spatial, reduction] combine [add] {
  ^bb0(%x: f32, %y: f32):
    %t = arith.mulf %x, %y : f32
    sparse.yield %t : f32
  }
  return
}
)mlir";

static void check(Stored tensor) {
  for (bool checks : {false, true}) {
    LoweringChoices choices;
    choices.checkMode = checks;
    std::vector<float> vector = {1, 10, 100, 1000}, sums(6);
    std::string error = compileAndRun(
        "!X = !sparse.tensor<?x?x?xf32, " + tensor.format + ">\n" + kProgram,
        choices,
        {view(tensor, "X", {3, 2, 4}), view(vector, "v", {4}),
         view(sums, "Y", {3, 2})});
    EXPECT_EQ(error, "") << tensor.format;
    EXPECT_EQ(sums, (std::vector<float>{20, 3000, 0, 0, 5 - 1000, 0}))
        << tensor.format;
  }
}

TEST(OrderThreeTest, CSF) {
  Stored tensor{"#sparse.csf", {{}, {}, {}}, {{}, {}, {}}, {{}, {}, {}}, {},
                {4},           {2, 3, 5, -1}};
  tensor.coordinates[0] = Integers::list({0, 2});
  tensor.positions[1] = Integers::list({0, 2, 3});
  tensor.coordinates[1] = Integers::list({0, 1, 0});
  tensor.positions[2] = Integers::list({0, 1, 2, 4});
  tensor.coordinates[2] = Integers::list({1, 3, 0, 3});
  check(tensor);
}

TEST(OrderThreeTest, CSFWithTheLastDimensionFirst) {
  Stored tensor{"#sparse.csf<2, 0, 1>", {{}, {}, {}}, {{}, {}, {}},
                {{}, {}, {}},           {},           {4},
                {5, 2, 3, -1}};
  tensor.coordinates[0] = Integers::list({0, 1, 3});
  tensor.positions[1] = Integers::list({0, 1, 2, 4});
  tensor.coordinates[1] = Integers::list({2, 0, 0, 2});
  tensor.positions[2] = Integers::list({0, 1, 2, 3, 4});
  tensor.coordinates[2] = Integers::list({0, 0, 1, 0});
  check(tensor);
}

TEST(OrderThreeTest, COO) {
  Stored tensor{"#sparse.coo", {{}, {}, {}}, {{}, {}, {}}, {{}, {}, {}}, {},
                {4},           {2, 3, 5, -1}};
  tensor.coordinates[0] = Integers::list({0, 0, 2, 2});
  tensor.coordinates[1] = Integers::list({0, 1, 0, 0});
  tensor.coordinates[2] = Integers::list({1, 3, 0, 3});
  check(tensor);
}

TEST(OrderThreeTest, SlotsBelowRows) {
  Stored tensor{"#sparse.format<(i, j, k) -> (i : dense, j : dense, k : "
                "fixed(2))>",
                {{}, {}, {}},
                {{}, {}, {}},
                {{}, {}, {}},
                {},
                {3, 2, 2},
                {2, 0, 3, 0, 0, 0, 0, 0, 5, -1, 0, 0}};
  tensor.coordinates[2] = {{3, 2, 2}, {1, 0, 3, 0, 0, 0, 0, 0, 0, 3, 0, 0}};
  tensor.lengths[2] = {{3, 2}, {1, 1, 0, 0, 2, 0}};
  check(tensor);
}
