//===- ReductionsTest.cpp - groups and results of nests -------------------===//
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

constexpr const char *kReductionTypes =
    "!D = !axis.axis<dense_fixed>\n"
    "!J = !axis.axis<sparse_variable, sorted, unique>";

/// Three rows, the second empty; values 5, 2 | | 9.
Trial makeReductionTrial() {
  return Trial(kReductionTypes)
      .memory<int32_t>("pos", "i32", {0, 2, 2, 3})
      .memory<int32_t>("crd", "i32", {1, 3, 0})
      .memory<int64_t>("val", "i64", {5, 2, 9});
}
const std::string kReductionHead = R"(
  %I = axis.dense_fixed %c3 : !D
  %J = axis.sparse_variable %c4 of %I positions %pos coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !J
  %K = axis.dense_fixed %c2 : !D
  %A = sparse.bind %val on (%I, %J) : memref<?xi64> on (!D, !J) -> !sparse.buffer<?xi64>
)";

TEST(Groups, RunInTheSameOrder) {
  std::string body = kReductionHead + R"(
  iter.nest "n" ("i": %i, "j": %j, "k": %k) over ((%I, %J), %K : !D, !J, !D) kinds [spatial, reduction, spatial] {
    %a = arith.muli %i, %c8 : index
    %b = arith.muli %j, %c2 : index
    %ab = arith.addi %a, %b : index
    %x = arith.addi %ab, %k : index
    LOG
  })";
  EXPECT_THAT(makeReductionTrial().log(body), ElementsAre(2, 3, 6, 7, 16, 17));
  EXPECT_EQ(makeReductionTrial().count(body), "6");
}

TEST(Reductions, OfEachRow) {
  std::string body = kReductionHead + R"(
  iter.nest "rows" ("i": %i at %r) over (%I : !D) kinds [spatial] {
    %zero = arith.constant 0 : i64
    %max, %sum = iter.nest "max" ("j": %j at %p) over (%J under %r : !J) kinds [reduction] combine [max, add] init(%zero, %zero) -> i64, i64 {
      %v = sparse.load %A at [%p] : !sparse.buffer<?xi64>
      iter.yield %v, %v : i64, i64
    }
    %x = arith.index_cast %max : i64 to index
    LOG
    %y = arith.index_cast %sum : i64 to index
    func.call @append(%log, %y) : (memref<?xindex>, index) -> ()
  })";
  EXPECT_THAT(makeReductionTrial().log(body), ElementsAre(5, 7, 0, 0, 9, 9));
  EXPECT_EQ(makeReductionTrial().count(body), "6");
}

TEST(Reductions, PlaceOfTheSmallest) {
  EXPECT_THAT(makeReductionTrial().log(kReductionHead + R"(
  %big = arith.constant 100 : i64
  %m, %x, %n = iter.nest "min" ("i": %i, "j": %j at %p) over (%I, %J : !D, !J) kinds [reduction, reduction] combine [argmin, add] init(%big, %cm1, %c0) -> i64, index, index {
    %v = sparse.load %A at [%p] : !sparse.buffer<?xi64>
    iter.yield %v, %j, %c1 : i64, index, index
  }
  LOG
  func.call @append(%log, %n) : (memref<?xindex>, index) -> ()
)"),
              ElementsAre(3, 3));
}

TEST(Reductions, WithoutARunTheInitialValue) {
  EXPECT_THAT(makeReductionTrial().log(kReductionHead + R"(
  %r, %f = axis.locate %I[%c1] : !D -> !axis.site
  %x = iter.nest "none" ("j": %j) over (%J under %r : !J) kinds [reduction] combine [mul] init(%c7) -> index {
    iter.yield %j : index
  }
  LOG
)"),
              ElementsAre(7));
}

} // namespace
