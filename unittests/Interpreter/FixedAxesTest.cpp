//===- FixedAxesTest.cpp - axes of fixed width ----------------------------===//
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

constexpr const char *kFixedTypes =
    "!D = !axis.axis<dense_fixed>\n"
    "!E = !axis.axis<sparse_fixed, sorted, unique>\n"
    "!U = !axis.axis<sparse_fixed, unique>";

//===----------------------------------------------------------------------===//
// lengths
//===----------------------------------------------------------------------===//

/// K of I, of width 3, of which each row has its own length.
std::string makeFixedRagged(const std::string &nest) {
  return "%I = axis.dense_fixed %c3 : !D\n"
         "%K = axis.dense_fixed %c3 lengths %len : memref<?xi8> of %I : !D -> "
         "!D\n" +
         nest;
}

Trial makeLengths(std::vector<int8_t> lengths) {
  return Trial(kFixedTypes).memory("len", "i8", std::move(lengths));
}

TEST(DenseFixed, LengthsLeaveCellsOut) {
  std::string body = makeFixedRagged(R"(
  iter.nest "n" ("i": %i, "k": %k at %s) over (%I, %K : !D, !D) kinds [spatial, spatial] {
    %x = axis.position_of %s : !axis.site
    LOG
  })");
  EXPECT_THAT(makeLengths({2, 0, 3}).log(body), ElementsAre(0, 1, 6, 7, 8));
  EXPECT_EQ(makeLengths({2, 0, 3}).count(body), "5");
}

TEST(DenseFixed, QueriesAboutLackingCells) {
  EXPECT_THAT(makeLengths({2, 0, 3}).log(makeFixedRagged(R"(
  %x = axis.size %K : !D
  LOG
  %l = axis.length %K under %c0 : !D
  func.call @append(%log, %l) : (memref<?xindex>, index) -> ()
  %p = axis.position %K[%c3] under %c1 : !D
  func.call @append(%log, %p) : (memref<?xindex>, index) -> ()
  %o = axis.occupied %K[%c2] under %c0 : !D
  %oi = arith.index_castui %o : i1 to index
  func.call @append(%log, %oi) : (memref<?xindex>, index) -> ()
  %q, %f = axis.locate %K[%c2] under %c0 : index : !D -> index
  %fi = arith.index_castui %f : i1 to index
  func.call @append(%log, %fi) : (memref<?xindex>, index) -> ()
)")),
              ElementsAre(9, 2, 6, 0, 0));
  EXPECT_THAT(makeLengths({2, 0, 3}).run(makeFixedRagged(
                  "%q = axis.coordinate %K[%c2] under %c0 : !D\n")),
              HasSubstr("expected a position in [0, 2) but got 2"));
}

TEST(DenseFixed, LengthsAreChecked) {
  EXPECT_THAT(makeLengths({2, 4, 3}).run(makeFixedRagged("")),
              HasSubstr("'axis.dense_fixed': expected lengths[1] to be in "
                        "[0, 3] but got 4"));
  EXPECT_THAT(makeLengths({2, 0, -1}).run(makeFixedRagged("")),
              HasSubstr("expected lengths[2] to be in [0, 3] but got -1"));
  EXPECT_THAT(makeLengths({2, 0}).run(makeFixedRagged("")),
              HasSubstr("expected dimension 0 of the lengths to be at least 3 "
                        "but got 2"));
}

TEST(DenseFixed, MoreCellsThanCanBeCounted) {
  EXPECT_THAT(Trial(kFixedTypes)
                  .index("n", int64_t(1) << 40)
                  .run("%I = axis.dense_fixed %n : !D\n"
                       "%K = axis.dense_fixed %n of %I : !D -> !D\n"),
              HasSubstr("expected less than 2^63 cells"));
}

//===----------------------------------------------------------------------===//
// cut
//===----------------------------------------------------------------------===//

/// Rows in blocks of 4 out of 10, and again of 2 under each of two others.
std::string makeCut(const std::string &rest) {
  return R"(
  %IO = axis.dense_fixed %c3 : !D
  %II = axis.dense_fixed %c4 cut %n of %IO : !D -> !D
  %P = axis.dense_fixed %c2 of %IO : !D -> !D
  %R = axis.dense_fixed %c4 cut %n by %IO : !D of %P : !D -> !D
)" + rest;
}

