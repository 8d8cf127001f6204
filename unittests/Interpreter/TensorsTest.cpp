//===- TensorsTest.cpp - tensors, arguments, refusals ---------------------===//
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

constexpr const char *kSpMM = R"(
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>
!M = !sparse.buffer<?x?xf32>
func.func @spmm(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.dims = ["I", "J"]},
    %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B", sparse.dims = ["J", "K"]},
    %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C", sparse.dims = ["I", "K"]}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !I, !J, !sparse.buffer<?xf32>
  %JB, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !I, !I, !M
  %IC, %KC, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.dense> -> !I, !I, !M
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !M
  iter.nest "spmm" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !I, !J, !I) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %Bv[%j, %k] : !M
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %Cv[%i, %k] : !M
  }
  return
})";

/// A = [0 1 0 2; 0 0 0 0; 3 0 0 0] and B, 4 by 2.
struct SpMM {
  std::vector<int32_t> positions = {0, 2, 2, 3}, coordinates = {1, 3, 0};
  std::vector<float> a = {1, 2, 3}, b = {1, 2, 3, 4, 5, 6, 7, 8},
                     c = {9, 9, 9, 9, 9, 9};
  Program program{kSpMM};
  Tensor ta{{3, 4},
            {Memory(), program.memory(positions, "i32")},
            {Memory(), program.memory(coordinates, "i32")},
            program.memory(a, "f32")};
  Tensor tb{{4, 2}, {}, {}, program.memory(b, "f32", {4, 2})};
  Tensor tc{{3, 2}, {}, {}, program.memory(c, "f32", {3, 2})};

  std::string run() { return program.run({ta, tb, tc}); }
};

TEST(Tensors, SpMM) {
  SpMM spmm;
  EXPECT_EQ(spmm.run(), "");
  EXPECT_THAT(spmm.c, ElementsAre(17, 20, 0, 0, 3, 6));
  EXPECT_EQ(spmm.program.count({spmm.ta, spmm.tb, spmm.tc}), "6");
}

TEST(Tensors, EmptyMatrix) {
  SpMM spmm;
  spmm.positions = {0};
  spmm.ta = {{0, 4},
             {Memory(), spmm.program.memory(spmm.positions, "i32")},
             {Memory(), Memory{nullptr, spmm.program.type("i32"), {0}}},
             Memory{nullptr, spmm.program.type("f32"), {0}}};
  spmm.tc = {{0, 2}, {}, {}, Memory{nullptr, spmm.program.type("f32"), {0, 2}}};
  EXPECT_EQ(spmm.run(), "");
}

TEST(Tensors, StructureIsChecked) {
  SpMM spmm;
  spmm.coordinates[2] = 4;
  EXPECT_THAT(spmm.run(),
              HasSubstr("'sparse.unpack': level 1: expected coordinates[2] to "
                        "be in [0, 4) but got 4"));
}

TEST(Tensors, ValuesAreChecked) {
  SpMM spmm;
  spmm.ta.values.shape[0] = 2;
  EXPECT_THAT(spmm.run(),
              HasSubstr("expected dimension 0 of the memory to be at least 3"));
}

TEST(Arguments, EqualNamesHaveEqualSizes) {
  SpMM spmm;
  spmm.tb.shape[0] = 3;
  EXPECT_THAT(spmm.run(), HasSubstr("argument 1: expected size 4 of dimension "
                                    "'J' but got 3"));
}

TEST(Arguments, TypesAndKinds) {
  SpMM spmm;
  EXPECT_THAT(spmm.program.run({spmm.ta}),
              HasSubstr("'func.func': expected 3 arguments but got 1"));
  EXPECT_THAT(spmm.program.run({int64_t(1), spmm.tb, spmm.tc}),
              HasSubstr("argument 0: expected a tensor for"));
  spmm.ta.positions[1].elementType = spmm.program.type("i64");
  EXPECT_THAT(spmm.run(),
              HasSubstr("argument 0: level 1, positions: expected elements of "
                        "type i32 but got i64"));
  spmm.ta.positions.clear();
  EXPECT_THAT(spmm.run(), HasSubstr("expected an array but got none"));
}

TEST(Arguments, Memrefs) {
  Program program("func.func @f(%m: memref<2x?xf32>, %x: f32, %n: i8) {\n"
                  "  return\n}\n");
  std::vector<float> data(6);
  Memory memory = program.memory(data, "f32", {2, 3});
  EXPECT_EQ(program.run({memory, 1.0, int64_t(3)}), "");
  EXPECT_THAT(program.run({memory, int64_t(1), int64_t(3)}),
              HasSubstr("argument 1: expected a float for f32"));
  EXPECT_THAT(program.run({memory, 1.0, 3.0}),
              HasSubstr("argument 2: expected an integer for i8"));
  memory.shape = {3, 2};
  EXPECT_THAT(program.run({memory, 1.0, int64_t(3)}),
              HasSubstr("argument 0: expected the size of dimension 0 to be 2 "
                        "but got 3"));
  memory.shape = {2};
  EXPECT_THAT(program.run({memory, 1.0, int64_t(3)}),
              HasSubstr("expected 2 dimensions but got 1"));
  memory = {nullptr, program.type("f32"), {2, 3}};
  EXPECT_THAT(program.run({memory, 1.0, int64_t(3)}),
              HasSubstr("expected memory but got none"));
}

TEST(Refusals, UnknownOperationsByName) {
  Program program("func.func @f(%x: f32) {\n"
                  "  %v = vector.broadcast %x : f32 to vector<4xf32>\n"
                  "  return\n}\n");
  EXPECT_EQ(program.run({1.0}),
            "program:2:8: 'vector.broadcast': expected an operation that the "
            "interpreter knows");
}

TEST(Refusals, UnknownTypes) {
  Program program("func.func @f() {\n"
                  "  %x = arith.constant 1.0 : f128\n"
                  "  %y = arith.addf %x, %x : f128\n"
                  "  return\n}\n");
  EXPECT_EQ(program.run({}),
            "program:2:8: 'arith.constant': expected types that the "
            "interpreter knows but got () -> (f128)");
}

TEST(Refusals, Functions) {
  EXPECT_THAT(Program("func.func private @f()").run({}),
              HasSubstr("expected a function with a body"));
  EXPECT_THAT(Program("func.func @f(%x: f32) -> f32 {\n  return %x : f32\n}")
                  .run({1.0}),
              HasSubstr("expected a function without results"));
}

} // namespace
