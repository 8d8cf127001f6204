//===- PartsTest.cpp - schedules of parts of tensors ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"
#include "Spindle/Programs/Programs.h"
#include "Spindle/Schedule/Schedule.h"
#include "Spindle/Strategy/Strategy.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

/// What is chosen for the program `name` with A in `format`.
static Strategy choose(StringRef name, StringRef format,
                       const StrategyFacts &facts) {
  MLIRContext *context = &getTestContext();
  programs::FormatMap formats;
  formats["A"] = parseAttribute(format, context);
  auto module = programs::buildProgram(
      context, name, Float32Type::get(context), formats,
      [&] { return emitError(UnknownLoc::get(context)); });
  EXPECT_TRUE(bool(module));
  Target target = makeTarget(512, 1 << 20);
  return chooseStrategy(*module->getOps<func::FuncOp>().begin(), facts, target);
}

/// A part of `rows` rows of `length` elements each.
static runtime::MatrixStatistics makePart(int64_t rows, int64_t length) {
  runtime::MatrixStatistics part;
  part.rows = rows;
  part.columns = 1000;
  part.elements = rows * length;
  part.meanLength = part.largestLength = length;
  part.meanSpan = 1000;
  return part;
}

static std::string getValue(const NestStrategy &nest, StringRef knob) {
  for (const KnobChoice &choice : nest.knobs)
    if (choice.knob == knob)
      return choice.value;
  return "";
}

/// Rows that are stored as a whole are sums over a dense dimension, the others
/// sums over what is stored.
TEST(PartsTest, PartsOfDifferentShapesHaveTheirSchedules) {
  Strategy strategy = choose("spmv", "#sparse.dense_rows<2>", {});
  EXPECT_EQ(strategy.schedule, kPartsSchedule);
  ASSERT_EQ(strategy.nests.size(), 2u);
  EXPECT_EQ(strategy.nests[0].nest, "spmv");
  EXPECT_EQ(strategy.nests[0].part, 0u);
  EXPECT_EQ(strategy.nests[0].schedule, "dense_reductions");
  EXPECT_EQ(strategy.nests[1].nest, "spmv_1");
  EXPECT_EQ(strategy.nests[1].part, 1u);
  EXPECT_EQ(strategy.nests[1].schedule, "fibres");
}

/// Long rows have partial sums, short ones none: by what is known of each part,
/// not of the whole.
TEST(PartsTest, KnobsFollowFromThePart) {
  StrategyFacts facts;
  facts.sizes["K"] = 16;
  facts.matrix = makePart(1100, 20);
  facts.parts = {makePart(1000, 2), makePart(100, 200)};
  Strategy strategy = choose("spmm", "#sparse.csr_coo<2>", facts);
  EXPECT_EQ(strategy.schedule, kPartsSchedule);
  ASSERT_EQ(strategy.nests.size(), 2u);
  EXPECT_EQ(getValue(strategy.nests[0], "partial_sums"), "");
  EXPECT_EQ(getValue(strategy.nests[1], "partial_sums"), "4");
}

/// A part with hardly any elements goes with the others: it is worth no code.
TEST(PartsTest, LittlePartsFollowTheHeaviest) {
  StrategyFacts facts;
  facts.sizes["K"] = 16;
  facts.matrix = makePart(100, 200);
  facts.parts = {makePart(10, 2), makePart(100, 200)};
  Strategy strategy = choose("spmm", "#sparse.csr_coo<2>", facts);
  EXPECT_EQ(strategy.schedule, "dense_columns");
  ASSERT_EQ(strategy.nests.size(), 2u);
  EXPECT_EQ(getValue(strategy.nests[0], "partial_sums"), "4");
}

/// Elements of the result are scaled in nests of their own, which have no say
/// beside the sums of products over the same parts.
TEST(PartsTest, NestsThatDoLittleBesideOthersOverTheirPartArePassedOver) {
  StrategyFacts facts;
  facts.sizes["K"] = 16;
  facts.matrix = makePart(1100, 20);
  facts.parts = {makePart(1000, 1), makePart(100, 200)};
  Strategy strategy = choose("sddmm", "#sparse.csr_coo<2>", facts);
  EXPECT_EQ(strategy.schedule, kPartsSchedule);
  ASSERT_EQ(strategy.nests.size(), 2u);
  EXPECT_EQ(strategy.nests[0].nest, "sddmm");
  EXPECT_EQ(getValue(strategy.nests[0], "together"), "1");
  EXPECT_EQ(strategy.nests[1].nest, "sddmm_1");
  EXPECT_EQ(getValue(strategy.nests[1], "together"), "");
}

