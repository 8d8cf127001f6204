//===- QueriesTest.cpp - constructors of axes, queries, look-ups ----------===//
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

/// Three rows, the second of them empty, over four columns; under each element
/// a block of two.
///
///   J of I: positions 0 2 2 3, coordinates 1 3 | | 0
///   K of J: width 2
struct Tree {
  std::vector<int32_t> positions = {0, 2, 2, 3};
  std::vector<int8_t> coordinates = {1, 3, 0};
  std::vector<int64_t> out = std::vector<int64_t>(4, -7);
  std::string flags = ", sorted, unique";

  /// Runs `body`, which may ask %I, %J and %K and use %cm1 to %c5;
  /// gives the error.
  std::string run(const std::string &body) {
    std::string sparse = "!axis.axis<sparse_variable, crd = i8" + flags + ">";
    std::string text = "!I = !axis.axis<dense_fixed>\n!J = " + sparse +
                       "\n!K = !axis.axis<dense_fixed, width = 2>\n"
                       "func.func @f(%pos: memref<?xi32>, %crd: memref<?xi8>, "
                       "%out: memref<?xindex>) {\n";
    for (int i = -1; i <= 5; ++i)
      text += "  %c" + std::string(i < 0 ? "m1" : std::to_string(i)) +
              " = arith.constant " + std::to_string(i) + " : index\n";
    text += "  %I = axis.dense_fixed %c3 : !I\n"
            "  %J = axis.sparse_variable %c4 of %I positions %pos coordinates "
            "%crd : !I, memref<?xi32>, memref<?xi8> -> !J\n"
            "  %K = axis.dense_fixed %c2 of %J : !J -> !K\n";
    Program program(text + body + "  return\n}\n");
    return program.run({program.memory(positions, "i32"),
                        program.memory(coordinates, "i8"),
                        program.memory(out, "index")});
  }

  /// The result of a query that gives an index.
  int64_t ask(const std::string &query) {
    EXPECT_EQ(run("  %x = " + query +
                  "\n  memref.store %x, %out[%c0] : memref<?xindex>\n"),
              "");
    return out[0];
  }
};

TEST(Queries, Extent) {
  EXPECT_EQ(Tree().ask("axis.extent %I : !I"), 3);
  EXPECT_EQ(Tree().ask("axis.extent %J : !J"), 4);
  EXPECT_EQ(Tree().ask("axis.extent %K : !K"), 2);
}

TEST(Queries, SizeCountsPositionsOfAllFibres) {
  EXPECT_EQ(Tree().ask("axis.size %I : !I"), 3);
  EXPECT_EQ(Tree().ask("axis.size %J : !J"), 3);
  EXPECT_EQ(Tree().ask("axis.size %K : !K"), 6);
}

TEST(Queries, Length) {
  EXPECT_EQ(Tree().ask("axis.length %I : !I"), 3);
  EXPECT_EQ(Tree().ask("axis.length %J under %c0 : !J"), 2);
  EXPECT_EQ(Tree().ask("axis.length %J under %c1 : !J"), 0);
  EXPECT_EQ(Tree().ask("axis.length %K under %c2 : !K"), 2);
  EXPECT_THAT(
      Tree().run("  %x = axis.length %J under %c3 : !J\n"),
      HasSubstr("'axis.length': expected a position of the parent after "
                "'under' but got 3"));
}

TEST(Queries, Position) {
  EXPECT_EQ(Tree().ask("axis.position %I[%c2] : !I"), 2);
  EXPECT_EQ(Tree().ask("axis.position %J[%c0] under %c2 : !J"), 2);
  EXPECT_EQ(Tree().ask("axis.position %J[%c2] under %c0 : !J"), 2);
  EXPECT_EQ(Tree().ask("axis.position %K[%c1] under %c2 : !K"), 5);
  EXPECT_THAT(Tree().run("  %x = axis.position %J[%c1] under %c1 : !J\n"),
              HasSubstr("expected an offset in [0, 1) but got 1"));
}

