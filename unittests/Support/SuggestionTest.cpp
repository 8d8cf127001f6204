//===- SuggestionTest.cpp - what a misspelt name may mean -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Support/Suggestion.h"

#include <gtest/gtest.h>

using namespace spindle;

TEST(SuggestionTest, FewestEdits) {
  EXPECT_EQ(findNearest("sofmax", {"spmm", "softmax", "sddmm"}), "softmax");
  EXPECT_EQ(findNearest("SPMM", {"spmv", "spmm"}), "spmm");
  EXPECT_EQ(findNearest("csx", {"csr", "csc"}), "csr");
}

TEST(SuggestionTest, LettersInAnotherOrder) {
  EXPECT_EQ(findNearest("spvm", {"spmm", "spmv"}), "spmv");
  EXPECT_EQ(findNearest("scr", {"csc", "csr"}), "csr");
}

TEST(SuggestionTest, NoneNear) {
  EXPECT_EQ(findNearest("xyz", {"csr", "coo"}), "");
  EXPECT_EQ(findNearest("rnd", {"one"}), "");
  EXPECT_EQ(findNearest("Q", {"A", "B"}), "");
  EXPECT_EQ(findNearest("", {"A"}), "");
  EXPECT_EQ(findNearest("csr", {}), "");
}

TEST(SuggestionTest, Text) {
  EXPECT_EQ(suggest("bnech", {"bench"}, "--"), "; did you mean '--bench'?");
  EXPECT_EQ(suggest("bnech", {"seed"}), "");
}
