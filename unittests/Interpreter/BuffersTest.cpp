//===- BuffersTest.cpp - buffers on all kinds of axes ---------------------===//
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

constexpr const char *kBufferTypes =
    "!D = !axis.axis<dense_fixed>\n!J = !axis.axis<sparse_variable, sorted, "
    "unique>\n!E = !axis.axis<sparse_fixed, sorted, unique>\n"
    "!V = !axis.axis<dense_variable>\n!P = !axis.axis<product>\n"
    "!O = !axis.axis<occupancy>\n!b1 = !sparse.buffer<?xi64, fill = -9>\n"
    "!b2 = !sparse.buffer<?x?xi64, fill = -9>";

/// Logs %v, an i64.
constexpr const char *kLog =
    "  %x = arith.index_cast %v : i64 to index\n  LOG\n";

//===----------------------------------------------------------------------===//
// Where there is no memory of the caller
//===----------------------------------------------------------------------===//

Trial makeCsr() {
  return Trial(kBufferTypes)
      .memory<int32_t>("pos", "i32", {0, 1, 3})
      .memory<int32_t>("crd", "i32", {3, 0, 2});
}
const std::string kCsr = R"(
  %seven = arith.constant 7 : i64
  %I = axis.dense_fixed %c2 : !D
  %J = axis.sparse_variable %c4 of %I positions %pos coordinates %crd : !D, memref<?xi32>, memref<?xi32> -> !J
)";

TEST(Splat, ReadsAsItsValueWhereElementsAre) {
  std::string body = kCsr + R"(
  %S = sparse.splat %seven on (%I, %J) : i64 on (!D, !J) -> !b1
  %v, %f = sparse.load %S[%c1, %c2] found : !b1
)" + kLog + R"(
  %v1, %f1 = sparse.load %S[%c1, %c3] found : !b1
  %x1 = arith.index_cast %v1 : i64 to index
  func.call @append(%log, %x1) : (memref<?xindex>, index) -> ()
  %x2 = arith.index_castui %f : i1 to index
  func.call @append(%log, %x2) : (memref<?xindex>, index) -> ()
  %x3 = arith.index_castui %f1 : i1 to index
  func.call @append(%log, %x3) : (memref<?xindex>, index) -> ()
  %v2 = sparse.load %S at positions [%c0] : !b1
  %x4 = arith.index_cast %v2 : i64 to index
  func.call @append(%log, %x4) : (memref<?xindex>, index) -> ()
)";
  EXPECT_THAT(makeCsr().log(body), ElementsAre(7, -9, 1, 0, 7));
}

TEST(Alloc, ElementsAreWrittenBeforeTheyAreRead) {
  std::string alloc =
      kCsr + "%T = sparse.alloc on (%I, %J) : (!D, !J) -> !b1\n";
  EXPECT_THAT(makeCsr().log(alloc + R"(
  sparse.fill %T, %seven : !b1
  %v = sparse.load %T[%c1, %c2] : !b1
)" + kLog),
              ElementsAre(7));
  EXPECT_THAT(makeCsr().log(alloc + R"(
  sparse.store %seven, %T at positions [%c2] : !b1
  sparse.accumulate add %seven into %T[%c1, %c2] : !b1
  %v = sparse.load %T[%c1, %c2] : !b1
)" + kLog),
              ElementsAre(14));
  constexpr const char *kUnwritten = "read before it is written";
  EXPECT_THAT(
      makeCsr().run(alloc + "%v = sparse.load %T[%c1, %c2] : !b1\n"),
      HasSubstr(std::string("'sparse.load': expected an element that was "
                            "written but it is ") +
                kUnwritten));
  EXPECT_THAT(
      makeCsr().run(alloc +
                    "sparse.accumulate add %seven into %T[%c1, %c2] : !b1\n"),
      HasSubstr(kUnwritten));
  EXPECT_THAT(makeCsr().log(alloc + R"(
  %v = sparse.load %T[%c1, %c3] : !b1
)" + kLog),
              ElementsAre(-9))
      << "a missing element is no memory";
}

