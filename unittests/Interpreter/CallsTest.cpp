//===- CallsTest.cpp - calls of functions ---------------------------------===//
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

TEST(Calls, FunctionsWithResults) {
  Program program(R"(
func.func @f(%out: memref<?xindex>, %n: index) {
  %a, %b = func.call @twice(%n) : (index) -> (index, index)
  %c, %d = func.call @twice(%a) : (index) -> (index, index)
  %e = arith.subi %c, %b : index
  memref.store %e, %out[%b] : memref<?xindex>
  return
}
func.func private @twice(%x: index) -> (index, index) {
  %y = arith.addi %x, %x : index
  return %y, %x : index, index
}
)");
  std::vector<int64_t> out(4);
  EXPECT_EQ(program.run({program.memory(out, "index"), int64_t(3)}), "");
  EXPECT_THAT(out, ElementsAre(0, 0, 0, 9));
}

TEST(Calls, NestsInsideAreCounted) {
  Program program(R"(
func.func @f(%n: index) {
  func.call @rows(%n) : (index) -> ()
  func.call @rows(%n) : (index) -> ()
  return
}
func.func private @rows(%n: index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  }
  return
}
)");
  EXPECT_EQ(program.count({int64_t(4)}), "8");
}

static const char kTypes[] = R"(
!csr = !sparse.tensor<?x?xf64, #sparse.csr>
!vec = !sparse.tensor<?xf64, #sparse.dense>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>
)";

TEST(Calls, TensorsAndTheirStructure) {
  Program program(std::string(kTypes) + R"(
func.func @f(%A: !csr {sparse.name = "A"}, %B: !csr {sparse.structure_of = "A"}, %y: !vec) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf64>
  %Sv = sparse.alloc on (%I, %J) : (!I, !J) -> !sparse.buffer<?xf64>
  %two = arith.constant 2.0 : f64
  sparse.fill %Sv, %two : !sparse.buffer<?xf64>
  %S = sparse.with_values %A, %Sv : !csr, !sparse.buffer<?xf64> -> !csr
  func.call @rows(%A, %y) : (!csr, !vec) -> ()
  func.call @rows(%B, %y) : (!csr, !vec) -> ()
  func.call @rows(%S, %y) : (!csr, !vec) -> ()
  return
}
func.func private @rows(%A: !csr {sparse.name = "M", sparse.dims = ["R", "C"]}, %y: !vec {sparse.dims = ["R"]}) {
  %I, %J, %Av = sparse.unpack %A : !csr -> !I, !J, !sparse.buffer<?xf64>
  %Iy, %yv = sparse.unpack %y : !vec -> !I, !sparse.buffer<?xf64>
  iter.nest "rows" ("i": %i, "j": %j at %p) over (%I, %J : !I, !J) kinds [spatial, reduction] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf64>
    sparse.accumulate add %x into %yv[%i] : !sparse.buffer<?xf64>
  }
  return
}
)");
  std::vector<int32_t> positions = {0, 2, 2, 3}, coordinates = {0, 2, 1};
  std::vector<double> values = {1, 2, 3}, others = {10, 20, 30}, y(3), z(2);
  Tensor A{{3, 3},
           {Memory(), program.memory(positions, "i32")},
           {Memory(), program.memory(coordinates, "i32")},
           program.memory(values, "f64")};
  Tensor B{{3, 3}, {}, {}, program.memory(others, "f64")};
  Tensor Y{{3}, {}, {}, program.memory(y, "f64")};
  EXPECT_EQ(program.run({A, B, Y}), "");
  EXPECT_THAT(y, ElementsAre(37, 0, 35));
  Tensor Z{{2}, {}, {}, program.memory(z, "f64")};
  EXPECT_THAT(program.run({A, B, Z}),
              HasSubstr("'func.call': expected size 3 of dimension 'R' of "
                        "operand 1 of the call of @rows, as operand 0 ('M') "
                        "has, but got 2"));
}

TEST(Calls, Refusals) {
  EXPECT_THAT(Program("func.func @f() {\n  func.call @f() : () -> ()\n"
                      "  return\n}\n")
                  .run({}),
              HasSubstr("'func.call': expected a function that does not call "
                        "itself"));
  EXPECT_THAT(Program("func.func @f() {\n  func.call @g() : () -> ()\n"
                      "  return\n}\nfunc.func private @g()\n")
                  .run({}),
              HasSubstr("expected a function with a body of one block"));
  Program program(std::string(kTypes) + R"(
func.func @f(%A: !csr, %B: !csr) {
  func.call @both(%A, %B) : (!csr, !csr) -> ()
  return
}
func.func private @both(%A: !csr {sparse.name = "A"}, %B: !csr {sparse.structure_of = "A"}) {
  return
}
)");
  std::vector<int32_t> positions = {0}, none;
  std::vector<double> values;
  Tensor A{{0, 0},
           {Memory(), program.memory(positions, "i32")},
           {Memory(), program.memory(none, "i32")},
           program.memory(values, "f64")};
  EXPECT_THAT(program.run({A, A}),
              HasSubstr("'func.call': expected operand 1 of the call of @both "
                        "to share the structure of operand 0 ('A') but got "
                        "another one"));
}

} // namespace
