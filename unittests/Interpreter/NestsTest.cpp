//===- NestsTest.cpp - nests and how often they run -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::interpreter;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Three rows of J, the second of them empty, and K, dense of width %k. What a
/// program visits it appends to %log, whose first entry is the number of
/// entries.
struct Visits {
  std::vector<int64_t> positions = {0, 2, 2, 3};
  std::vector<int16_t> coordinates = {1, 3, 0};
  std::vector<int64_t> log = std::vector<int64_t>(64);
  int64_t width = 2;
  std::string countText;

  /// The visited numbers, or the error where there is one.
  std::vector<int64_t> run(const std::string &body,
                           std::string *error = nullptr);
};

constexpr const char *kNestHead = R"(
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, pos = i64, crd = i16>
func.func @f(%pos: memref<?xi64>, %crd: memref<?xi16>, %k: index, %log: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c100 = arith.constant 100 : index
  %I = axis.dense_fixed %c3 : !I
  %J = axis.sparse_variable %c4 of %I positions %pos coordinates %crd : !I, memref<?xi64>, memref<?xi16> -> !J
  %K = axis.dense_fixed %k : !I
  %L = axis.dense_fixed %k of %J : !J -> !I
)";

/// Appends %x, an index, to the log.
constexpr const char *kAppendNumber = R"(
    %n = memref.load %log[%c0] : memref<?xindex>
    %m = arith.addi %n, %c1 : index
    memref.store %m, %log[%c0] : memref<?xindex>
    memref.store %x, %log[%m] : memref<?xindex>
)";

std::vector<int64_t> Visits::run(const std::string &body, std::string *error) {
  Program program(kNestHead + body + "  return\n}\n");
  std::vector<Argument> arguments = {program.memory(positions, "i64"),
                                     program.memory(coordinates, "i16"), width,
                                     program.memory(log, "index")};
  countText = program.count(arguments);
  std::string fault = program.run(arguments);
  if (error)
    *error = fault;
  else
    EXPECT_EQ(fault, "");
  return {log.begin() + 1, log.begin() + 1 + log[0]};
}