TEST(Alloc, MoreThanThereIs) {
  auto alloc = [](int64_t size) {
    return Trial(kBufferTypes)
        .index("n", size)
        .run("%I = axis.dense_fixed %n : !D\n"
             "%T = sparse.alloc on (%I, %I) : (!D, !D) -> !b2\n");
  };
  EXPECT_THAT(alloc(int64_t(1) << 40),
              HasSubstr("'sparse.alloc': expected a size that fits memory but "
                        "got 1099511627776"));
  EXPECT_THAT(alloc(int64_t(1) << 31),
              HasSubstr("expected memory for 4611686018427387904 elements but "
                        "got none"));
}

TEST(Alloc, CountingReadsNothing) {
  EXPECT_EQ(makeCsr().count(kCsr + R"(
  %T = sparse.alloc on (%I, %J) : (!D, !J) -> !b1
  iter.nest "n" ("i": %i at %r) over (%I : !D) kinds [spatial] {
    %v = sparse.load %T[%i, %c2] : !b1
    iter.nest "m" ("j": %j) over (%J under %r : !J) kinds [spatial] {
    }
  })"),
            "5");
}

//===----------------------------------------------------------------------===//
// Fibres of fixed width that lack cells
//===----------------------------------------------------------------------===//

Trial makeEll() {
  return Trial(kBufferTypes)
      .memory<int32_t>("len", "i32", {1, 2})
      .memory<int32_t>("crd", "i32", {3, 0, 0, 2}, {2, 2})
      .memory<int64_t>("val", "i64", {1, 2, 3, 4}, {2, 2});
}
const std::string kEll = R"(
  %seven = arith.constant 7 : i64
  %I = axis.dense_fixed %c2 : !D
  %J = axis.sparse_fixed %c4 width %c2 of %I lengths %len coordinates %crd : !D, memref<?xi32>, memref<?x?xi32> -> !E
  %A = sparse.bind %val on (%I, %J) : memref<?x?xi64> on (!D, !E) -> !b2
)";

TEST(Padding, FillLeavesItAlone) {
  Trial trial = makeEll();
  EXPECT_EQ(trial.run(kEll + "sparse.fill %A, %seven : !b2\n"), "");
  EXPECT_THAT(trial.get<int64_t>("val"), ElementsAre(7, 2, 7, 7));
}

TEST(Padding, IsNotFoundByItsCoordinate) {
  EXPECT_THAT(
      makeEll().log(kEll + "%v = sparse.load %A[%c0, %c0] : !b2\n" + kLog),
      ElementsAre(-9));
  EXPECT_THAT(
      makeEll().log(kEll + "%v = sparse.load %A[%c1, %c2] : !b2\n" + kLog),
      ElementsAre(4));
}

TEST(Padding, MayBeReadAtAPositionButNotWritten) {
  EXPECT_THAT(
      makeEll().log(
          kEll + "%v = sparse.load %A at positions [%c0, %c1] : !b2\n" + kLog),
      ElementsAre(2));
  for (const char *write :
       {"store %seven, %A", "accumulate add %seven into %A"})
    EXPECT_THAT(makeEll().run(kEll + "sparse." + write +
                              " at positions [%c0, %c1] : !b2\n"),
                HasSubstr("expected a stored element to write to but got none "
                          "at indices (0, 1)"));
  Trial trial = makeEll();
  EXPECT_EQ(
      trial.run(kEll +
                "sparse.store %seven, %A at positions [%c1, %c1] : !b2\n"),
      "");
  EXPECT_THAT(trial.get<int64_t>("val"), ElementsAre(1, 2, 3, 7));
}

TEST(Padding, LookUpsInACutFibre) {
  Trial trial =
      Trial(kBufferTypes).memory<int64_t>("val", "i64", {1, 2, 3, 4}, {2, 2});
  EXPECT_THAT(trial.log(R"(
  %IO = axis.dense_fixed %c2 : !D
  %II = axis.dense_fixed %c2 cut %c3 of %IO : !D -> !D
  %A = sparse.bind %val on (%IO, %II) : memref<?x?xi64> on (!D, !D) -> !b2
  %v = sparse.load %A[%c1, %c1] : !b2
)" + std::string(kLog)),
              ElementsAre(-9));
}

