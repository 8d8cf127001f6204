//===- ScheduleTest.cpp - schedules, their knobs and their text -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/Schedule.h"

#include "Spindle/Schedule/ApplySchedule.h"
#include "TestContext/TestContext.h"
#include "mlir/Parser/Parser.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

/// Two schedules, what one of them uses, and something else.
static constexpr llvm::StringLiteral text = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @inner(%a: !transform.any_op {transform.readonly}) {
    %v = transform.tune.knob<"vectors"> = 2 from options = [1, 2, 4] -> !transform.param<i64>
    transform.yield
  }
  transform.named_sequence @outer(%a: !transform.any_op {transform.readonly}) {
    %o = transform.tune.knob<"order"> options = ["rows", "columns"] -> !transform.any_param
    %w = transform.tune.knob<"width"> options = {least = 1} -> !transform.any_param
    transform.include @inner failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @other(%a: !transform.any_op {transform.readonly}) {
    %d = transform.tune.knob<"distance"> = 8 from options = [0, 8] -> !transform.param<i64>
    transform.yield
  }
})";

/// The schedule called `name` in `text`.
static std::shared_ptr<Schedule> parse(StringRef source, StringRef name) {
  auto schedule = Schedule::parse(&getTestContext(), source, "s.mlir", name);
  return schedule ? std::move(*schedule) : nullptr;
}

/// Why there is no such schedule.
static std::string whyNot(StringRef source, StringRef name) {
  auto schedule = Schedule::parse(&getTestContext(), source, "s.mlir", name);
  return schedule ? "" : toString(schedule.takeError());
}

/// A text with the sequences of `names`; those after a dash are private.
static std::string makeSequences(llvm::ArrayRef<StringRef> names) {
  std::string made = "module attributes {transform.with_named_sequence} {\n";
  for (StringRef name : names) {
    bool isPrivate = name.consume_front("-");
    made += "transform.named_sequence ";
    made += isPrivate ? "private @" : "@";
    made += name;
    made += "(%a: !transform.any_op {transform.readonly}) {\n"
            "  transform.yield\n"
            "}\n";
  }
  return made + "}\n";
}

TEST(ScheduleTest, WhichSequenceNoNameMeans) {
  EXPECT_EQ(parse(makeSequences({"a"}), "")->getName(), "a");
  EXPECT_EQ(parse(makeSequences({"-b", "a", "-c"}), "")->getName(), "a");
  EXPECT_EQ(parse(makeSequences({"a", "__transform_main"}), "")->getName(),
            "__transform_main");
  EXPECT_EQ(parse(makeSequences({"-__transform_main", "a"}), "")->getName(),
            "a");
  EXPECT_EQ(whyNot(makeSequences({"a", "b"}), ""),
            "s.mlir: expected the name of a sequence (a, b) but got none");
}

TEST(ScheduleTest, NamesAreFoundPrivateOrNot) {
  EXPECT_EQ(parse(makeSequences({"-b", "a"}), "b")->getName(), "b");
  EXPECT_EQ(
      whyNot(makeSequences({"rows", "lanes"}), "lane"),
      "s.mlir: expected the name of a sequence (rows, lanes) but got 'lane'; "
      "did you mean 'lanes'?");
}

TEST(ScheduleTest, TextsThatAreNone) {
  EXPECT_EQ(whyNot("module {}", ""),
            "s.mlir: expected a 'transform.named_sequence' but got none");
  EXPECT_EQ(whyNot("module {\n  nonsense\n}", "").rfind("s.mlir:2:3: ", 0), 0u);
  EXPECT_EQ(whyNot("module attributes {transform.with_named_sequence} {\n"
                   "  transform.named_sequence @a(%a: !transform.any_op "
                   "{transform.consumed}) -> !transform.any_op {\n"
                   "    transform.yield %a : !transform.any_op\n"
                   "  }\n"
                   "}\n",
                   ""),
            "s.mlir:2:3: expected @a to take one handle and to yield nothing");
}

