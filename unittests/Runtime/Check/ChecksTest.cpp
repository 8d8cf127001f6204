//===- ChecksTest.cpp - faults of memory, elements and accesses -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedAxes.h"

using namespace spindle::runtime;

TEST_F(Faults, ArraysThatChangeWhileTheyAreInUse) {
  Ints positions = {0, 1, 2};
  std::vector<int64_t> coordinates = {1, 2};
  {
    Root rows(2);
    Axis columns(CheckedKind::SparseVariable, 4);
    columns.of(rows).array(CheckedRole::Positions, positions);
    columns.array(CheckedRole::Coordinates, coordinates).end();
    coordinates[1] = 3;
  }
  EXPECT_EQ(take(), place +
                        "expected the coordinates to stay as they are while "
                        "the axis is in use but got them changed");
}

TEST_F(Faults, ArraysThatAreFreedWhileTheyAreInUse) {
  Root rows(2);
  spindle_check_freed(rows.number);
  EXPECT_EQ(take(), place + "expected the arrays to stay while the axis is in "
                            "use but got one freed");
}

TEST_F(Faults, ElementsThatAreNotStored) {
  spindle_check_note(3);
  spindle_check_note(-7);
  spindle_check_missing(addressOf("a.mlir:3: store to C"));
  EXPECT_EQ(take(), "a.mlir:3: store to C[3, -7]");
  spindle_check_missing(addressOf("C"));
  EXPECT_EQ(take(), "C[]");
}

TEST_F(Faults, CoordinatesOutsideOfTheirAxes) {
  spindle_check_outside(addressOf("a.mlir:3: load of B"), 1, 9, -1, 5);
  EXPECT_EQ(take(), "a.mlir:3: load of B: expected coordinate 1 to be in "
                    "[-1, 4) but got 9");
}

TEST(Checks, AFaultEndsTheProcess) {
  EXPECT_DEATH(spindle_check_missing(addressOf("a.mlir:3: store to C")),
               "^error: a.mlir:3: store to C\\[\\]");
}

TEST(Checks, EveryFunctionHasANameOfItsOwnAndAnAddress) {
  EXPECT_EQ(std::string(getCheckFunctions().front().name),
            "_mlir_ciface_spindle_check_axis");
  for (const CalledFunction &function : getCheckFunctions()) {
    EXPECT_EQ(
        std::string(function.name).rfind("_mlir_ciface_spindle_check_", 0), 0u);
    EXPECT_NE(function.address, nullptr);
  }
}