/// A tensor that is in one part is looked at as before.
TEST(PartsTest, OneTensorHasNoParts) {
  Strategy strategy = choose("spmm", "#sparse.csr", {});
  EXPECT_EQ(strategy.schedule, "dense_columns");
  EXPECT_TRUE(strategy.nests.empty());
}

//===----------------------------------------------------------------------===//
// Combined schedules
//===----------------------------------------------------------------------===//

static std::shared_ptr<Schedule> open(StringRef text) {
  auto schedule = Schedule::parse(&getTestContext(), text, "s.mlir", "");
  EXPECT_TRUE(bool(schedule));
  return schedule ? *schedule : nullptr;
}

/// A schedule that lowers by way of what `lowerings` says, and matches after
/// it.
static std::string makeText(StringRef lowerings, StringRef matches) {
  return ("module attributes {transform.with_named_sequence} {\n"
          "transform.named_sequence @s(%root: !transform.any_op "
          "{transform.consumed}) {\n" +
          lowerings + matches + "transform.yield\n}\n}\n")
      .str();
}

TEST(PartsTest, CombinedSchedulesGoTogether) {
  auto first = open(makeText(
      "%l = transform.sparse.lower_to_loops %root : (!transform.any_op) -> "
      "!transform.any_op\n",
      "%m = transform.sparse.match.loops innermost in %l : "
      "(!transform.any_op) -> !transform.any_op\n"
      "transform.annotate %m \"first\" : !transform.any_op\n"));
  auto second = open(makeText(
      "%p = transform.sparse.lower_to_positions %root : (!transform.any_op) -> "
      "!transform.any_op\n"
      "%l = transform.sparse.lower_to_loops %p : (!transform.any_op) -> "
      "!transform.any_op\n",
      "%m = transform.sparse.match.loops kind reduction in %l : "
      "(!transform.any_op) -> !transform.any_op\n"));
  NestsSchedule schedules[] = {{first, {"a", "b"}}, {second, {"c"}}};
  auto combined = Schedule::combine(schedules);
  ASSERT_TRUE(bool(combined));
  EXPECT_EQ((*combined)->getName(), kPartsSchedule);
  std::string text = (*combined)->str();
  StringRef all[] = {"lower_to_positions",
                     "lower_to_loops",
                     "match.loops nest \"a\" innermost",
                     "match.loops nest \"b\" innermost",
                     "merge_handles",
                     "match.loops nest \"c\" kind reduction"};
  size_t at = 0;
  for (StringRef expected : all) {
    at = StringRef(text).find(expected, at);
    EXPECT_NE(at, StringRef::npos) << expected.str() << " in " << text;
  }
  EXPECT_EQ(StringRef(text).count("lower_to_loops"), 1u);
}

/// Knobs that several schedules have are set in all of them, and are read again
/// as they are.
TEST(PartsTest, KnobsOfCombinedSchedulesAreSetTogether) {
  auto makeKnob = [](StringRef value, StringRef options) {
    return open(
        makeText(("%k = transform.tune.knob<\"k\"> = " + value +
                  " from options = " + options + " -> !transform.any_param\n")
                     .str(),
                 ""));
  };
  NestsSchedule schedules[] = {{makeKnob("1", "[1, 2]"), {"a"}},
                               {makeKnob("4", "[2, 4]"), {"b"}}};
  auto combined = Schedule::combine(schedules);
  ASSERT_TRUE(bool(combined));
  using Knobs = std::vector<std::pair<std::string, std::string>>;
  Knobs before = {{"k", "1"}, {"k", "4"}};
  EXPECT_EQ(open((*combined)->str())->getKnobs(), before);
  EXPECT_NE(toString((*combined)->setKnob("k", "1")), "");
  EXPECT_EQ((*combined)->getKnobs(), before);
  EXPECT_EQ(toString((*combined)->setKnob("k", "2")), "");
  EXPECT_EQ((*combined)->getKnobs(), (Knobs{{"k", "2"}}));
}

TEST(PartsTest, IncludedSequencesAreNotCombined) {
  auto cpu = Schedule::open(&getTestContext(), "cpu");
  ASSERT_TRUE(bool(cpu));
  NestsSchedule schedules[] = {{*cpu, {"a"}}};
  EXPECT_EQ(toString(Schedule::combine(schedules).takeError()),
            "expected a schedule for some nests without 'transform.include' "
            "but got @cpu");
}
