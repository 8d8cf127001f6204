//===- ComposeTest.cpp - schedules of fragments ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/Schedule.h"
#include "TestContext/TestContext.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

/// The schedule `s` of `uses`; null, and a failure, where there is none.
static std::shared_ptr<Schedule> compose(ArrayRef<FragmentUse> uses) {
  auto schedule = Schedule::compose(&getTestContext(), "s", uses);
  EXPECT_TRUE(bool(schedule));
  return schedule ? *schedule : nullptr;
}

/// Checks that `text` has all `expected`, in this order.
static void expectInOrder(const std::string &text,
                          ArrayRef<StringRef> expected) {
  size_t at = 0;
  for (StringRef piece : expected) {
    at = StringRef(text).find(piece, at);
    EXPECT_NE(at, StringRef::npos) << piece.str() << " in " << text;
  }
}

/// In the order of the fragments, whatever that of the uses is, with one
/// lowering to each stage.
TEST(ComposeTest, FragmentsGoFromStageToStage) {
  auto schedule = compose(
      {{"registers", {}, {}}, {"fills", {}, {}}, {"sums_inside", {}, {}}});
  EXPECT_EQ(schedule->getName(), "s");
  std::string text = schedule->str();
  expectInOrder(text,
                {"named_sequence @s(", "lower_to_coordinates",
                 "include @sums_inside", "lower_to_positions", "include @fills",
                 "lower_to_loops", "include @registers"});
  EXPECT_EQ(StringRef(text).count("transform.sparse.lower_to"), 3u);
  EXPECT_EQ(StringRef(text).count("any_order"), 0u);
}

/// Each is a sequence of its own, with matches in its nests alone.
TEST(ComposeTest, NestsHaveTheirFragments) {
  auto schedule = compose({{"columns", {"a", "b"}, {}},
                           {"columns", {"c"}, {{"vectors", "2"}}},
                           {"partial_sums", {}, {}}});
  std::string text = schedule->str();
  expectInOrder(text, {"include @columns failures", "include @columns_0",
                       "include @any_order", "include @partial_sums"});
  expectInOrder(text, {"private @columns(", "match.loops nest \"a\"",
                       "match.loops nest \"b\"", "merge_handles",
                       "match.loops nest \"fill\"", "private @columns_0(",
                       "match.loops nest \"c\"", "knob<\"vectors\"> = 2",
                       "private @partial_sums(", "match.loops kind reduction"});
}

/// Knobs that several fragments have are set in all of them, and are read again
/// as they are.
TEST(ComposeTest, KnobsOfOneNameAreSetTogether) {
  using Knobs = std::vector<std::pair<std::string, std::string>>;
  auto schedule = compose(
      {{"columns", {"a"}, {{"vectors", "2"}}}, {"scattered_rows", {"b"}, {}}});
  Knobs before = {{"vectors", "2"}, {"vectors", "4"}};
  auto again =
      Schedule::parse(&getTestContext(), schedule->str(), "s.mlir", "");
  ASSERT_TRUE(bool(again));
  EXPECT_EQ((*again)->getKnobs(), before);
  EXPECT_NE(toString(schedule->setKnob("vectors", "3")), "");
  EXPECT_EQ(schedule->getKnobs(), before);
  EXPECT_EQ(toString(schedule->setKnob("vectors", "8")), "");
  EXPECT_EQ(schedule->getKnobs(), (Knobs{{"vectors", "8"}}));
}

/// One of them that has no such option leaves all as they are.
TEST(ComposeTest, OptionsOfAllAreAsked) {
  auto schedule = compose({{"columns", {"a"}, {}}, {"dense_sums", {"b"}, {}}});
  auto before = schedule->getKnobs();
  EXPECT_NE(toString(schedule->setKnob("vectors", "16")), "");
  EXPECT_EQ(schedule->getKnobs(), before);
}

TEST(ComposeTest, WhatIsNotThereIsRefused) {
  auto refuse = [](FragmentUse use) {
    return toString(Schedule::compose(&getTestContext(), "s", use).takeError());
  };
  EXPECT_EQ(refuse({"rows", {}, {}}),
            "expected the name of a fragment but got 'rows'");
  EXPECT_EQ(refuse({"columns", {}, {{"vector", "2"}}}),
            "expected a knob of fragment 'columns' but got 'vector'");
  EXPECT_NE(refuse({"columns", {}, {{"vectors", "5"}}})
                .find("expected knob 'vectors' to be one of 1, 2, 4, 8, 16 but "
                      "got '5'"),
            std::string::npos);
}

/// A text may include what ships beside its own.
TEST(ComposeTest, TextsIncludeFragments) {
  auto schedule = Schedule::parse(
      &getTestContext(),
      "module attributes {transform.with_named_sequence} {\n"
      "  transform.named_sequence @t(%root: !transform.any_op "
      "{transform.consumed}) {\n"
      "    %loops = transform.sparse.lower_to_loops %root : "
      "(!transform.any_op) -> !transform.any_op\n"
      "    transform.include @loads failures(propagate) (%loops) : "
      "(!transform.any_op) -> ()\n"
      "    transform.yield\n"
      "  }\n"
      "}\n",
      "t.mlir", "");
  ASSERT_TRUE(bool(schedule)) << toString(schedule.takeError());
  EXPECT_EQ((*schedule)->getName(), "t");
  expectInOrder((*schedule)->str(), {"private @loads(", "hoist_loads"});
}