TEST(DenseFixed, CutAtTheBorder) {
  std::string body = makeCut(R"(
  iter.nest "n" ("io": %io, "ii": %ii) over (%IO, %II : !D, !D) kinds [spatial, spatial] {
    %b = arith.muli %io, %c4 : index
    %x = arith.addi %b, %ii : index
    LOG
  })");
  EXPECT_THAT(Trial(kFixedTypes).index("n", 10).log(body),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(Trial(kFixedTypes).index("n", 3).log(body), ElementsAre(0, 1, 2));
  EXPECT_THAT(Trial(kFixedTypes).index("n", 0).log(body), ElementsAre());
  EXPECT_THAT(Trial(kFixedTypes).index("n", 99).log(body).size(), 12);
  EXPECT_EQ(Trial(kFixedTypes).index("n", 10).count(body), "10");
}

TEST(DenseFixed, CutByAnAncestor) {
  std::string body = makeCut(R"(
  iter.nest "n" ("io": %io, "p": %p, "r": %r at %s) over (%IO, %P, %R : !D, !D, !D) kinds [spatial, spatial, spatial] {
    %x = axis.position_of %s : !axis.site
    LOG
  })");
  EXPECT_THAT(Trial(kFixedTypes).index("n", 5).log(body),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 12));
}

TEST(DenseFixed, CutByCoordinatesOfAStoredAxis) {
  EXPECT_THAT(Trial(kFixedTypes)
                  .memory<int32_t>("pos", "i32", {0, 2})
                  .memory<int32_t>("crd", "i32", {0, 2})
                  .log(R"(
  %O = axis.dense_fixed %c1 : !D
  %J = axis.sparse_variable %c3 of %O positions %pos coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %JI = axis.dense_fixed %c4 cut %c9 of %J : !axis.axis<sparse_variable, sorted, unique> -> !D
  iter.nest "n" ("o": %o, "j": %j, "ji": %x) over (%O, %J, %JI : !D, !axis.axis<sparse_variable, sorted, unique>, !D) kinds [spatial, spatial, spatial] {
    LOG
  })"),
              ElementsAre(0, 1, 2, 3, 0));
}

TEST(DenseFixed, CutAtAKnownCoordinate) {
  EXPECT_THAT(Trial(kFixedTypes).index("n", 10).log(makeCut(R"(
  %x = axis.length %R under %c4 cut at %c2 : !D
  LOG
)")),
              ElementsAre(2));
  EXPECT_THAT(
      Trial(kFixedTypes)
          .index("n", 10)
          .run(makeCut("%l = axis.length %R under %c4 cut at %c1 : !D\n")),
      HasSubstr("'axis.length': expected 'cut at' to be the coordinate "
                "of the axis that the cut is by, 2, but got 1"));
  EXPECT_THAT(Trial(kFixedTypes).index("n", -1).run(makeCut("")),
              HasSubstr("expected a cut of at least 0 but got -1"));
}

//===----------------------------------------------------------------------===//
// skew
//===----------------------------------------------------------------------===//

/// Diagonals -2, 0 and 3 of a matrix of 4 rows and `n` columns, whole and in
/// blocks of 3 rows.
Trial skewed(int64_t n) {
  return Trial(kFixedTypes)
      .memory<int32_t>("crd", "i32", {-2, 0, 3})
      .index("n", n)
      .index("cm3", -3);
}

std::string makeSkewed(const std::string &rest) {
  return R"(
  %D = axis.sparse_variable %c9 from %cm3 count %c3 coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %I = axis.dense_fixed %c4 skew %n along %D : !axis.axis<sparse_variable, sorted, unique> of %D : !axis.axis<sparse_variable, sorted, unique> -> !D
  %DO = axis.dense_fixed %c2 of %D : !axis.axis<sparse_variable, sorted, unique> -> !D
  %DI = axis.dense_fixed %c3 cut %c4 skew %n along %D : !axis.axis<sparse_variable, sorted, unique> of %DO : !D -> !D
)" + rest;
}

