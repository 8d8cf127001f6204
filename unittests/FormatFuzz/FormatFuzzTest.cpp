//===- FormatFuzzTest.cpp - random formats hold what they say -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPINDLE_SEED and SPINDLE_COUNT say which cases are run. utils/fuzz --formats
// runs more, in processes of their own.
//
//===----------------------------------------------------------------------===//

#include "Worker.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace spindle::formatfuzz;

/// The number in an environment variable, or `otherwise`.
static uint64_t readNumber(const char *variable, uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(FormatFuzz, RandomFormatsHoldWhatTheySay) {
  uint64_t first = readNumber("SPINDLE_SEED", 1);
  uint64_t count = readNumber("SPINDLE_COUNT", 200);
  mlir::MLIRContext &context = getFuzzContext();
  Plan plan{first, count, 1, /*compileEach=*/40};
  Counts counts;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    FormatCase drawn = drawCase(context, seed);
    ASSERT_EQ(runCase(context, drawn, plan.isCompiled(seed), counts), "")
        << "utils/fuzz --formats --compile-each 1 --count 1 --seed " << seed
        << "\n"
        << printCase(drawn);
  }
  // A generator of formats that hold nothing would find nothing.
  EXPECT_GE(counts.stored, int64_t(count / 3));
  EXPECT_GE(counts.refused, int64_t(count / 50));
  EXPECT_GE(counts.composites, int64_t(count / 20));
  EXPECT_GE(counts.programs, int64_t(count / 4));
  EXPECT_GE(counts.compiled, int64_t(count / 100));
}

TEST(FormatFuzz, CasesDependOnTheSeedAlone) {
  mlir::MLIRContext &context = getFuzzContext();
  EXPECT_EQ(printCase(drawCase(context, 7)), printCase(drawCase(context, 7)));
  EXPECT_NE(printCase(drawCase(context, 7)), printCase(drawCase(context, 8)));
}
