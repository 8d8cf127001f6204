//===- AccessTest.cpp - load, store and fill ------------------------------===//
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

/// Blocks of two under the elements of J, and a dense matrix on (I, K).
///
///   J of I: positions 0 2 2 3, coordinates 1 3 | | 0, extent 4
///   A on (I, J): 1 2 3;  B on (I, J, L of J): 6 values;  C on (I, K): 3 by 2
struct Values {
  std::vector<int32_t> positions = {0, 2, 2, 3}, coordinates = {1, 3, 0};
  std::vector<float> a = {1, 2, 3}, b = {1, 2, 3, 4, 5, 6},
                     c = {0, 0, 0, 0, 0, 0};

  std::string run(const std::string &body) {
    Program program(std::string(R"(
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>
!L = !axis.axis<dense_fixed, width = 2>
!A = !sparse.buffer<?xf32, fill = 9.0>
!B = !sparse.buffer<?x2xf32>
!C = !sparse.buffer<?x?xf32>
func.func @f(%pos: memref<?xi32>, %crd: memref<?xi32>, %am: memref<?xf32>, %bm: memref<?x2xf32>, %cm: memref<?x?xf32>) {
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 7.0 : f32
  %I = axis.dense_fixed %c3 : !I
  %J = axis.sparse_variable %c4 of %I positions %pos coordinates %crd : !I, memref<?xi32>, memref<?xi32> -> !J
  %L = axis.dense_fixed %c2 of %J : !J -> !L
  %K = axis.dense_fixed %c2 : !I
  %A = sparse.bind %am on (%I, %J) : memref<?xf32> on (!I, !J) -> !A
  %B = sparse.bind %bm on (%I, %J, %L) : memref<?x2xf32> on (!I, !J, !L) -> !B
  %C = sparse.bind %cm on (%I, %K) : memref<?x?xf32> on (!I, !I) -> !C
)") + body + "  return\n}\n");
    int64_t blocks = b.size() / 2;
    return program.run(
        {program.memory(positions, "i32"), program.memory(coordinates, "i32"),
         program.memory(a, "f32"), program.memory(b, "f32", {blocks, 2}),
         program.memory(c, "f32", {3, 2})});
  }
};

TEST(Access, DirectBySites) {
  Values values;
  EXPECT_EQ(values.run(R"(
  iter.nest "n" ("i": %i at %r, "j": %j at %p, "l": %l at %q) over (%I, %J, %L : !I, !J, !L) kinds [spatial, reduction, spatial] {
    %y = sparse.load %B at [%p, %q] : !B
    %z = arith.addf %y, %x : f32
    sparse.store %z, %B at [%p, %q] : !B
    sparse.store %z, %A at [%p] : !A
  }
)"),
            "");
  EXPECT_THAT(values.b, ElementsAre(8, 9, 10, 11, 12, 13));
  EXPECT_THAT(values.a, ElementsAre(9, 11, 13));
}

TEST(Access, DirectByPositionsUsesOffsetsOfFixedFibres) {
  Values values;
  EXPECT_EQ(values.run(R"(
  %y = sparse.load %B at positions [%c2, %c1] : !B
  sparse.store %y, %C at positions [%c1, %c0] : !C
)"),
            "");
  EXPECT_THAT(values.c, ElementsAre(0, 0, 6, 0, 0, 0));
}

TEST(Access, LookUpReadsFillWhereMissing) {
  Values values;
  EXPECT_EQ(values.run(R"(
  %y = sparse.load %A[%c0, %c3] : !A
  sparse.store %y, %C[%c0, %c0] : !C
  %z = sparse.load %A[%c1, %c3] : !A
  sparse.store %z, %C[%c0, %c1] : !C
  %u = sparse.load %B[%c2, %c0, %c1] : !B
  sparse.store %u, %C[%c2, %c0] : !C
  %v = sparse.load %B[%c2, %c1, %c1] : !B
  sparse.store %v, %C[%c2, %c1] : !C
)"),
            "");
  EXPECT_THAT(values.c, ElementsAre(2, 9, 0, 0, 6, 0));
}

TEST(Access, StoreToAMissingElement) {
  EXPECT_THAT(Values().run("  sparse.store %x, %A[%c0, %c0] : !A\n"),
              HasSubstr("'sparse.store': expected a stored element to write"));
  EXPECT_THAT(
      Values().run("  sparse.accumulate add %x into %A[%c0, %c0] : !A\n"),
      HasSubstr("'sparse.accumulate': expected a stored element"));
}

TEST(Access, CoordinateOutOfRange) {
  EXPECT_THAT(Values().run("  %y = sparse.load %C[%c0, %c2] : !C\n"),
              HasSubstr("expected coordinate 1 to be in [0, 2) but got 2"));
  EXPECT_THAT(Values().run("  %y = sparse.load %A[%cm1, %c0] : !A\n"),
              HasSubstr("expected coordinate 0 to be in [0, 3) but got -1"));
}

TEST(Access, PositionOutOfRange) {
  EXPECT_THAT(Values().run("  %y = sparse.load %A at positions [%c3] : !A\n"),
              HasSubstr("expected index 0 to be in [0, 3) but got 3"));
  EXPECT_THAT(
      Values().run("  %y = sparse.load %B at positions [%c0, %c2] : !B\n"),
      HasSubstr("expected index 1 to be in [0, 2) but got 2"));
}

TEST(Access, MissingSite) {
  EXPECT_THAT(Values().run(R"(
  %r, %b0 = axis.locate %I[%c0] : !I -> !axis.site
  %p, %b1 = axis.locate %J[%c0] under %r : !axis.site : !J -> !axis.site
  %y = sparse.load %A at [%p] : !A
)"),
              HasSubstr("expected index 0 to be in [0, 3) but got -1"));
}

TEST(Access, MemoryTooSmall) {
  Values values;
  values.a.pop_back();
  EXPECT_THAT(values.run(""),
              HasSubstr("'sparse.bind': expected dimension 0 of the memory to "
                        "be at least 3 but got 2"));
}

TEST(Access, FillTouchesStoredElementsAlone) {
  Values values;
  values.a = {1, 2, 3, 4, 5};
  values.b = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(values.run("  sparse.fill %A, %x : !A\n"
                       "  sparse.fill %B, %x : !B\n"),
            "");
  EXPECT_THAT(values.a, ElementsAre(7, 7, 7, 4, 5));
  EXPECT_THAT(values.b, ElementsAre(7, 7, 7, 7, 7, 7, 7, 8));
}

TEST(Access, ScalarBuffer) {
  Program program(R"(
func.func @f(%m: memref<f64>) {
  %s = sparse.bind %m on () : memref<f64> on () -> !sparse.buffer<f64>
  %x = sparse.load %s[] : !sparse.buffer<f64>
  sparse.accumulate add %x into %s[] : !sparse.buffer<f64>
  return
})");
  std::vector<double> value = {3};
  Memory memory = program.memory(value, "f64");
  memory.shape.clear();
  EXPECT_EQ(program.run({memory}), "");
  EXPECT_EQ(value[0], 6);
}

} // namespace