TEST(Nests, VisitStoredElementsInListedOrder) {
  Visits visits;
  auto seen = visits.run(std::string(R"(
  iter.nest "n" ("i": %i, "j": %j at %p) over (%I, %J : !I, !J) kinds [spatial, reduction] {
    %a = arith.muli %i, %c100 : index
    %b = arith.muli %j, %c10 : index
    %q = axis.position_of %p : !axis.site
    %ab = arith.addi %a, %b : index
    %x = arith.addi %ab, %q : index
)") + kAppendNumber + "  }\n");
  EXPECT_THAT(seen, ElementsAre(10, 31, 202));
  EXPECT_EQ(visits.countText, "3");
}

TEST(Nests, IndependentDimensionsMultiply) {
  Visits visits;
  auto seen = visits.run(std::string(R"(
  iter.nest "n" ("k": %i, "i": %r, "j": %j) over (%K, %I, %J : !I, !I, !J) kinds [spatial, spatial, reduction] {
    %a = arith.muli %i, %c10 : index
    %x = arith.addi %a, %j : index
)") + kAppendNumber + "  }\n");
  EXPECT_THAT(seen, ElementsAre(1, 3, 0, 11, 13, 10));
  EXPECT_EQ(visits.countText, "6");
}

TEST(Nests, DenseUnderSparse) {
  Visits visits;
  auto seen = visits.run(std::string(R"(
  iter.nest "n" ("i": %r, "j": %j, "l": %l at %s) over (%I, %J, %L : !I, !J, !I) kinds [spatial, reduction, spatial] {
    %q = axis.position_of %s : !axis.site
    %a = arith.muli %q, %c10 : index
    %x = arith.addi %a, %l : index
)") + kAppendNumber + "  }\n");
  EXPECT_THAT(seen, ElementsAre(0, 11, 20, 31, 40, 51));
  EXPECT_EQ(visits.countText, "6");
}

TEST(Nests, NestUnderASiteOfAnotherNest) {
  Visits visits;
  auto seen = visits.run(std::string(R"(
  iter.nest "rows" ("i": %i at %r) over (%I : !I) kinds [spatial] {
    iter.nest "cols" ("j": %j) over (%J under %r : !J) kinds [reduction] {
      %a = arith.muli %i, %c10 : index
      %x = arith.addi %a, %j : index
)") + kAppendNumber + "    }\n  }\n");
  EXPECT_THAT(seen, ElementsAre(1, 3, 20));
  EXPECT_EQ(visits.countText, "6") << "three rows and three elements";
}

TEST(Nests, NestUnderALocatedSite) {
  Visits visits;
  auto seen = visits.run(std::string(R"(
  %c2 = arith.constant 2 : index
  %r, %found = axis.locate %I[%c2] : !I -> !axis.site
  iter.nest "cols" ("j": %x) over (%J under %r : !J) kinds [reduction] {
)") + kAppendNumber + "  }\n");
  EXPECT_THAT(seen, ElementsAre(0));
  EXPECT_EQ(visits.countText, "1");
}

TEST(Nests, NestUnderAMissingSite) {
  Visits visits;
  std::string error;
  visits.run(std::string(R"(
  %r, %found = axis.locate %I[%c100] : !I -> !axis.site
  iter.nest "cols" ("j": %x) over (%J under %r : !J) kinds [reduction] {
)") + kAppendNumber +
                 "  }\n",
             &error);
  EXPECT_THAT(error, HasSubstr("'iter.nest': expected a site that was found"));
}

TEST(Nests, SeveralNestsRunInOrder) {
  Visits visits;
  std::string nest = std::string(R"( ("i": %x) over (%I : !I) kinds [spatial] {
)") + kAppendNumber + "  }\n";
  auto seen =
      visits.run("  iter.nest \"a\"" + nest + "  iter.nest \"b\"" + nest);
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 0, 1, 2));
  EXPECT_EQ(visits.countText, "6");
}

TEST(Nests, EmptyFibresAndZeroWidths) {
  Visits visits;
  visits.width = 0;
  auto seen = visits.run(std::string(R"(
  iter.nest "n" ("i": %r, "j": %x, "l": %l) over (%I, %J, %L : !I, !J, !I) kinds [spatial, reduction, spatial] {
)") + kAppendNumber + "  }\n");
  EXPECT_THAT(seen, ElementsAre());
  EXPECT_EQ(visits.countText, "0");
}

TEST(Nests, TheSameAxisTwice) {
  Visits visits;
  auto seen = visits.run(std::string(R"(
  iter.nest "n" ("i": %i, "h": %h, "j": %j) over (%I, %I, %J of 0 : !I, !I, !J) kinds [spatial, spatial, reduction] {
    %a = arith.muli %h, %c10 : index
    %x = arith.addi %a, %j : index
)") + kAppendNumber + "  }\n");
  EXPECT_THAT(seen, ElementsAre(1, 3, 11, 13, 21, 23, 0, 10, 20));
  EXPECT_EQ(visits.countText, "9");
}

TEST(Nests, CountingWritesNothing) {
  Visits visits;
  Program program(std::string(kNestHead) + R"(
  memref.store %c4, %log[%c0] : memref<?xindex>
  iter.nest "n" ("i": %i) over (%I : !I) kinds [spatial] {
    memref.store %i, %log[%i] : memref<?xindex>
    iter.nest "m" ("k": %j) over (%K : !I) kinds [spatial] {
      memref.store %i, %log[%c1] : memref<?xindex>
    }
  }
  return
})");
  EXPECT_EQ(program.count({program.memory(visits.positions, "i64"),
                           program.memory(visits.coordinates, "i16"),
                           int64_t(2), program.memory(visits.log, "index")}),
            "9");
  EXPECT_EQ(visits.log, std::vector<int64_t>(64));
}

TEST(Nests, ProgressEndsWithTheCount) {
  Visits visits;
  Program program(std::string(kNestHead) + R"(
  iter.nest "n" ("k": %i) over (%K : !I) kinds [spatial] {
  }
  return
})");
  std::vector<Argument> arguments = {program.memory(visits.positions, "i64"),
                                     program.memory(visits.coordinates, "i16"),
                                     int64_t(3000000),
                                     program.memory(visits.log, "index")};
  std::vector<int64_t> told;
  Options options{[&](int64_t done) { told.push_back(done); }};
  llvm::Error error = run(program.getFunction(), arguments, options);
  EXPECT_EQ(llvm::toString(std::move(error)), "");
  EXPECT_THAT(told, ElementsAre(1 << 20, 2 << 20, 3000000));
  EXPECT_EQ(program.count(arguments), "3000000");
}

} // namespace
