//===- CheckedFibresTest.cpp - faults of fibres of many cells -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedAxes.h"

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Axes of a width
//===----------------------------------------------------------------------===//

TEST_F(Faults, SoundAxesOfAWidthAreSilent) {
  Ints lengths = {2, 0}, coordinates = {1, 4, 0, 0, 0, 0};
  Root rows(2);
  Axis ell(CheckedKind::SparseFixed, 5, ClaimSorted | ClaimUnique);
  ell.width(3, 3).of(rows);
  ell.array(CheckedRole::Lengths, lengths, {&rows});
  ell.array(CheckedRole::Coordinates, coordinates, {&rows, &ell}, 3).end();
  EXPECT_EQ(take(), "");
}

TEST_F(Faults, ExtentsAndWidthsThatAreNone) {
  Axis(CheckedKind::DenseFixed, -1).width(-1).end();
  EXPECT_EQ(take(), place + "expected an extent of at least 0 but got -1");
  Axis(CheckedKind::DenseFixed, INT64_MAX, 0, 1).width(1).end();
  EXPECT_EQ(take(), place + "expected coordinates below 2^63 but got "
                            "9223372036854775807 from 1");
  Axis(CheckedKind::SparseFixed, 1).width(-2).end();
  EXPECT_EQ(take(), place + "expected a width of at least 0 but got -2");
  Axis(CheckedKind::DenseFixed, 3).width(3, 4).end();
  EXPECT_EQ(take(), place + "expected a width of 4, as the axis' type has, but "
                            "got 3");
}

TEST_F(Faults, MoreCellsThanNumbers) {
  Root rows(int64_t(1) << 40);
  Axis(CheckedKind::DenseFixed, int64_t(1) << 40)
      .width(int64_t(1) << 40)
      .of(rows)
      .end();
  EXPECT_EQ(take(), place + "expected less than 2^63 cells but got more");
}

TEST_F(Faults, LengthsOutsideOfTheWidth) {
  Ints lengths = {2, 4};
  Root rows(2), more(3);
  Axis(CheckedKind::DenseFixed, 3)
      .width(3)
      .of(rows)
      .array(CheckedRole::Lengths, lengths, {&rows})
      .end();
  EXPECT_EQ(take(), place + "expected lengths[1] to be in [0, 3] but got 4");
  lengths = {-1, 0};
  Axis(CheckedKind::DenseFixed, 3)
      .width(3)
      .of(rows)
      .array(CheckedRole::Lengths, lengths, {&rows})
      .end();
  EXPECT_EQ(take(), place + "expected lengths[0] to be in [0, 3] but got -1");
  Axis(CheckedKind::DenseFixed, 3)
      .width(3)
      .of(more)
      .array(CheckedRole::Lengths, lengths, {&more})
      .end();
  EXPECT_EQ(take(), place +
                        "expected dimension 0 of the lengths to be at least "
                        "3 but got 2");
}

TEST_F(Faults, CoordinatesOfPaddingAre0) {
  Ints lengths = {1, 2}, coordinates = {3, 1, 0, 2};
  Root rows(2);
  Axis ell(CheckedKind::SparseFixed, 5);
  ell.width(2).of(rows).array(CheckedRole::Lengths, lengths, {&rows});
  ell.array(CheckedRole::Coordinates, coordinates, {&rows, &ell}, 2).end();
  EXPECT_EQ(take(), place + "expected coordinates[1], of a cell that does not "
                            "exist, to be 0 but got 1");
}

TEST_F(Faults, ACutBelow0) {
  Root blocks(2);
  Axis(CheckedKind::DenseFixed, 2).width(2).of(blocks).cut(-1, blocks).end();
  EXPECT_EQ(take(), place + "expected a cut of at least 0 but got -1");
}

TEST_F(Faults, WhatIsCutAwayIsPadding) {
  // Of 3 rows in blocks of 2, the last does not exist.
  Ints coordinates = {4, 4, 4, 0}, wrong = {4, 4, 4, 4};
  Root blocks(2);
  Axis rows(CheckedKind::DenseFixed, 2);
  rows.width(2).of(blocks).cut(3, blocks).end();
  for (Ints *numbers : {&coordinates, &wrong})
    Axis(CheckedKind::Singleton, 5)
        .of(rows)
        .array(CheckedRole::Coordinates, *numbers, {&blocks, &rows}, 2)
        .end();
  EXPECT_EQ(take(), place + "expected coordinates[3], of a cell that does not "
                            "exist, to be 0 but got 4");
}

