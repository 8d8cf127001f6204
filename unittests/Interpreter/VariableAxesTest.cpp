//===- VariableAxesTest.cpp - axes of variable fibres ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::interpreter;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

constexpr const char *kVariableTypes =
    "!D = !axis.axis<dense_fixed>\n!V = !axis.axis<dense_variable>\n"
    "!R = !axis.axis<sparse_variable, sorted>";

std::string makeVariableRagged(const std::string &rest) {
  return "%I = axis.dense_fixed %c3 : !D\n"
         "%J = axis.dense_variable %n of %I positions %pos : !D, memref<?xi32> "
         "-> !V\n" +
         rest;
}

Trial makePositions(std::vector<int32_t> positions, int64_t extent = 4) {
  return Trial(kVariableTypes)
      .memory("pos", "i32", std::move(positions))
      .index("n", extent);
}

TEST(DenseVariable, CoordinatesAreOffsets) {
  std::string body = makeVariableRagged(R"(
  iter.nest "n" ("i": %i, "j": %j at %s) over (%I, %J : !D, !V) kinds [spatial, spatial] {
    %p = axis.position_of %s : !axis.site
    %q = arith.muli %p, %c4 : index
    %x = arith.addi %q, %j : index
    LOG
  })");
  EXPECT_THAT(makePositions({0, 2, 2, 5}).log(body),
              ElementsAre(0, 5, 8, 13, 18));
  EXPECT_EQ(makePositions({0, 2, 2, 5}).count(body), "5");
}

TEST(DenseVariable, LooksUpWithinTheFibre) {
  EXPECT_THAT(makePositions({0, 2, 2, 5}).log(makeVariableRagged(R"(
  %x, %f = axis.locate %J[%c2] under %c2 : index : !V -> index
  LOG
  %q, %g = axis.locate %J[%c2] under %c0 : index : !V -> index
  %gi = arith.index_castui %g : i1 to index
  func.call @append(%log, %gi) : (memref<?xindex>, index) -> ()
  %r = axis.parent %J[%x] : !V
  func.call @append(%log, %r) : (memref<?xindex>, index) -> ()
)")),
              ElementsAre(4, 0, 2));
}

TEST(DenseVariable, FibresFitTheExtent) {
  EXPECT_THAT(
      makePositions({0, 2, 2, 5}, 2).run(makeVariableRagged("")),
      HasSubstr("'axis.dense_variable': expected at most 2 positions in "
                "the fibre under position 2 but got 3"));
  EXPECT_THAT(makePositions({0, 2, 1, 5}).run(makeVariableRagged("")),
              HasSubstr("expected positions not to descend but got 2 and 1"));
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

std::string makeRoot(const std::string &rest) {
  return "%E = axis.sparse_variable %c3 from %cm1 count %k coordinates %row : "
         "memref<?xi32> -> !R\n" +
         rest;
}

Trial makeRows(std::vector<int32_t> rows, int64_t count) {
  return Trial(kVariableTypes)
      .memory("row", "i32", std::move(rows))
      .index("k", count);
}

TEST(SparseVariable, RootOfCountPositions) {
  std::string body = makeRoot(R"(
  iter.nest "n" ("e": %x) over (%E : !R) kinds [spatial] {
    LOG
  }
  %s = axis.size %E : !R
  func.call @append(%log, %s) : (memref<?xindex>, index) -> ()
)");
  EXPECT_THAT(makeRows({-1, 0, 0, 1, 7}, 4).log(body),
              ElementsAre(-1, 0, 0, 1, 4));
  EXPECT_THAT(makeRows({}, 0).log(body), ElementsAre(0));
}

TEST(SparseVariable, CountIsChecked) {
  EXPECT_THAT(makeRows({0, 0}, 3).run(makeRoot("")),
              HasSubstr("expected a count of at most the 2 coordinates but "
                        "got 3"));
  EXPECT_THAT(makeRows({0, 0}, -1).run(makeRoot("")),
              HasSubstr("expected a count of at least 0 but got -1"));
  EXPECT_THAT(makeRows({0, 0}, int64_t(1) << 31).run(makeRoot("")),
              HasSubstr("expected a count that fits i32 but got 2147483648"));
  EXPECT_THAT(makeRows({0, -2}, 2).run(makeRoot("")),
              HasSubstr("expected coordinates[1] to be in [-1, 2) but got -2"));
  EXPECT_THAT(makeRows({1, 0}, 2).run(makeRoot("")),
              HasSubstr("expected sorted coordinates"));
}

TEST(DenseVariable, Root) {
  EXPECT_THAT(Trial(kVariableTypes).index("k", 3).log(R"(
  %J = axis.dense_variable %c4 count %k : !V
  iter.nest "n" ("j": %x) over (%J : !V) kinds [spatial] {
    LOG
  })"),
              ElementsAre(0, 1, 2));
  EXPECT_THAT(
      Trial(kVariableTypes)
          .index("k", 5)
          .run("%J = axis.dense_variable %c4 count %k : !V\n"),
      HasSubstr("expected at most 4 positions in the fibre under position 0"));
}

TEST(SparseVariable, CoordinatesFit64Bits) {
  EXPECT_THAT(Trial(kVariableTypes)
                  .index("k", 5)
                  .index("n", INT64_MAX)
                  .memory<int32_t>("crd", "i32", {0})
                  .run("%J = axis.sparse_variable %n from %k count %c0 "
                       "coordinates %crd : memref<?xi32> -> !R\n"),
              HasSubstr("expected coordinates below 2^63 but got "
                        "9223372036854775807 from 5"));
}

/// Under rows that lack cells, what is not stored for an element is not looked
/// at.
TEST(SparseVariable, UnderCellsThatDoNotExist) {
  EXPECT_THAT(Trial(kVariableTypes)
                  .memory<int32_t>("len", "i32", {1})
                  .memory<int32_t>("pos", "i32", {0, 1, 2})
                  .memory<int32_t>("crd", "i32", {2, 99})
                  .log(R"(
  %I = axis.dense_fixed %c1 : !D
  %K = axis.dense_fixed %c2 lengths %len : memref<?xi32> of %I : !D -> !D
  %J = axis.sparse_variable %c3 of %K positions %pos coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !R
  iter.nest "n" ("i": %i, "k": %k, "j": %x) over (%I, %K, %J : !D, !D, !R) kinds [spatial, spatial, spatial] {
    LOG
  })"),
              ElementsAre(2));
}

} // namespace
