//===- CheckedThinAxesTest.cpp - faults of axes of one cell per fibre -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedAxes.h"

using namespace spindle::runtime;

TEST_F(Faults, SingletonsWithACoordinateTwice) {
  std::vector<int8_t> permuted = {2, 0, 1}, twice = {2, 0, 2}, far = {2, 0, 3};
  Root rows(3);
  auto check = [&](std::vector<int8_t> &numbers) {
    Axis(CheckedKind::Singleton, 3, ClaimUnique)
        .of(rows)
        .array(CheckedRole::Coordinates, numbers, {&rows})
        .end();
    return take();
  };
  EXPECT_EQ(check(permuted), "");
  EXPECT_EQ(check(twice),
            place + "expected unique coordinates but got 2 twice");
  EXPECT_EQ(check(far),
            place + "expected coordinates[2] to be in [0, 3) but got 3");
}

TEST_F(Faults, OffsetsThatAreNotTheNumberOfPairs) {
  Ints rowStarts = {0, 2, 3}, columnStarts = {0, 3, 5}, offsets = {0, 6, 8},
       wrong = {0, 5, 8};
  Root batches(2);
  Axis rows(CheckedKind::DenseVariable, 2),
      columns(CheckedKind::DenseVariable, 3);
  rows.of(batches).array(CheckedRole::Positions, rowStarts).end();
  columns.of(batches).array(CheckedRole::Positions, columnStarts).end();
  for (Ints *numbers : {&offsets, &wrong})
    Axis(CheckedKind::Product, 1)
        .of(batches)
        .of(rows)
        .of(columns)
        .array(CheckedRole::Offsets, *numbers)
        .end();
  EXPECT_EQ(take(), place + "expected offsets[1] to be the number of pairs "
                            "before it, 6, but got 5");
}

TEST_F(Faults, CellsThatAnOccupancyLacksArePadding) {
  // Rows in pairs: the entries of the second row of slot 1 do not exist.
  std::vector<int8_t> bits = {1, 1, 1, 0};
  Ints coordinates = {3, 1, 2, 4};
  Root slots(2), lanes(2);
  Axis occupancy(CheckedKind::Occupancy, 1);
  occupancy.entry(slots, 0).entry(lanes, 1).places({0, 1});
  occupancy.array(CheckedRole::Bits, bits, {&slots, &lanes}, 2).end();
  EXPECT_EQ(take(), "");
  Axis(CheckedKind::Singleton, 5)
      .of(occupancy)
      .array(CheckedRole::Coordinates, coordinates, {&slots, &lanes}, 2)
      .end();
  EXPECT_EQ(take(), place + "expected coordinates[3], of a cell that does not "
                            "exist, to be 0 but got 4");
  Root more(3);
  Axis(CheckedKind::Occupancy, 1)
      .entry(more, 0)
      .entry(lanes, 1)
      .places({0, 1})
      .array(CheckedRole::Bits, bits, {&more, &lanes}, 2)
      .end();
  EXPECT_EQ(take(), place + "expected dimension 0 of the bits to be at least 3 "
                            "but got 2");
}

TEST_F(Faults, SingletonsOfSeveralParents) {
  // SELL: 2 slices of 2 rows, of 1 and 2 slots; the last row is cut away.
  Ints starts = {0, 1, 3}, coordinates = {1, 2, 3, 0, 3, 0};
  Root slices(2);
  Axis slots(CheckedKind::DenseVariable, 2), lanes(CheckedKind::DenseFixed, 2);
  slots.of(slices).array(CheckedRole::Positions, starts).end();
  lanes.width(2).of(slices).cut(3, slices).end();
  auto check = [&] {
    Axis columns(CheckedKind::Singleton, 4);
    columns.entry(slices, -1).entry(slots, 0, {0}).entry(lanes, 1, {0});
    columns.places({0, 1, 2});
    columns.array(CheckedRole::Coordinates, coordinates, {&slots, &lanes}, 2);
    columns.end();
    return take();
  };
  EXPECT_EQ(check(), "");
  coordinates[3] = 2;
  EXPECT_EQ(check(), place + "expected coordinates[3], of a cell that does not "
                             "exist, to be 0 but got 2");
}

TEST_F(Faults, ListsWithAnOccupancyInTheMiddle) {
  // Two cells under each of two, of which the second does not exist.
  std::vector<int8_t> bits = {1, 0};
  Ints coordinates = {1, 2, 0, 3};
  Root cells(2);
  Axis occupancy(CheckedKind::Occupancy, 1);
  occupancy.entry(cells, 0).places({0});
  occupancy.array(CheckedRole::Bits, bits, {&cells}).end();
  Axis pairs(CheckedKind::DenseFixed, 2), lone(CheckedKind::DenseFixed, 1);
  pairs.width(2).of(occupancy).end();
  lone.width(1).of(occupancy).end();
  Axis columns(CheckedKind::Singleton, 4, ClaimUnique);
  columns.entry(cells, 0).entry(occupancy, -1, {0});
  columns.entry(pairs, 1, {1}).entry(lone, 2, {1}).places({1, 2, 3});
  columns.array(CheckedRole::Coordinates, coordinates, {&cells, &pairs}, 2);
  columns.end();
  EXPECT_EQ(take(), place + "expected coordinates[3], of a cell that does not "
                            "exist, to be 0 but got 3");
}

TEST_F(Faults, AnAxisUnderOneThatIsWrongIsNotLookedAt) {
  Ints positions = {0, 5};
  Axis rows(CheckedKind::DenseFixed, -1);
  rows.width(-1).end();
  EXPECT_NE(take(), "");
  Axis(CheckedKind::DenseVariable, 1)
      .of(rows)
      .array(CheckedRole::Positions, positions)
      .end();
  EXPECT_EQ(take(), "");
}