TEST(ScheduleTest, KnobsOfWhatIsUsedAreSet) {
  auto outer = parse(text, "outer");
  using Knobs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(outer->getKnobs(), (Knobs{{"vectors", "2"}}));
  EXPECT_EQ(toString(outer->setKnob("vectors", "4")), "");
  EXPECT_EQ(toString(outer->setKnob("order", "columns")), "");
  EXPECT_EQ(toString(outer->setKnob("width", "7")), "");
  EXPECT_EQ(outer->getKnobs(),
            (Knobs{{"order", "columns"}, {"width", "7"}, {"vectors", "4"}}));
}

TEST(ScheduleTest, KnobsThatAreNotThereOrTakeOtherValues) {
  auto outer = parse(text, "outer");
  EXPECT_EQ(
      toString(outer->setKnob("vectors", "3")),
      "s.mlir:4:10: expected knob 'vectors' to be one of 1, 2, 4 but got '3'");
  EXPECT_EQ(
      toString(outer->setKnob("order", "diagonals")),
      "s.mlir:8:10: expected knob 'order' to be one of rows, columns but got "
      "'diagonals'");
  EXPECT_EQ(
      toString(outer->setKnob("width", "?")),
      "s.mlir:9:10: expected knob 'width' to be an attribute but got '?'");
  EXPECT_EQ(toString(outer->setKnob("distance", "8")),
            "expected a knob of schedule @outer (order, width, vectors) but "
            "got 'distance'");
  EXPECT_EQ(toString(outer->setKnob("vector", "2")),
            "expected a knob of schedule @outer (order, width, vectors) but "
            "got 'vector'; did you mean 'vectors'?");
}

/// A value is for one of them.
TEST(ScheduleTest, KnobsOfOneName) {
  EXPECT_EQ(whyNot("module attributes {transform.with_named_sequence} {\n"
                   "  transform.named_sequence @a(%a: !transform.any_op "
                   "{transform.readonly}) {\n"
                   "    %k = transform.tune.knob<\"k\"> = 1 from options = "
                   "[1, 2] -> !transform.any_param\n"
                   "    %l = transform.tune.knob<\"k\"> = 4 from options = "
                   "[4, 8] -> !transform.any_param\n"
                   "    transform.yield\n"
                   "  }\n"
                   "}\n",
                   ""),
            "s.mlir:4:10: expected knobs of different names but got another "
            "'k'");
}

/// Sums have the same bits on any number of threads, whatever the schedule.
TEST(ScheduleTest, IsDeterministic) {
  auto outer = parse(text, "outer");
  EXPECT_EQ(toString(outer->setKnob("deterministic", "1")), "");
  EXPECT_EQ(toString(outer->setKnob("deterministic", "0")),
            "expected knob 'deterministic' to be 1, since sums have the same "
            "bits on any number of threads, but got '0'");
}

/// A schedule's text is that schedule: parsed without a name it is the same,
/// with its knobs as they are set, and without what it does not use.
TEST(ScheduleTest, TextIsTheScheduleAgain) {
  auto outer = parse(text, "outer");
  ASSERT_EQ(toString(outer->setKnob("vectors", "4")), "");
  std::string printed = outer->str();
  EXPECT_EQ(printed.find("@other"), std::string::npos);
  auto again = parse(printed, "");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->getName(), "outer");
  EXPECT_EQ(again->getKnobs(), outer->getKnobs());
  EXPECT_EQ(again->str(), printed);
  auto inner = parse(parse(text, "inner")->str(), "");
  ASSERT_TRUE(inner);
  EXPECT_EQ(inner->getName(), "inner");
}

TEST(ScheduleTest, ThoseThatShipParseAndAreNamedAsTheirFiles) {
  for (const ShippedSchedule &shipped : getShippedSchedules()) {
    auto schedule = Schedule::open(&getTestContext(), shipped.name);
    ASSERT_TRUE(bool(schedule)) << toString(schedule.takeError());
    EXPECT_EQ((*schedule)->getName(), shipped.name);
  }
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral program = R"(
func.func @ones(%n: index, %y: memref<?xf32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %v = sparse.bind %y on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
  %one = arith.constant 1.0 : f32
  iter.nest "ones" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    sparse.store %one, %v at [%p] : !sparse.buffer<?xf32>
  }
  return
})";

