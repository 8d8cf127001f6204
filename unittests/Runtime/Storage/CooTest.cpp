//===- CooTest.cpp - Sparse matrices as lists of entries ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"

using namespace spindle::runtime;

TEST(CooTest, RefusesCoordinatesOutOfRange) {
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0, 2}, {0, 0}, {1, 1}))),
            "entry 1: expected row in [0, 2) but got 2");
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0, 1}, {-1, 0}, {1, 1}))),
            "entry 0: expected column in [0, 2) but got -1");
}

TEST(CooTest, RefusesArraysOfOtherShapes) {
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0}, {0, 1}, {1, 1}))),
            "expected row array of shape 2 but got 1");
  EXPECT_EQ(text(validate(coo<float>(2, 2, {0, 1}, {0}, {1, 1}))),
            "expected column array of shape 2 but got 1");
  EXPECT_EQ(text(validate(coo<float>(-1, 2, {}, {}, {}))),
            "expected extents of at least 0 but got -1x2");
  CooMatrix matrix = coo<float>(2, 2, {0}, {0}, {1});
  matrix.values = *Array::fromValues(std::vector<float>{1}, {1, 1});
  EXPECT_EQ(text(validate(matrix)),
            "expected value array of rank 1 but got rank 2");
}

TEST(CooTest, RefusesArraysOfOtherTypes) {
  CooMatrix matrix = coo<float>(2, 2, {0}, {0}, {1});
  matrix.row = array<int32_t>({0});
  EXPECT_EQ(text(validate(matrix)), "expected row array of i64 but got i32");
}