TEST(DenseFixed, SkewedCellsAreInsideTheMatrix) {
  std::string body = makeSkewed(R"(
  iter.nest "n" ("d": %d, "i": %i at %s) over (%D, %I : !axis.axis<sparse_variable, sorted, unique>, !D) kinds [spatial, spatial] {
    %x = axis.position_of %s : !axis.site
    LOG
  })");
  // Of diagonal -2 rows 2 and 3, of 0 all that have a column, of 3 row 0.
  EXPECT_THAT(skewed(4).log(body), ElementsAre(2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(skewed(1).log(body), ElementsAre(2, 4));
  EXPECT_THAT(skewed(0).log(body), ElementsAre());
  EXPECT_THAT(skewed(9).log(body), ElementsAre(2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  EXPECT_EQ(skewed(4).count(body), "7");
}

TEST(DenseFixed, SkewedBlocksStandForRowsOfTheWhole) {
  std::string body = makeSkewed(R"(
  iter.nest "n" ("d": %d, "io": %io, "ii": %ii) over (%D, %DO, %DI : !axis.axis<sparse_variable, sorted, unique>, !D, !D) kinds [spatial, spatial, spatial] {
    %b = arith.muli %io, %c3 : index
    %i = arith.addi %b, %ii : index
    %x = arith.addi %i, %d : index
    LOG
  })");
  EXPECT_THAT(skewed(4).log(body), ElementsAre(0, 1, 0, 1, 2, 3, 3));
}

TEST(DenseFixed, StartAndLengthOfASkewedFibre) {
  EXPECT_THAT(skewed(4).log(makeSkewed(R"(
  %x = axis.start %I under %c0 : !D
  LOG
)")),
              ElementsAre(2));
  EXPECT_THAT(skewed(4).log(makeSkewed(R"(
  %x = axis.length %I under %c2 skew at %c3 : !D
  LOG
)")),
              ElementsAre(1));
  EXPECT_THAT(skewed(4).run(makeSkewed(
                  "%l = axis.length %I under %c2 skew at %c1 : !D\n")),
              HasSubstr("'axis.length': expected 'skew at' to be the "
                        "coordinate of the axis that the skew is along, 3, "
                        "but got 1"));
  EXPECT_THAT(skewed(-1).run(makeSkewed("")),
              HasSubstr("expected a skew of at least 0 but got -1"));
}

//===----------------------------------------------------------------------===//
// sparse_fixed
//===----------------------------------------------------------------------===//

/// Two rows of 3 in a memory of `stride` columns, coordinates from -1 on.
struct Ell {
  std::vector<int8_t> crd = {-1, 2, 0, 1, 2, 3};
  std::vector<int32_t> lengths = {2, 3};
  int64_t width = 3, stride = 3;
  std::string type = "!E";

  Trial trial() {
    return Trial(kFixedTypes)
        .add("crd", "memref<?x?xi8>", "i8", crd, {2, stride})
        .memory("len", "i32", lengths)
        .index("w", width)
        .index("n", 5);
  }
  std::string text(const std::string &rest) {
    std::string kind = "!axis.axis<sparse_fixed, crd = i8" +
                       std::string(type == "!E" ? ", sorted" : "") +
                       ", unique>";
    return "%I = axis.dense_fixed %c2 : !D\n"
           "%J = axis.sparse_fixed %n from %cm1 width %w of %I lengths %len "
           "coordinates %crd : !D, memref<?xi32>, memref<?x?xi8> -> " +
           kind + "\n" +
           (rest.empty() ? ""
                         : R"(
  iter.nest "n" ("i": %i, "j": %j at %s) over (%I, %J : !D, )" +
                               kind + R"() kinds [spatial, spatial] {
    %p = axis.position_of %s : !axis.site
    func.call @append(%log, %p) : (memref<?xindex>, index) -> ()
    func.call @append(%log, %j) : (memref<?xindex>, index) -> ()
  })");
  }
  std::string run() { return trial().run(text("")); }
};

TEST(SparseFixed, ElementsHaveStoredCoordinates) {
  Ell ell;
  EXPECT_THAT(ell.trial().log(ell.text("nest")),
              ElementsAre(0, -1, 1, 2, 3, 1, 4, 2, 5, 3));
}

TEST(SparseFixed, MemoryMayBeLargerThanTheCells) {
  Ell ell;
  ell.stride = 4;
  ell.crd = {-1, 2, 0, 99, 1, 2, 3, 99};
  EXPECT_THAT(ell.trial().log(ell.text("nest")),
              ElementsAre(0, -1, 1, 2, 3, 1, 4, 2, 5, 3));
}

TEST(SparseFixed, ClaimsAreChecked) {
  Ell range, order, twice, padding, width, small;
  range.crd[4] = 4;
  EXPECT_THAT(range.run(),
              HasSubstr("expected coordinates[4] to be in [-1, 4) but got 4"));
  order.crd = {2, -1, 0, 1, 2, 3};
  EXPECT_THAT(order.run(), HasSubstr("expected sorted coordinates in the fibre "
                                     "under position 0"));
  order.type = "!U";
  EXPECT_EQ(order.run(), "");
  twice.crd[5] = 2;
  EXPECT_THAT(twice.run(), HasSubstr("expected unique coordinates in the fibre "
                                     "under position 1"));
  padding.crd[2] = 3;
  EXPECT_THAT(padding.run(),
              HasSubstr("expected coordinates[2], of a cell that does not "
                        "exist, to be 0 but got 3"));
  width.width = -1;
  EXPECT_THAT(width.run(),
              HasSubstr("expected a width of at least 0 but got -1"));
  small.width = 4;
  EXPECT_THAT(small.run(), HasSubstr("expected dimension 1 of the coordinates "
                                     "to be at least 4 but got 3"));
}

TEST(SparseFixed, StaticWidth) {
  EXPECT_THAT(
      Trial(kFixedTypes)
          .add<int32_t>("crd", "memref<2xi32>", "i32", {0, 1}, {2})
          .index("w", 3)
          .run("%J = axis.sparse_fixed %c4 width %w coordinates %crd : "
               "memref<2xi32> -> !axis.axis<sparse_fixed, width = 2>\n"),
      HasSubstr("expected a width of the width 2 but got 3"));
}

} // namespace