/// A schedule that marks the nest and the loops in both stages below.
static constexpr llvm::StringLiteral marking = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @marking(%root: !transform.any_op {transform.consumed}) {
    %nests = transform.sparse.match.nests in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %nests "test.nest" : !transform.any_op
    %b = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %positions = transform.sparse.match.loops in %b : (!transform.any_op) -> !transform.any_op
    transform.annotate %positions "test.positions" : !transform.any_op
    %c = transform.sparse.lower_to_loops %b : (!transform.any_op) -> !transform.any_op
    %loops = transform.sparse.match.loops in %c : (!transform.any_op) -> !transform.any_op
    transform.annotate %loops "test.loops" : !transform.any_op
    transform.yield
  }
})";

/// The text of the program after the marking schedule, seen at `stop`.
static std::string applyUpTo(std::optional<ProgramStage> stop) {
  auto module = parseSourceString<ModuleOp>(program, &getTestContext());
  auto schedule = parse(marking, "");
  EXPECT_TRUE(succeeded(applySchedule(*module, *schedule, {}, stop)));
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module->print(stream);
  return printed;
}

/// Which of `marks` a text has.
static std::vector<std::string> findMarks(const std::string &printed) {
  std::vector<std::string> found;
  for (const char *mark : {"test.nest", "test.positions", "test.loops"})
    if (printed.find(mark) != std::string::npos)
      found.push_back(mark);
  return found;
}

/// A program is seen at a stage as the schedule leaves it there, without what
/// it does to later ones.
TEST(ScheduleTest, WhatIsBeyondTheLastStageIsNotSeen) {
  using Marks = std::vector<std::string>;
  EXPECT_EQ(findMarks(applyUpTo(ProgramStage::Coordinates)),
            Marks{"test.nest"});
  EXPECT_EQ(findMarks(applyUpTo(ProgramStage::Positions)),
            Marks{"test.positions"});
  EXPECT_EQ(findMarks(applyUpTo(ProgramStage::Loops)),
            (Marks{"test.positions", "test.loops"}));
  EXPECT_EQ(findMarks(applyUpTo(std::nullopt)),
            (Marks{"test.positions", "test.loops"}));
}

/// A pass applies the schedule of the module, which runs that pass.
TEST(ScheduleTest, SchedulesThatRunThemselves) {
  registerSchedulePasses();
  std::string own = marking.str();
  own.replace(own.find("    %nests"), std::string::npos,
              "    %m = transform.apply_registered_pass "
              "\"spindle-apply-schedule\" with options = {\"schedule\" = "
              "\"FILE\"} to %root : (!transform.any_op) -> !transform.any_op\n"
              "    transform.yield\n  }\n}\n");
  std::string path = testing::TempDir() + "spindle-runs-itself.mlir";
  own.replace(own.find("FILE"), 4, path);
  std::ofstream(path) << own;
  auto module = parseSourceString<ModuleOp>(program, &getTestContext());
  auto schedule = parse(own, "");
  ASSERT_TRUE(schedule);
  std::string message;
  ScopedDiagnosticHandler handler(&getTestContext(), [&](Diagnostic &error) {
    message += error.str();
    return success();
  });
  EXPECT_TRUE(failed(applySchedule(*module, *schedule, {}, std::nullopt)));
  EXPECT_NE(message.find("expected schedules to run passes with schedules at "
                         "most 8 deep but got @marking in more"),
            std::string::npos)
      << message;
  std::remove(path.c_str());
}

/// What fails leaves the module as it was, whatever came before.
TEST(ScheduleTest, FailureLeavesTheModule) {
  auto module = parseSourceString<ModuleOp>(program, &getTestContext());
  std::string before, after, message;
  llvm::raw_string_ostream(before) << *module;
  std::string failing = marking.str();
  failing.replace(failing.rfind("transform.yield"), 0,
                  "%p = transform.sparse.lower_to_positions %loops : "
                  "(!transform.any_op) -> !transform.any_op\n");
  auto schedule = parse(failing, "");
  ASSERT_TRUE(schedule);
  ScopedDiagnosticHandler handler(&getTestContext(), [&](Diagnostic &error) {
    message = error.str();
    return success();
  });
  EXPECT_TRUE(
      failed(applySchedule(*module, *schedule, {}, ProgramStage::Coordinates)));
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(message, "expected modules to lower but got 'scf.for'");
  EXPECT_EQ(before, after);
}