TEST(Queries, PositionUnderTheEndOfTheParentIsTheSize) {
  EXPECT_EQ(Tree().ask("axis.position %J[%c0] under %c3 : !J"), 3);
  EXPECT_EQ(Tree().ask("axis.position %K[%c0] under %c3 : !K"), 6);
  EXPECT_THAT(Tree().run("  %x = axis.position %J[%c1] under %c3 : !J\n"),
              HasSubstr("expected a position of the parent after 'under'"));
}

TEST(Queries, Coordinate) {
  EXPECT_EQ(Tree().ask("axis.coordinate %I[%c2] : !I"), 2);
  EXPECT_EQ(Tree().ask("axis.coordinate %J[%c1] under %c0 : !J"), 3);
  EXPECT_EQ(Tree().ask("axis.coordinate %J[%c2] under %c2 : !J"), 0);
  EXPECT_EQ(Tree().ask("axis.coordinate %K[%c5] under %c2 : !K"), 1);
  EXPECT_THAT(Tree().run("  %x = axis.coordinate %J[%c2] under %c0 : !J\n"),
              HasSubstr("expected a position in [0, 2) but got 2"));
}

TEST(Queries, ParentSkipsEmptyFibres) {
  EXPECT_EQ(Tree().ask("axis.parent %J[%c0] : !J"), 0);
  EXPECT_EQ(Tree().ask("axis.parent %J[%c1] : !J"), 0);
  EXPECT_EQ(Tree().ask("axis.parent %J[%c2] : !J"), 2);
  EXPECT_EQ(Tree().ask("axis.parent %K[%c5] : !K"), 2);
  EXPECT_THAT(Tree().run("  %x = axis.parent %J[%c3] : !J\n"),
              HasSubstr("expected a position in [0, 3) but got 3"));
}

/// Asks a query that gives a bool; stores the result to %out[1].
std::string asIndex(const std::string &query) {
  return "arith.constant 0 : index\n  %b = " + query +
         "\n  %w = arith.index_castui %b : i1 to index\n"
         "  memref.store %w, %out[%c1] : memref<?xindex>\n";
}

TEST(Queries, Occupied) {
  auto ask = [](const std::string &query) {
    Tree tree;
    tree.ask(asIndex(query));
    return tree.out[1];
  };
  EXPECT_EQ(ask("axis.occupied %I[%c2] : !I"), 1);
  EXPECT_EQ(ask("axis.occupied %I[%c3] : !I"), 0);
  EXPECT_EQ(ask("axis.occupied %J[%c1] under %c0 : !J"), 1);
  EXPECT_EQ(ask("axis.occupied %J[%c2] under %c0 : !J"), 0);
  EXPECT_EQ(ask("axis.occupied %J[%cm1] under %c1 : !J"), 0);
  EXPECT_EQ(ask("axis.occupied %K[%c4] under %c2 : !K"), 1);
}

TEST(Queries, LocatePositions) {
  auto locate = [](const std::string &where, std::string flags) {
    Tree tree;
    tree.flags = flags;
    EXPECT_EQ(tree.run("  %x, %b = axis.locate " + where +
                       "\n  scf.if %b { memref.store %x, %out[%c0] : "
                       "memref<?xindex> }\n"),
              "");
    return tree.out[0];
  };
  for (const char *flags : {", sorted, unique", ", unique"}) {
    EXPECT_EQ(locate("%J[%c3] under %c0 : index : !J -> index", flags), 1);
    EXPECT_EQ(locate("%J[%c2] under %c0 : index : !J -> index", flags), -7);
    EXPECT_EQ(locate("%J[%cm1] under %c2 : index : !J -> index", flags), -7);
    EXPECT_EQ(locate("%J[%c0] under %c1 : index : !J -> index", flags), -7);
    EXPECT_EQ(locate("%J[%c0] under %c2 : index : !J -> index", flags), 2);
  }
  EXPECT_EQ(locate("%K[%c1] under %c2 : index : !K -> index", ", unique"), 5);
  EXPECT_EQ(locate("%K[%c2] under %c2 : index : !K -> index", ", unique"), -7);
  EXPECT_EQ(locate("%I[%c2] : !I -> index", ", unique"), 2);
  EXPECT_EQ(locate("%I[%c3] : !I -> index", ", unique"), -7);
}

