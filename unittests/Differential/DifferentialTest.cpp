//===- DifferentialTest.cpp - random programs mean one thing --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// SPINDLE_SEED and SPINDLE_COUNT say which programs are run. Each runs at every
// stage by the interpreter, every fourth also compiled. The integration suite
// and utils/fuzz run more.
//
//===----------------------------------------------------------------------===//

#include "Backwards.h"
#include "CaseFile.h"
#include "Generator.h"
#include "Isolated.h"
#include "Knobs.h"
#include "NestPairs.h"
#include "Orders.h"
#include "Runner.h"
#include "ScheduledCase.h"
#include "SharedElements.h"
#include "TileProgram.h"

#include "TestContext/TestContext.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace spindle::differential;

/// The number in an environment variable, or `otherwise`.
static uint64_t readNumber(const char *variable, uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

static uint64_t getSeed() { return readNumber("SPINDLE_SEED", 1); }
static uint64_t getCount() { return readNumber("SPINDLE_COUNT", 80); }

TEST(Differential, RandomProgramsMeanOneThing) {
  uint64_t seed = getSeed(), count = getCount();
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  int64_t bodyRuns = 0, changes = 0, compiled = 0, backwards = 0, shared = 0;
  int64_t refused = 0;
  for (uint64_t last = seed + count; seed < last; ++seed) {
    Case program = generateCase(seed);
    Verdict verdict = runCase(context, program, /*compile=*/seed % 4 == 0);
    bodyRuns += verdict.bodyRuns;
    changes += verdict.changes;
    compiled += verdict.compiled;
    backwards += verdict.backwards;
    shared += verdict.shared;
    refused += verdict.refused;
    EXPECT_EQ(verdict.fault, "")
        << "utils/fuzz --seed " << seed << " --count 1\n"
        << program.text;
    if (::testing::Test::HasFailure())
      break;
  }
  // A generator of programs that do nothing would find nothing.
  EXPECT_GE(bodyRuns, int64_t(10 * count));
  EXPECT_GE(changes, int64_t(count / 2));
  EXPECT_GE(compiled, int64_t(count / 4));
  EXPECT_GE(backwards, int64_t(count / 4));
  EXPECT_GE(shared, int64_t(count / 64));
  EXPECT_GE(refused, int64_t(count / 16));
}

TEST(Differential, IterationsThatMeetAreNotParallel) {
  uint64_t first = getSeed(), count = 4 * getCount();
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  int64_t loops = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    Case program = generateSharedElements(random);
    ASSERT_EQ(findFaultBackwards(context, program, loops), "")
        << "seed " << seed << "\n"
        << program.text;
  }
  EXPECT_GE(loops, int64_t(count / 2));
}

TEST(Differential, LegalOrdersOfNestsMeanOneThing) {
  uint64_t first = getSeed(), count = 4 * getCount();
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  OrderCounts counts;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    Case program =
        seed % 2 ? generateSharedElements(random) : generateCase(seed);
    ASSERT_EQ(findFaultReordered(context, program, counts), "")
        << "seed " << seed << "\n"
        << program.text;
  }
  EXPECT_GE(counts.refused, int64_t(count));
  EXPECT_GE(counts.reordered, int64_t(count / 4));
  EXPECT_GE(counts.fused, int64_t(count / 32));
}

TEST(Differential, NestsPutTogetherMeanWhatTheyDoApart) {
  uint64_t first = getSeed(), count = 4 * getCount();
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  FusionCounts counts;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    Case program = generateNestPairs(random);
    ASSERT_EQ(findFaultFused(context, program, counts), "")
        << "seed " << seed << "\n"
        << program.text;
  }
  EXPECT_GE(counts.refused, int64_t(count));
  EXPECT_GE(counts.byRows, int64_t(count / 2));
  EXPECT_GE(counts.loops, int64_t(count / 16));
}

TEST(Differential, SchedulesKeepWhatProgramsMean) {
  uint64_t first = getSeed(), count = getCount() / 2;
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  context.loadAllAvailableDialects();
  int64_t scheduled = 0, compiled = 0, shared = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Case program = generateScheduledCase(seed);
    Verdict verdict = runIsolated(context, program, /*compile=*/true);
    ASSERT_EQ(verdict.fault, "")
        << "utils/fuzz --schedules --seed " << seed << " --count 1\n"
        << printCase(program);
    scheduled += verdict.scheduled;
    compiled += verdict.compiled;
    shared += verdict.shared;
  }
  EXPECT_GE(compiled, int64_t(count / 2));
  EXPECT_GE(shared, int64_t(count / 8));
  EXPECT_GE(scheduled, int64_t(count / 3));
}

TEST(Differential, TilesKeepWhatProgramsMean) {
  uint64_t first = getSeed(), count = getCount() / 2;
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  context.loadAllAvailableDialects();
  int64_t tiled = 0, columnTiles = 0, shared = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Case program = generateTileCase(seed);
    Verdict verdict = runIsolated(context, program, /*compile=*/true);
    ASSERT_EQ(verdict.fault, "")
        << "utils/fuzz --tiles --seed " << seed << " --count 1\n"
        << printCase(program);
    tiled += verdict.tiled;
    columnTiles += verdict.columnTiles;
    shared += (verdict.tiled || verdict.columnTiles) && verdict.shared;
  }
  EXPECT_GE(tiled, int64_t(count / 3));
  EXPECT_GE(columnTiles, int64_t(count / 20));
  EXPECT_GE(shared, int64_t(count / 4));
}

/// What random schedules that ship are made of.
TEST(Differential, ShippedSchedulesHaveTheirKnobs) {
  std::string all;
  for (const std::string &text : getShippedTexts())
    all += text;
  for (const char *knob : {"reassociate", "column_tile", "private", "panel"})
    EXPECT_NE(all.find("knob<\"" + std::string(knob) + "\"> = "),
              std::string::npos)
        << knob;
  Random random(1);
  EXPECT_NE(drawKnobs(random, getShippedText("cpu"), 100),
            getShippedText("cpu"));
}

/// Enough traps for each rule to have some.
TEST(Differential, SchedulesStepIntoNoTraps) {
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  context.loadAllAvailableDialects();
  int64_t compiled = 0, count = 16;
  for (int64_t trap = 1; trap <= count; ++trap) {
    uint64_t seed = kTraps * trap - 1;
    Case program = generateScheduledCase(seed);
    Verdict verdict = runIsolated(context, program, /*compile=*/true);
    ASSERT_EQ(verdict.fault, "")
        << "utils/fuzz --schedules --seed " << seed << " --count 1\n"
        << printCase(program);
    compiled += verdict.compiled;
  }
  EXPECT_EQ(compiled, count);
}

TEST(Differential, ProgramsDependOnTheSeedAlone) {
  EXPECT_EQ(generateCase(7).text, generateCase(7).text);
  EXPECT_NE(generateCase(7).text, generateCase(8).text);
  EXPECT_EQ(printCase(generateScheduledCase(7)),
            printCase(generateScheduledCase(7)));
  EXPECT_EQ(printCase(generateTileCase(7)), printCase(generateTileCase(7)));
}
