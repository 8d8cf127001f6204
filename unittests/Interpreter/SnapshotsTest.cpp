//===- SnapshotsTest.cpp - structure that changes -------------------------===//
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

constexpr const char *kSnapshotHead = R"(
  %I = axis.dense_fixed %c2 : !D
  %J = axis.sparse_variable %c4 of %I positions %pos coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !J
  %one = arith.constant 1 : i32
)";
constexpr const char *kWrite =
    "  memref.store %one, %pos[%c2] : memref<?xi32>\n";
constexpr const char *kChanged =
    "'axis.sparse_variable': the array of positions was written or freed while "
    "the axis is in use";

std::string run(const std::string &body) {
  return Trial("!D = !axis.axis<dense_fixed>\n"
               "!J = !axis.axis<sparse_variable, sorted, unique>")
      .memory<int32_t>("pos", "i32", {0, 1, 2})
      .memory<int32_t>("crd", "i32", {3, 2})
      .memory<float>("val", "f32", {1, 2})
      .run(kSnapshotHead + body);
}

TEST(Snapshots, WrittenBeforeTheLastUse) {
  EXPECT_THAT(run(std::string(kWrite) + "%n = axis.length %J under %c0 : !J\n"),
              HasSubstr(kChanged));
}

TEST(Snapshots, WrittenAfterTheLastUse) {
  EXPECT_EQ(run(std::string("%n = axis.length %J under %c0 : !J\n") + kWrite),
            "");
}

TEST(Snapshots, WhatIsComputedFromAnswersIsAUse) {
  EXPECT_THAT(run("%n = axis.length %J under %c0 : !J\n" + std::string(kWrite) +
                  "%x = arith.addi %n, %c1 : index\nLOG\n"),
              HasSubstr(kChanged));
}

TEST(Snapshots, BuffersAreUses) {
  EXPECT_THAT(run("%v = sparse.bind %val on (%I, %J) : memref<?xf32> on (!D, "
                  "!J) -> !sparse.buffer<?xf32>\n" +
                  std::string(kWrite) +
                  "%x = sparse.load %v[%c0, %c3] : !sparse.buffer<?xf32>\n"),
              HasSubstr(kChanged));
}

TEST(Snapshots, WrittenByTheNestOverIt) {
  EXPECT_THAT(
      run("iter.nest \"n\" (\"i\": %i, \"j\": %j) over (%I, %J : !D, !J) "
          "kinds [spatial, spatial] {\n"
          "  memref.store %one, %crd[%c0] : memref<?xi32>\n}\n"),
      HasSubstr("the array of coordinates was written"));
}

/// What has become nonsense is not followed out of the memory.
TEST(Snapshots, WrittenFibresStayInsideTheMemory) {
  std::string write = "%far = arith.constant 1000 : i32\n"
                      "memref.store %far, %pos[%c1] : memref<?xi32>\n";
  std::string bind = "%v = sparse.bind %val on (%I, %J) : memref<?xf32> on "
                     "(!D, !J) -> !sparse.buffer<?xf32>\n";
  EXPECT_THAT(run(bind + write +
                  "%f = arith.constant 1.0 : f32\n"
                  "sparse.fill %v, %f : !sparse.buffer<?xf32>\n"),
              HasSubstr("'sparse.fill': expected axes whose memory has not "
                        "changed"));
  EXPECT_THAT(run(write + "%n = axis.length %J under %c0 : !J\n"),
              HasSubstr("'axis.length': expected a position of the parent"));
}

TEST(Snapshots, FreedWhileInUse) {
  EXPECT_THAT(run(R"(
  %own = memref.alloc(%c3) : memref<?xi32>
  %K = axis.sparse_variable %c4 of %I positions %own coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !J
  memref.dealloc %own : memref<?xi32>
  %n = axis.size %K : !J
)"),
              HasSubstr(kChanged));
}

