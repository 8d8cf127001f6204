//===- ThinAxesTest.cpp - axes whose fibres have one cell -----------------===//
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

constexpr const char *kThinTypes =
    "!D = !axis.axis<dense_fixed>\n!C = !axis.axis<dense_fixed, width = 2>\n"
    "!V = !axis.axis<dense_variable>\n"
    "!R = !axis.axis<sparse_variable, sorted>\n!S = !axis.axis<singleton>\n"
    "!T = !axis.axis<singleton, unique>\n!P = !axis.axis<product>\n"
    "!O = !axis.axis<occupancy>";

//===----------------------------------------------------------------------===//
// singleton
//===----------------------------------------------------------------------===//

struct Coo {
  std::vector<int32_t> row = {0, 0, 2}, col = {1, 3, 0};
  std::string type = "!S";

  Trial trial() {
    return Trial(kThinTypes)
        .memory("row", "i32", row)
        .memory("col", "i32", col);
  }
  std::string text(const std::string &rest) {
    return "%E = axis.sparse_variable %c3 count %c3 coordinates %row : "
           "memref<?xi32> -> !R\n"
           "%J = axis.singleton %c4 of %E coordinates %col : (!R), "
           "memref<?xi32> -> " +
           type + "\n" + rest;
  }
};

TEST(Singleton, OneCoordinatePerPosition) {
  Coo coo;
  EXPECT_THAT(coo.trial().log(coo.text(R"(
  iter.nest "n" ("e": %i, "j": %j at %s) over (%E, %J : !R, !S) kinds [spatial, spatial] {
    %a = arith.muli %i, %c4 : index
    %x = arith.addi %a, %j : index
    LOG
    %p = axis.position_of %s : !axis.site
    func.call @append(%log, %p) : (memref<?xindex>, index) -> ()
  })")),
              ElementsAre(1, 0, 3, 1, 8, 2));
  EXPECT_THAT(coo.trial().log(coo.text(R"(
  %x, %f = axis.locate %J[%c3] under %c1 : index : !S -> index
  LOG
  %q = axis.parent %J[%c2] : !S
  func.call @append(%log, %q) : (memref<?xindex>, index) -> ()
)")),
              ElementsAre(1, 2));
}

TEST(Singleton, ClaimsAreChecked) {
  Coo range, twice;
  range.col[1] = 4;
  EXPECT_THAT(range.trial().run(range.text("")),
              HasSubstr("'axis.singleton': expected coordinates[1] to be in "
                        "[0, 4) but got 4"));
  twice.col = {1, 0, 1};
  EXPECT_EQ(twice.trial().run(twice.text("")), "");
  twice.type = "!T";
  EXPECT_THAT(twice.trial().run(twice.text("")),
              HasSubstr("expected unique coordinates but got 1 twice"));
}

/// Two slices of two rows; S has 2 and 1 columns in them.
struct Sell {
  std::vector<int32_t> pos = {0, 2, 3}, crd = {0, 1, 2, 3, 1, 0};
  int64_t stride = 2;

  Trial trial() {
    return Trial(kThinTypes)
        .memory("pos", "i32", pos)
        .add("crd", "memref<?x2xi32>", "i32", crd, {3, stride});
  }
  static std::string text(const std::string &rest) {
    return R"(
  %PO = axis.dense_fixed %c2 : !D
  %S = axis.dense_variable %c4 of %PO positions %pos : !D, memref<?xi32> -> !V
  %PI = axis.dense_fixed %c2 of %PO : !D -> !C
  %J = axis.singleton %c4 of %S, %PI coordinates %crd : (!V, !C), memref<?x2xi32> -> !S
)" + rest;
  }
};

TEST(Singleton, UnderTwoParents) {
  Sell sell;
  std::string body = Sell::text(R"(
  iter.nest "n" ("po": %po, "s": %sc, "pi": %pi, "j": %j at %s) over (%PO, %S, %PI, %J : !D, !V, !C, !S) kinds [spatial, spatial, spatial, spatial] {
    %p = axis.position_of %s : !axis.site
    %a = arith.muli %p, %c4 : index
    %x = arith.addi %a, %j : index
    LOG
  })");
  EXPECT_THAT(sell.trial().log(body), ElementsAre(0, 5, 10, 15, 17, 20));
  EXPECT_EQ(sell.trial().count(body), "6");
}

TEST(Singleton, JoinOfSites) {
  EXPECT_THAT(Sell().trial().log(Sell::text(R"(
  iter.nest "n" ("po": %po at %r, "s": %sc at %a, "pi": %pi at %b) over (%PO, %S, %PI : !D, !V, !C) kinds [spatial, spatial, spatial] {
    %s = axis.join %J[%a, %b] : !S
    %x = axis.position_of %s : !axis.site
    LOG
  })")),
              ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(Singleton, QueriesUnderSeveralPositions) {
  // Column 2 is the only one of the second slice, row 3 its second.
  EXPECT_THAT(Sell().trial().log(Sell::text(R"(
  %x = axis.position %J[%c0] under %c1, %c2, %c3 : !S
  LOG
  %j = axis.coordinate %J[%c4] under %c1, %c2, %c2 : !S
  func.call @append(%log, %j) : (memref<?xindex>, index) -> ()
)")),
              ElementsAre(5, 1));
  EXPECT_THAT(Sell().trial().run(
                  Sell::text("%l = axis.length %J under %c0, %c2, %c1 : !S\n")),
              HasSubstr("expected a position of the parent after 'under' but "
                        "got (0, 2, 1)"));
}

TEST(Singleton, UnderTwoRoots) {
  EXPECT_THAT(Trial(kThinTypes)
                  .add<int32_t>("crd", "memref<?x?xi32>", "i32",
                                {0, 1, 9, 2, 3, 9}, {2, 3})
                  .log(R"(
  %K = axis.dense_fixed %c2 : !D
  %L = axis.dense_fixed %c2 : !D
  %J = axis.singleton %c4 of %K, %L coordinates %crd : (!D, !D), memref<?x?xi32> -> !S
  iter.nest "n" ("l": %l, "k": %k, "j": %x) over (%L, %K, %J : !D, !D, !S) kinds [spatial, spatial, spatial] {
    LOG
  })"),
              ElementsAre(0, 2, 1, 3));
}

//===----------------------------------------------------------------------===//
// product
//===----------------------------------------------------------------------===//

struct Batch {
  std::vector<int32_t> ipos = {0, 2, 3}, jpos = {0, 3, 5}, off = {0, 6, 8};

  Trial trial() {
    return Trial(kThinTypes)
        .memory("ip", "i32", ipos)
        .memory("jp", "i32", jpos)
        .memory("off", "i32", off);
  }
  static std::string text(const std::string &rest) {
    return R"(
  %B = axis.dense_fixed %c2 : !D
  %I = axis.dense_variable %c9 of %B positions %ip : !D, memref<?xi32> -> !V
  %J = axis.dense_variable %c9 of %B positions %jp : !D, memref<?xi32> -> !V
  %IJ = axis.product %I, %J offsets %off : !V, !V, memref<?xi32> -> !P
)" + rest;
  }
  std::string run() { return trial().run(text("")); }
};

TEST(Product, PairsOfPositions) {
  std::string body = Batch::text(R"(
  iter.nest "n" ("b": %b, "j": %j, "i": %i, "ij": %z at %s) over (%B, %J, %I, %IJ : !D, !V, !V, !P) kinds [spatial, spatial, spatial, spatial] {
    %p = axis.position_of %s : !axis.site
    %x = arith.addi %p, %z : index
    LOG
  })");
  EXPECT_THAT(Batch().trial().log(body), ElementsAre(0, 3, 1, 4, 2, 5, 6, 7));
  EXPECT_EQ(Batch().trial().count(body), "8");
}

TEST(Product, Queries) {
  EXPECT_THAT(Batch().trial().log(Batch::text(R"(
  %x = axis.position %IJ[%c0] under %c1, %c2, %c4 : !P
  LOG
  %s = axis.size %IJ : !P
  func.call @append(%log, %s) : (memref<?xindex>, index) -> ()
  iter.nest "n" ("b": %b, "i": %i at %r, "j": %j at %t) over (%B, %I, %J : !D, !V, !V) kinds [spatial, spatial, spatial] {
    %q = axis.join %IJ[%r, %t] : !P
    %y = axis.position_of %q : !axis.site
    func.call @append(%log, %y) : (memref<?xindex>, index) -> ()
  })")),
              ElementsAre(7, 8, 0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Product, OffsetsAreChecked) {
  Batch sum, first, few, descends;
  sum.off = {0, 5, 7};
  EXPECT_THAT(sum.run(), HasSubstr("'axis.product': expected offsets[1] to be "
                                   "the number of pairs before it, 6, but got "
                                   "5"));
  first.off = {1, 6, 8};
  EXPECT_THAT(first.run(), HasSubstr("expected offsets[0] to be 0 but got 1"));
  few.off = {0, 6};
  EXPECT_THAT(few.run(), HasSubstr("expected at least 3 offsets but got 2"));
  descends.off = {0, 6, 5};
  EXPECT_THAT(descends.run(), HasSubstr("expected offsets not to descend but "
                                        "got 6 and 5 from index 1"));
}

//===----------------------------------------------------------------------===//
// occupancy
//===----------------------------------------------------------------------===//

struct Bitmap {
  // Of an array: g++ 12 takes a list here for uninitialized.
  static constexpr int8_t kBits[] = {1, 0, 0, 0, 1, 1};
  std::vector<int8_t> bits{std::begin(kBits), std::end(kBits)};
  std::vector<int64_t> shape = {2, 3};

  Trial trial() {
    return Trial(kThinTypes).add("bits", "memref<?x?xi1>", "i1", bits, shape);
  }
  static std::string text(const std::string &rest) {
    return R"(
  %I = axis.dense_fixed %c2 : !D
  %J = axis.dense_fixed %c3 : !D
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!D, !D) -> !O
)" + rest;
  }
};

TEST(Occupancy, CellsWhoseBitIsSet) {
  std::string body = Bitmap::text(R"(
  iter.nest "n" ("j": %j, "i": %i, "e": %z at %s) over (%J, %I, %E of (1, 0) : !D, !D, !O) kinds [spatial, spatial, spatial] {
    %p = axis.position_of %s : !axis.site
    %x = arith.addi %p, %z : index
    LOG
  })");
  EXPECT_THAT(Bitmap().trial().log(body), ElementsAre(0, 4, 5));
  EXPECT_EQ(Bitmap().trial().count(body), "3");
}

TEST(Occupancy, Queries) {
  EXPECT_THAT(Bitmap().trial().log(Bitmap::text(R"(
  %x = axis.length %E under %c0, %c1 : !O
  LOG
  %l = axis.length %E under %c1, %c2 : !O
  func.call @append(%log, %l) : (memref<?xindex>, index) -> ()
  %p = axis.position %E[%c1] under %c0, %c1 : !O
  func.call @append(%log, %p) : (memref<?xindex>, index) -> ()
  %s = axis.size %E : !O
  func.call @append(%log, %s) : (memref<?xindex>, index) -> ()
)")),
              ElementsAre(0, 1, 2, 6));
}

TEST(Occupancy, MemoryIsChecked) {
  Bitmap bitmap;
  bitmap.shape = {3, 2};
  EXPECT_THAT(bitmap.trial().run(Bitmap::text("")),
              HasSubstr("'axis.occupancy': expected dimension 1 of the bits to "
                        "be at least 3 but got 2"));
}

TEST(Occupancy, MoreCellsThanCanBeCounted) {
  EXPECT_THAT(Bitmap().trial().index("n", int64_t(1) << 40).run(R"(
  %I = axis.dense_fixed %n : !D
  %E = axis.occupancy %bits on (%I, %I) : memref<?x?xi1> on (!D, !D) -> !O
)"),
              HasSubstr("expected less than 2^63 cells"));
}

/// Blocks of 2 by 2 that a matrix of 3 columns cuts, one cell of them empty.
TEST(Occupancy, OnBlocks) {
  EXPECT_THAT(Trial(kThinTypes)
                  .memory<int32_t>("pos", "i32", {0, 2})
                  .memory<int32_t>("crd", "i32", {0, 1})
                  .add<int8_t>("bits", "memref<?x2x2xi8>", "i8",
                               {1, 0, 2, -1, 1, 1, 0, 1}, {2, 2, 2})
                  .log(R"(
  %IO = axis.dense_fixed %c1 : !D
  %JO = axis.sparse_variable %c2 of %IO positions %pos coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !R
  %II = axis.dense_fixed %c2 of %IO : !D -> !C
  %JI = axis.dense_fixed %c2 cut %c3 of %JO : !R -> !C
  %E = axis.occupancy %bits on (%IO, %JO, %II of 0, %JI) : memref<?x2x2xi8> on (!D, !R, !C, !C) -> !O
  iter.nest "n" ("io": %io, "jo": %jo, "ii": %ii, "ji": %ji, "e": %z at %s) over (%IO, %JO, %II of 0, %JI, %E : !D, !R, !C, !C, !O) kinds [spatial, spatial, spatial, spatial, spatial] {
    %x = axis.position_of %s : !axis.site
    LOG
  })"),
              ElementsAre(0, 2, 3, 4));
}

} // namespace