TEST(Queries, LocateSites) {
  Tree tree;
  EXPECT_EQ(tree.run(R"(
    %r, %b0 = axis.locate %I[%c2] : !I -> !axis.site
    %p, %b1 = axis.locate %J[%c0] under %r : !axis.site : !J -> !axis.site
    %q, %b2 = axis.locate %K[%c1] under %p : !axis.site : !K -> !axis.site
    %x = axis.position_of %q : !axis.site
    memref.store %x, %out[%c0] : memref<?xindex>
  )"),
            "");
  EXPECT_EQ(tree.out[0], 5);
}

TEST(Queries, MissingSiteCannotBeUsed) {
  EXPECT_THAT(Tree().run(R"(
    %r, %b0 = axis.locate %I[%c5] : !I -> !axis.site
    %x = axis.position_of %r : !axis.site
  )"),
              HasSubstr("'axis.position_of': expected a site that was found, "
                        "at a position in [0, 3) but got -1"));
  EXPECT_THAT(Tree().run(R"(
    %r, %b0 = axis.locate %I[%c5] : !I -> !axis.site
    %p, %b1 = axis.locate %J[%c0] under %r : !axis.site : !J -> !axis.site
  )"),
              HasSubstr("'axis.locate': expected a position of the parent"));
}

//===----------------------------------------------------------------------===//
// Structure that breaks what its axis claims
//===----------------------------------------------------------------------===//

std::string makeWith(std::vector<int32_t> positions,
                     std::vector<int8_t> coordinates,
                     std::string flags = ", sorted, unique") {
  Tree tree;
  tree.positions = positions;
  tree.coordinates = coordinates;
  tree.flags = flags;
  return tree.run("");
}

TEST(Structure, Positions) {
  EXPECT_THAT(makeWith({0, 1, 1}, {0}),
              HasSubstr("expected at least 4 positions but got 3"));
  EXPECT_THAT(makeWith({1, 1, 1, 1}, {0}),
              HasSubstr("expected positions[0] to be 0 but got 1"));
  EXPECT_THAT(makeWith({0, 2, 1, 2}, {0, 1}),
              HasSubstr("expected positions not to descend but got 2 and 1 "
                        "from index 1"));
  EXPECT_THAT(makeWith({0, 0, 0, 2}, {0}),
              HasSubstr("expected positions[3] to be at most the 1 "
                        "coordinates but got 2"));
}

TEST(Structure, Coordinates) {
  EXPECT_THAT(makeWith({0, 1, 1, 1}, {4}),
              HasSubstr("expected coordinates[0] to be in [0, 4) but got 4"));
  EXPECT_THAT(makeWith({0, 0, 1, 1}, {-1}),
              HasSubstr("expected coordinates[0] to be in [0, 4) but got -1"));
  EXPECT_THAT(makeWith({0, 0, 2, 2}, {1, 0}),
              HasSubstr("expected sorted coordinates in the fibre under "
                        "position 1"));
  EXPECT_EQ(makeWith({0, 0, 2, 2}, {1, 0}, ", unique"), "");
  EXPECT_THAT(makeWith({0, 0, 3, 3}, {1, 0, 1}, ", unique"),
              HasSubstr("expected unique coordinates in the fibre under "
                        "position 1"));
  EXPECT_EQ(makeWith({0, 0, 2, 2}, {1, 1}, ", sorted"), "");
}

TEST(Structure, DenseExtents) {
  EXPECT_THAT(Tree().run("  %n = arith.subi %c0, %c1 : index\n"
                         "  %B = axis.dense_fixed %n : !I\n"),
              HasSubstr("expected an extent of at least 0 but got -1"));
  EXPECT_THAT(Tree().run("  %n = axis.size %J : !J\n"
                         "  %B = axis.dense_fixed %n : !K\n"),
              HasSubstr("expected an extent of the width 2 but got 3"));
}

} // namespace