TEST(Snapshots, MadeOfFreedMemory) {
  EXPECT_THAT(run(R"(
  %own = memref.alloc(%c3) : memref<?xi32>
  memref.dealloc %own : memref<?xi32>
  %K = axis.sparse_variable %c4 of %I positions %own coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !J
)"),
              HasSubstr("'axis.sparse_variable': expected memory that is not "
                        "deallocated"));
}

/// Each turn of the loop makes an axis of what the memory holds then.
TEST(Snapshots, EachTurnOfALoopHasItsOwn) {
  EXPECT_EQ(run(R"(
  scf.for %i = %c0 to %c3 step %c1 {
    %own = memref.alloc(%c1) : memref<?xi32>
    %n = arith.index_cast %i : index to i32
    memref.store %n, %own[%c0] : memref<?xi32>
    %K = axis.sparse_variable %c4 count %c1 coordinates %own : memref<?xi32> -> !J
    %x = axis.coordinate %K[%c0] : !J
    LOG
    memref.store %one, %own[%c0] : memref<?xi32>
  }
)"),
            "");
}

TEST(Snapshots, LevelsOfTensors) {
  Program program(R"(
!A = !sparse.tensor<?x?xf32, #sparse.csr>
!J = !axis.axis<sparse_variable, sorted, unique>
func.func @f(%A: !A, %alias: memref<?xi32>, %x: i32) {
  %I, %J, %Av = sparse.unpack %A : !A -> !axis.axis<dense_fixed>, !J, !sparse.buffer<?xf32>
  %c0 = arith.constant 0 : index
  memref.store %x, %alias[%c0] : memref<?xi32>
  %n = axis.size %J : !J
  return
})");
  std::vector<int32_t> positions = {0, 1}, coordinates = {1};
  std::vector<float> values = {1};
  Tensor a{{1, 2},
           {Memory(), program.memory(positions, "i32")},
           {Memory(), program.memory(coordinates, "i32")},
           program.memory(values, "f32")};
  EXPECT_THAT(program.run({a, program.memory(coordinates, "i32"), int64_t(0)}),
              HasSubstr("'sparse.unpack': the array of coordinates of level 1 "
                        "was written or freed while the axis is in use"));
}

/// The error where `store` writes to memory that is also that of lengths,
/// %lengths, and of bits, %bits.
std::string storeInUse(const std::string &store) {
  Program program(R"(
!A = !sparse.tensor<?x?xf32, #sparse.ell<1, lengths and bitmap>>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_fixed, width = 1, sorted, unique>
func.func @f(%A: !A, %lengths: memref<?xi32>, %bits: memref<?x1xi1>) {
  %I, %J, %E, %Av = sparse.unpack %A : !A -> !I, !J, !axis.axis<occupancy>, !sparse.buffer<?x1xf32>
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %false = arith.constant false
)" + store + R"(
  %n = axis.size %E : !axis.axis<occupancy>
  return
})");
  std::vector<int32_t> coordinates = {1}, lengths = {1};
  std::vector<int8_t> bits = {1};
  std::vector<float> values = {1};
  Tensor a{{1, 2},
           {},
           {Memory(), program.memory(coordinates, "i32", {1, 1})},
           program.memory(values, "f32", {1, 1}),
           {Memory(), program.memory(lengths, "i32")},
           program.memory(bits, "i1", {1, 1})};
  return program.run(
      {a, program.memory(lengths, "i32"), program.memory(bits, "i1", {1, 1})});
}

TEST(Snapshots, LengthsAndBitmapsOfTensors) {
  EXPECT_EQ(storeInUse(""), "");
  EXPECT_THAT(
      storeInUse("  memref.store %none, %lengths[%c0] : memref<?xi32>"),
      HasSubstr("'sparse.unpack': the array of lengths of level 1 was written "
                "or freed while the axis is in use"));
  EXPECT_THAT(
      storeInUse("  memref.store %false, %bits[%c0, %c0] : memref<?x1xi1>"),
      HasSubstr("'sparse.unpack': the array of bits was written or freed "
                "while the axis is in use"));
}

} // namespace
