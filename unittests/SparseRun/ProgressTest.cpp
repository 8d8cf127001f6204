//===- ProgressTest.cpp - a bar for long steps ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include <gtest/gtest.h>

using namespace spindle::run;

TEST(ProgressTest, NoTotal) {
  EXPECT_EQ(formatProgress("compiling", "", {0, 0, 3.2}, 80), "compiling, 3 s");
  EXPECT_EQ(formatProgress("compiling", "", {0, 0, 125}, 80),
            "compiling, 2 min 5 s");
}

TEST(ProgressTest, RateAndTimeLeft) {
  EXPECT_EQ(
      formatProgress("reading x", "B", {50000000, 200000000, 2}, 100),
      "reading x [#######.......................] 25 %, 25 MB/s, 6 s left");
  EXPECT_EQ(formatProgress("timing", "runs", {3, 4, 1}, 100),
            "timing [######################........] 75 %, 3 runs/s, 0 s left");
  EXPECT_EQ(formatProgress("storing A", "", {1, 2, 40}, 100),
            "storing A [###############...............] 50 %, 40 s left");
}

TEST(ProgressTest, Ends) {
  EXPECT_EQ(formatProgress("x", "B", {0, 10, 0}, 100),
            "x [..............................] 0 %");
  EXPECT_EQ(formatProgress("x", "B", {999, 1000, 1}, 100),
            "x [#############################.] 99 %, 999B/s, 0 s left");
  // Nothing stands at 100 %.
  for (int64_t done : {10, 20})
    EXPECT_EQ(formatProgress("x", "", {done, 10, 1}, 100), "x, 1 s");
}

TEST(ProgressTest, FitsTheTerminal) {
  EXPECT_EQ(formatProgress("reading x", "B", {1, 2, 1}, 12), "reading x [#");
}