TEST_F(Faults, ACutByAnAncestorBehindFibresOfTheirOwn) {
  // Block row 1 holds the blocks 1 and 2, whose second rows are cut away.
  Ints positions = {0, 1, 3}, blocks = {0, 1, 2};
  Ints coordinates = {1, 1, 1, 0, 1, 7};
  Root blockRows(2);
  Axis blockColumns(CheckedKind::SparseVariable, 3, ClaimSorted | ClaimUnique);
  blockColumns.of(blockRows).array(CheckedRole::Positions, positions);
  blockColumns.array(CheckedRole::Coordinates, blocks).end();
  Axis rows(CheckedKind::DenseFixed, 2);
  rows.width(2, 2).of(blockColumns).cut(3, blockRows).end();
  Axis(CheckedKind::Singleton, 5)
      .of(rows)
      .array(CheckedRole::Coordinates, coordinates, {&blockColumns, &rows}, 2)
      .end();
  EXPECT_EQ(take(), place + "expected coordinates[5], of a cell that does not "
                            "exist, to be 0 but got 7");
}

//===----------------------------------------------------------------------===//
// Axes of variable fibres
//===----------------------------------------------------------------------===//

namespace {

/// Checks a sparse_variable axis on two rows.
void checkRows(Ints positions, Ints coordinates, int64_t claims = 3,
               int64_t from = 0) {
  Root rows(2);
  Axis columns(CheckedKind::SparseVariable, 4, claims, from);
  columns.of(rows).array(CheckedRole::Positions, positions);
  columns.array(CheckedRole::Coordinates, coordinates).end();
}

} // namespace

TEST_F(Faults, SoundRowsAreSilent) {
  checkRows({0, 2, 3}, {1, 3, 0});
  checkRows({0, 0, 0}, {});
  checkRows({0, 2, 4}, {3, 1, 1, 1}, 0);
  checkRows({0, 2, 3}, {-1, 2, 0}, 3, -1);
  EXPECT_EQ(take(), "");
}

TEST_F(Faults, PositionsThatAreNone) {
  checkRows({0, 2}, {1, 3});
  EXPECT_EQ(take(), place + "expected at least 3 positions but got 2");
  checkRows({1, 2, 2}, {1, 3});
  EXPECT_EQ(take(), place + "expected positions[0] to be 0 but got 1");
  checkRows({0, 3, 2}, {1, 3, 2});
  EXPECT_EQ(take(), place + "expected positions not to descend but got 3 and 2 "
                            "from index 1 on");
  checkRows({0, 2, 3}, {1, 3});
  EXPECT_EQ(take(), place + "expected positions[2] to be at most the 2 "
                            "coordinates but got 3");
}

TEST_F(Faults, CoordinatesOutsideOfTheExtent) {
  checkRows({0, 2, 3}, {1, 4, 0});
  EXPECT_EQ(take(),
            place + "expected coordinates[1] to be in [0, 4) but got 4");
  checkRows({0, 2, 3}, {1, 3, -2}, 3, -1);
  EXPECT_EQ(take(),
            place + "expected coordinates[1] to be in [-1, 3) but got 3");
}

TEST_F(Faults, CoordinatesOutOfOrder) {
  checkRows({0, 1, 3}, {1, 3, 2});
  EXPECT_EQ(take(), place + "expected sorted coordinates in the fibre under "
                            "position 1 but got 3 before 2");
  checkRows({0, 2, 3}, {1, 1, 2});
  EXPECT_EQ(take(), place + "expected unique coordinates in the fibre under "
                            "position 0 but got 1 twice");
  checkRows({0, 3, 3}, {2, 1, 2}, ClaimUnique);
  EXPECT_EQ(take(), place + "expected unique coordinates in the fibre under "
                            "position 0 but got 2 twice");
}

TEST_F(Faults, CountsThatDoNotFit) {
  Ints coordinates = {1, 2};
  auto check = [&](int64_t count, int64_t bits) {
    Axis(CheckedKind::SparseVariable, 4)
        .count(count, bits)
        .array(CheckedRole::Coordinates, coordinates)
        .end();
    return take();
  };
  EXPECT_EQ(check(2, 32), "");
  EXPECT_EQ(check(3, 32),
            place + "expected a count of at most the 2 coordinates but got 3");
  EXPECT_EQ(check(-1, 64), place + "expected a count of at least 0 but got -1");
  EXPECT_EQ(check(int64_t(1) << 31, 32),
            place + "expected a count that fits i32 but got 2147483648");
}

TEST_F(Faults, RaggedFibresLongerThanTheExtent) {
  Ints positions = {0, 1, 4};
  Root rows(2);
  Axis(CheckedKind::DenseVariable, 2)
      .of(rows)
      .array(CheckedRole::Positions, positions)
      .end();
  EXPECT_EQ(take(), place + "expected at most 2 positions in the fibre under "
                            "position 1 but got 3");
}