//===----------------------------------------------------------------------===//
// Products and occupancies
//===----------------------------------------------------------------------===//

TEST(Products, LookUpsTakeNoCoordinateOnThem) {
  Trial trial = Trial(kBufferTypes)
                    .memory<int32_t>("ip", "i32", {0, 2, 3})
                    .memory<int32_t>("jp", "i32", {0, 1, 3})
                    .memory<int32_t>("off", "i32", {0, 2, 4})
                    .memory<int64_t>("val", "i64", {1, 2, 3, 4});
  std::string head = R"(
  %seven = arith.constant 7 : i64
  %B = axis.dense_fixed %c2 : !D
  %I = axis.dense_variable %c4 of %B positions %ip : !D, memref<?xi32> -> !V
  %J = axis.dense_variable %c4 of %B positions %jp : !D, memref<?xi32> -> !V
  %IJ = axis.product %I, %J offsets %off : !V, !V, memref<?xi32> -> !P
  %A = sparse.bind %val on (%B, %I, %J, %IJ) : memref<?xi64> on (!D, !V, !V, !P) -> !b1
)";
  EXPECT_THAT(
      trial.log(head + "%v = sparse.load %A[%c1, %c0, %c1] : !b1\n" + kLog),
      ElementsAre(4));
  EXPECT_THAT(
      trial.log(head + "%v = sparse.load %A[%c0, %c1, %c1] : !b1\n" + kLog),
      ElementsAre(-9));
  EXPECT_EQ(trial.run(head + "sparse.fill %A, %seven : !b1\n"), "");
  EXPECT_THAT(trial.get<int64_t>("val"), ElementsAre(7, 7, 7, 7));
}

TEST(Occupancies, OnlyElementsAreStored) {
  Trial trial =
      Trial(kBufferTypes)
          .add<int8_t>("bits", "memref<?x?xi1>", "i1", {1, 0, 0, 1}, {2, 2})
          .memory<int64_t>("val", "i64", {1, -9, -9, 4}, {2, 2});
  std::string head = R"(
  %seven = arith.constant 7 : i64
  %I = axis.dense_fixed %c2 : !D
  %J = axis.dense_fixed %c2 : !D
  %E = axis.occupancy %bits on (%I, %J) : memref<?x?xi1> on (!D, !D) -> !O
  %A = sparse.bind %val on (%I, %J, %E) : memref<?x?xi64> on (!D, !D, !O) -> !b2
)";
  EXPECT_THAT(trial.log(head + "%v = sparse.load %A[%c1, %c1] : !b2\n" + kLog),
              ElementsAre(4));
  EXPECT_THAT(trial.run(head + "sparse.store %seven, %A[%c0, %c1] : !b2\n"),
              HasSubstr("expected a stored element to write to but got none at "
                        "(0, 1)"));
  EXPECT_EQ(trial.run(head + "sparse.fill %A, %seven : !b2\n"), "");
  EXPECT_THAT(trial.get<int64_t>("val"), ElementsAre(7, -9, -9, 7));
}

TEST(Stores, AMissingElementOfATensorIsNamed) {
  Program program(R"(
!A = !sparse.tensor<?x?xf32, #sparse.csr>
func.func @f(%A: !A {sparse.name = "A"}, %x: f32, %j: index) {
  %I, %J, %Av = sparse.unpack %A : !A -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  sparse.store %x, %Av[%j, %j] : !sparse.buffer<?xf32>
  return
})");
  std::vector<int32_t> positions = {0, 1}, coordinates = {1};
  std::vector<float> values = {1};
  Tensor a{{1, 2},
           {Memory(), program.memory(positions, "i32")},
           {Memory(), program.memory(coordinates, "i32")},
           program.memory(values, "f32")};
  EXPECT_THAT(program.run({a, 1.0, int64_t(0)}),
              HasSubstr("'sparse.store': expected a stored element to write to "
                        "but 'A' has none at (0, 0)"));
}

} // namespace
