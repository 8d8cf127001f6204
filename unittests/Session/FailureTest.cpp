//===- FailureTest.cpp - errors and their parts ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spmv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace spindle::session;
using testing::ElementsAre;

namespace {

/// What `error` says, as the failure that a session makes of it.
Failure complete(llvm::Error error) {
  Failure found("");
  llvm::handleAllErrors(toFailure(std::move(error), {"A", "x"}),
                        [&](const Failure &failure) { found = failure; });
  return found;
}

} // namespace

TEST(FailureTest, TextOfTheForm) {
  Failure failure("expected size 3 of dimension I but got 4 of x");
  EXPECT_EQ(failure.getExpected(), "size 3 of dimension I");
  EXPECT_EQ(failure.getGot(), "4 of x");
  EXPECT_EQ(failure.getLocation().file, "");
  EXPECT_EQ(failure.getText(), "expected size 3 of dimension I but got 4 of x");
}

TEST(FailureTest, WhatFollowsAColon) {
  Failure failure("a.mtx: expected a readable file but got: none");
  EXPECT_EQ(failure.getExpected(), "a readable file");
  EXPECT_EQ(failure.getGot(), "none");
}

TEST(FailureTest, LocationsWithAndWithoutColumns) {
  Failure ofLine("a.mtx:12: expected 3 numbers but got 2");
  EXPECT_EQ(ofLine.getLocation().file, "a.mtx");
  EXPECT_EQ(ofLine.getLocation().line, 12);
  EXPECT_EQ(ofLine.getLocation().column, 0);
  EXPECT_EQ(ofLine.getExpected(), "3 numbers");
  Failure ofColumn("a.mlir:2:8: 'arith.addf' op expected 2 operands but got 1\n"
                   "note: a.mlir:1:1: expected nothing but got this");
  EXPECT_EQ(ofColumn.getLocation().line, 2);
  EXPECT_EQ(ofColumn.getLocation().column, 8);
  EXPECT_EQ(ofColumn.getExpected(), "2 operands");
  EXPECT_EQ(ofColumn.getGot(), "1");
}

TEST(FailureTest, FilesThatAreMissing) {
  Failure file("a.mtx: no such file");
  EXPECT_EQ(file.getExpected(), "file");
  EXPECT_EQ(file.getGot(), "none");
  Failure directory("no/a.mtx: no such directory");
  EXPECT_EQ(directory.getExpected(), "directory");
  EXPECT_EQ(directory.getText(), "no/a.mtx: no such directory");
}

TEST(FailureTest, NumbersThatAreNoLocation) {
  for (const char *text : {"A:1 expected", "A:1:expected", "A: 1: expected",
                           "a:b:1: expected", "12: expected", ":", "a:1", ""}) {
    Failure failure(text);
    EXPECT_EQ(failure.getLocation().file, "") << text;
    EXPECT_EQ(failure.getLocation().line, 0) << text;
  }
}

TEST(FailureTest, TextOfAnotherForm) {
  for (const char *text : {"out of luck", "expected to end", "but got more",
                           "4 but got 5 where 6 was expected "}) {
    Failure failure(text);
    EXPECT_EQ(failure.getExpected(), "") << text;
    EXPECT_EQ(failure.getGot(), "") << text;
    EXPECT_EQ(failure.getText(), text);
  }
}

TEST(FailureTest, OperandsByNameOrByWhoKnows) {
  EXPECT_EQ(complete(fail("A: expected this but got that")).getOperand(), "A");
  EXPECT_EQ(complete(fail("B: expected this but got that")).getOperand(), "");
  EXPECT_EQ(
      complete(ofOperand(fail("expected this but got that"), "x")).getOperand(),
      "x");
  // The one that is nearer to the fault knows better.
  EXPECT_EQ(complete(ofOperand(ofOperand(fail("expected this"), "x"), "A"))
                .getOperand(),
            "x");
}

TEST(FailureTest, ErrorsOfLowerRooms) {
  Failure failure = complete(
      llvm::createStringError("x: expected at least 4 entries but got 3"));
  EXPECT_EQ(failure.getOperand(), "x");
  EXPECT_EQ(failure.getExpected(), "at least 4 entries");
  EXPECT_EQ(failure.getGot(), "3");
  failure = complete(fail(
      spindle::runtime::Error::expectedGot("a number", "'a'").in("b.tns", 7)));
  EXPECT_EQ(failure.getLocation().file, "b.tns");
  EXPECT_EQ(failure.getLocation().line, 7);
  EXPECT_EQ(failure.getGot(), "'a'");
}

TEST(FailureTest, CommasThatCloseAClause) {
  Failure failure("a number, whole,", "1.5");
  EXPECT_EQ(failure.getText(), "expected a number, whole, but got 1.5");
  EXPECT_EQ(failure.getExpected(), "a number, whole");
  EXPECT_EQ(Failure(failure.getText()).getExpected(), "a number, whole");
}

/// What is said of a size that nobody gives, and of two that contradict one
/// another, where errors call it `name`.
static std::vector<std::string> failBySizes(SettingName name) {
  Options options;
  options.program = "fill.mlir";
  options.text = R"(
func.func @fill(%x: memref<?xf32> {sparse.name = "x", sparse.dims = ["I"]}) {
  return
})";
  options.names.size = name;
  options.binds = {{"x", "ones"}};
  std::vector<std::string> texts;
  Session session(options);
  llvm::cantFail(session.open());
  texts.push_back(takeFailure(session.bind()).getText());
  options.sizes = {{"I", "3"}, {"K", "4"}};
  Session other(options);
  llvm::cantFail(other.open());
  texts.push_back(takeFailure(other.bind()).getText());
  options.sizes = {{"I", "3"}, {"I", "4"}};
  Session third(options);
  llvm::cantFail(third.open());
  texts.push_back(takeFailure(third.bind()).getText());
  return texts;
}

TEST(FailureTest, NamesWhatIsSetAsItsCallerDoes) {
  EXPECT_THAT(
      failBySizes(SettingNames().size),
      ElementsAre("expected a size of I, for a dimension of x, but got none",
                  "expected a size of a dimension (I) but got 'K'",
                  "expected size 3 of dimension I, as of the options, but got "
                  "4 of the options"));
  EXPECT_THAT(
      failBySizes({"sizes=", ": N"}),
      ElementsAre("expected sizes= I: N, for a dimension of x, but got none",
                  "expected sizes= of a dimension (I) but got 'K'",
                  "expected size 3 of dimension I, as of sizes=, but got "
                  "4 of sizes="));
}
