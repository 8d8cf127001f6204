//===- ControlTest.cpp - loops, branches, memory, affine maps -------------===//
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

/// Runs `body` on %m, memory of six index values, and %n; gives the error.
std::string runOn(std::vector<int64_t> &m, int64_t n, const std::string &body) {
  std::string text = "func.func @f(%m: memref<?xindex>, %n: index) {\n";
  for (int i = 0; i <= 5; ++i)
    text += "  %c" + std::to_string(i) + " = arith.constant " +
            std::to_string(i) + " : index\n";
  Program program(text + body + "  return\n}\n");
  return program.run({program.memory(m, "index"), n});
}

TEST(Control, ForCarriesValuesAtOnce) {
  std::vector<int64_t> m(6);
  EXPECT_EQ(runOn(m, 9, R"(
  %r:2 = scf.for %i = %c1 to %n step %c2 iter_args(%a = %c0, %b = %c1) -> (index, index) {
    %s = arith.addi %a, %b : index
    memref.store %i, %m[%c5] : memref<?xindex>
    scf.yield %b, %s : index, index
  }
  memref.store %r#0, %m[%c0] : memref<?xindex>
  memref.store %r#1, %m[%c1] : memref<?xindex>
)"),
            "");
  EXPECT_THAT(m, ElementsAre(3, 5, 0, 0, 0, 7));
}

TEST(Control, ConstantMemoryIsReadWhereItLies) {
  Program program(R"(
memref.global "private" constant @table : memref<2x2xf32> = dense<[[1.0, 2.5], [-3.0, 4.0]]>
memref.global "private" constant @bits : memref<2xi1> = dense<[true, false]>
memref.global "private" constant @same : memref<3xi32> = dense<7>
func.func @f(%m: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %table = memref.get_global @table : memref<2x2xf32>
  %bits = memref.get_global @bits : memref<2xi1>
  %same = memref.get_global @same : memref<3xi32>
  %x = memref.load %table[%c1, %c0] : memref<2x2xf32>
  %y = memref.load %table[%c0, %c1] : memref<2x2xf32>
  %b = memref.load %bits[%c1] : memref<2xi1>
  %s = memref.load %same[%c2] : memref<3xi32>
  %t = arith.sitofp %s : i32 to f32
  %chosen = arith.select %b, %x, %y : f32
  memref.store %x, %m[%c0] : memref<3xf32>
  memref.store %chosen, %m[%c1] : memref<3xf32>
  memref.store %t, %m[%c2] : memref<3xf32>
  return
}
)");
  std::vector<float> m(3);
  for (int run = 0; run < 2; ++run)
    EXPECT_EQ(program.run({program.memory(m, "f32")}), "");
  EXPECT_THAT(m, ElementsAre(-3, 2.5, 7));
}

TEST(Control, MemoryThatMayChangeIsNotKnown) {
  Program program(R"(
memref.global "private" @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @f() {
  %table = memref.get_global @table : memref<2xf32>
  return
}
)");
  EXPECT_THAT(program.run({}), HasSubstr("'memref.get_global'"));
}

TEST(Control, ForWithoutIterationsGivesItsInits) {
  std::vector<int64_t> m(6);
  EXPECT_EQ(runOn(m, -4, R"(
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c5) -> (index) {
    scf.yield %i : index
  }
  memref.store %r, %m[%c0] : memref<?xindex>
)"),
            "");
  EXPECT_EQ(m[0], 5);
  EXPECT_THAT(runOn(m, 0, "  scf.for %i = %c0 to %c1 step %n {\n  }\n"),
              HasSubstr("'scf.for': expected a step above 0 but got 0"));
}

TEST(Control, WhileRunsUntilItsConditionFails) {
  std::vector<int64_t> m(6);
  EXPECT_EQ(runOn(m, 100, R"(
  %r:2 = scf.while (%a = %c1, %b = %c0) : (index, index) -> (index, index) {
    %more = arith.cmpi slt, %a, %n : index
    scf.condition(%more) %b, %a : index, index
  } do {
  ^bb0(%b: index, %a: index):
    %twice = arith.addi %a, %a : index
    %next = arith.addi %b, %c1 : index
    scf.yield %twice, %next : index, index
  }
  memref.store %r#0, %m[%c0] : memref<?xindex>
  memref.store %r#1, %m[%c1] : memref<?xindex>
)"),
            "");
  EXPECT_EQ(m[0], 7);
  EXPECT_EQ(m[1], 128);
}

TEST(Control, IfGivesTheValuesOfItsBranch) {
  for (int64_t n : {3, 4}) {
    std::vector<int64_t> m(6);
    EXPECT_EQ(runOn(m, n, R"(
  %b = arith.cmpi eq, %n, %c4 : index
  %r:2 = scf.if %b -> (index, index) {
    scf.yield %c1, %c2 : index, index
  } else {
    scf.yield %c2, %c1 : index, index
  }
  memref.store %r#0, %m[%c0] : memref<?xindex>
  memref.store %r#1, %m[%c1] : memref<?xindex>
  scf.if %b {
    memref.store %c5, %m[%c2] : memref<?xindex>
  }
  %s = arith.select %b, %c4, %c3 : index
  memref.store %s, %m[%c3] : memref<?xindex>
)"),
              "");
    if (n == 4)
      EXPECT_THAT(m, ElementsAre(1, 2, 5, 4, 0, 0));
    else
      EXPECT_THAT(m, ElementsAre(2, 1, 0, 3, 0, 0));
  }
}

