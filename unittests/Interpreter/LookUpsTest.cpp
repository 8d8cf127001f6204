//===- LookUpsTest.cpp - strategies of look-ups ---------------------------===//
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

constexpr const char *kLookUpTypes =
    "!D = !axis.axis<dense_fixed>\n"
    "!J = !axis.axis<sparse_variable, sorted, unique>";

/// The fibre of row 1 has the positions 1 to 4, with the coordinates 2, 4, 7.
Trial makeLookUpTrial() {
  return Trial(kLookUpTypes)
      .memory<int32_t>("pos", "i32", {0, 1, 4})
      .memory<int32_t>("crd", "i32", {3, 2, 4, 7});
}

/// Logs whether the fibre has it, and the position.
std::string makeLookUp(const std::string &locate, const std::string &type) {
  return "%I = axis.dense_fixed %c2 : !D\n"
         "%J = axis.sparse_variable %c8 of %I positions %pos coordinates %crd "
         ": !D, memref<?xi32>, memref<?xi32> -> !J\n"
         "%p, %f = axis.locate " +
         locate + " : " + type + " -> index\n" + R"(
  %x = arith.index_castui %f : i1 to index
  LOG
  func.call @append(%log, %p) : (memref<?xindex>, index) -> ()
)";
}

std::vector<int64_t> locate(const std::string &text,
                            const std::string &type = "!J") {
  return makeLookUpTrial().log(makeLookUp(text, type));
}

TEST(LookUps, AllStrategiesFindTheSame) {
  for (const char *by : {"", " by linear", " by binary"}) {
    std::string how = "under %c1 : index" + std::string(by);
    EXPECT_THAT(locate("%J[%c4] " + how), ElementsAre(1, 2));
    EXPECT_THAT(locate("%J[%c7] " + how), ElementsAre(1, 3));
    EXPECT_THAT(locate("%J[%c3] " + how)[0], 0);
    EXPECT_THAT(locate("%J[%cm1] " + how)[0], 0);
  }
  EXPECT_THAT(locate("%I[%c1] by direct", "!D"), ElementsAre(1, 1));
}

TEST(LookUps, CarryGivesThePlaceItCameTo) {
  auto carry = [](std::string coordinate, std::string from) {
    return locate("%J[" + coordinate + "] under %c1 : index by carry from " +
                  from);
  };
  EXPECT_THAT(carry("%c2", "%c1"), ElementsAre(1, 1));
  EXPECT_THAT(carry("%c7", "%c1"), ElementsAre(1, 3));
  EXPECT_THAT(carry("%c5", "%c2"), ElementsAre(0, 3));
  EXPECT_THAT(carry("%c8", "%c3"), ElementsAre(0, 4));
  EXPECT_THAT(carry("%c8", "%c4"), ElementsAre(0, 4));
  EXPECT_THAT(carry("%cm1", "%c1"), ElementsAre(0, 1));
}

TEST(LookUps, CarryInADenseFibre) {
  EXPECT_THAT(locate("%I[%c1] by carry from %c0", "!D"), ElementsAre(1, 1));
  EXPECT_THAT(locate("%I[%c9] by carry from %c0", "!D"), ElementsAre(0, 2));
}

TEST(LookUps, CarryStartsInTheFibreAfterSmallerCoordinates) {
  auto fail = [](std::string text) {
    return makeLookUpTrial().run(makeLookUp(text, "!J"));
  };
  EXPECT_THAT(fail("%J[%c7] under %c1 : index by carry from %c0"),
              HasSubstr("'axis.locate': expected 'from' in [1, 5) but got 0"));
  EXPECT_THAT(fail("%J[%c7] under %c1 : index by carry from %c5"),
              HasSubstr("expected 'from' in [1, 5) but got 5"));
  EXPECT_THAT(fail("%J[%c4] under %c1 : index by carry from %c3"),
              HasSubstr("expected smaller coordinates before 'from', position "
                        "3, but position 2 has 4"));
}

TEST(LookUps, JoinOfAMissingSite) {
  EXPECT_THAT(
      Trial("!D = !axis.axis<dense_fixed>\n!S = !axis.axis<singleton>")
          .add<int32_t>("crd", "memref<?x?xi32>", "i32", {0}, {1, 1})
          .run(R"(
  %K = axis.dense_fixed %c1 : !D
  %L = axis.dense_fixed %c1 : !D
  %J = axis.singleton %c4 of %K, %L coordinates %crd : (!D, !D), memref<?x?xi32> -> !S
  %k, %f = axis.locate %K[%c0] : !D -> !axis.site
  %l, %g = axis.locate %L[%c1] : !D -> !axis.site
  %s = axis.join %J[%k, %l] : !S
)"),
      HasSubstr("'axis.join': expected sites that were found, under one "
                "site, but got positions (0, -1)"));
}

} // namespace