TEST(Memory, AccessOutside) {
  std::vector<int64_t> m(6);
  EXPECT_THAT(runOn(m, 6, "  %x = memref.load %m[%n] : memref<?xindex>\n"),
              HasSubstr("program:8:8: 'memref.load': expected index 0 to be in "
                        "[0, 6) but got 6"));
  EXPECT_THAT(runOn(m, -1, "  memref.store %n, %m[%n] : memref<?xindex>\n"),
              HasSubstr("but got -1"));
}

TEST(Memory, AllocationsAreNewAndChecked) {
  std::vector<int64_t> m(6);
  EXPECT_EQ(runOn(m, 3, R"(
  %a = memref.alloc(%n) : memref<2x?xindex>
  memref.store %c5, %a[%c1, %c2] : memref<2x?xindex>
  %x = memref.load %a[%c1, %c2] : memref<2x?xindex>
  %d = memref.dim %a, %c1 : memref<2x?xindex>
  %t = memref.cast %a : memref<2x?xindex> to memref<?x3xindex>
  memref.store %x, %m[%c0] : memref<?xindex>
  memref.store %d, %m[%c1] : memref<?xindex>
  memref.dealloc %a : memref<2x?xindex>
)"),
            "");
  EXPECT_EQ(m[0], 5);
  EXPECT_EQ(m[1], 3);
  EXPECT_THAT(runOn(m, 3, R"(
  %a = memref.alloca(%n) : memref<?xindex>
  memref.dealloc %a : memref<?xindex>
  %x = memref.load %a[%c0] : memref<?xindex>
)"),
              HasSubstr("expected memory that is not deallocated"));
  EXPECT_THAT(runOn(m, 3, "  memref.dealloc %m : memref<?xindex>\n"),
              HasSubstr("expected memory that the function allocated"));
  EXPECT_THAT(runOn(m, -1, "  %a = memref.alloc(%n) : memref<?xindex>\n"),
              HasSubstr("expected a size that fits memory but got -1"));
}

TEST(Affine, DivisionRoundsDown) {
  std::vector<int64_t> m(6);
  EXPECT_EQ(runOn(m, -7, R"(
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%n)
  %1 = affine.apply affine_map<(d0) -> (d0 ceildiv 2)>(%n)
  %2 = affine.apply affine_map<(d0) -> (d0 mod 2)>(%n)
  %3 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 - s0 + 1)>(%n)[%c5]
  %4 = affine.min affine_map<(d0) -> (d0, 3)>(%n)
  %5 = affine.max affine_map<(d0) -> (d0, 3)>(%n)
  memref.store %0, %m[%c0] : memref<?xindex>
  memref.store %1, %m[%c1] : memref<?xindex>
  memref.store %2, %m[%c2] : memref<?xindex>
  memref.store %3, %m[%c3] : memref<?xindex>
  memref.store %4, %m[%c4] : memref<?xindex>
  memref.store %5, %m[%c5] : memref<?xindex>
)"),
            "");
  EXPECT_THAT(m, ElementsAre(-4, -3, 1, -18, -7, 3));
}

TEST(Affine, LoopsRunBetweenTheirLargestAndSmallestBounds) {
  std::vector<int64_t> m(6, -1);
  EXPECT_EQ(runOn(m, 7, R"(
  %sum = affine.for %i = max affine_map<(d0) -> (1, d0 - 9)>(%n) to min affine_map<(d0) -> (6, d0)>(%n) step 2 iter_args(%before = %c0) -> (index) {
    affine.store %i, %m[%i] : memref<?xindex>
    %next = arith.addi %before, %i : index
    affine.yield %next : index
  }
  affine.for %i = 0 to 0 {
    affine.store %n, %m[%i] : memref<?xindex>
  }
  %x = affine.load %m[symbol(%n) - 2] : memref<?xindex>
  %both = arith.addi %sum, %x : index
  affine.store %both, %m[symbol(%n) floordiv 3] : memref<?xindex>
)"),
            "");
  // 1 + 3 + 5, and what is at 5.
  EXPECT_THAT(m, ElementsAre(-1, 1, 14, 3, -1, 5));
}

TEST(Affine, AccessesAreHeldToTheMemory) {
  std::vector<int64_t> m(6);
  EXPECT_THAT(runOn(m, 7,
                    "  affine.store %n, %m[symbol(%n) - 1] : "
                    "memref<?xindex>\n"),
              HasSubstr("expected index 0 to be in [0, 6) but got 6"));
}

} // namespace
