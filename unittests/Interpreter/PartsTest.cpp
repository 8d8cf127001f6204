//===- PartsTest.cpp - tensors in composite formats -----------------------===//
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

/// Sums of rows by an operation on the whole, and a number for each element by
/// nests over its parts.
constexpr const char *kProgram = R"(
!T = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (i from 1 : csr, rest : coo)>>
!P0 = !sparse.tensor<?x?xf32, #sparse.csr>
!P1 = !sparse.tensor<?x?xf32, #sparse.coo>
!D = !sparse.tensor<?xf32, #sparse.dense>
func.func @parts(%A: !T {sparse.name = "A"}, %C: !T {sparse.structure_of = "A"}, %y: !D) {
  sparse.generic driver(%A) ins(%A : !T) outs(%y : !D) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  sparse.generic driver(%A) ins(%A : !T) outs(%C : !T) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    %b = arith.addf %a, %a : f32
    sparse.yield %b : f32
  }
  %A0, %A1 = sparse.parts %A : !T -> !P0, !P1
  %C0, %C1 = sparse.parts %C on (%A0, %A1) : !T on (!P0, !P1) -> !P0, !P1
  %I, %J, %Av = sparse.unpack %A1 : !P1 -> !axis.axis<sparse_variable, sorted>, !axis.axis<singleton>, !sparse.buffer<?xf32>
  %Cv = sparse.unpack %C1 on (%I, %J) : !P1 on (!axis.axis<sparse_variable, sorted>, !axis.axis<singleton>) -> !sparse.buffer<?xf32>
  %c1 = arith.constant 1.0 : f32
  iter.nest "more" ("i": %i at %p) over (%I : !axis.axis<sparse_variable, sorted>) kinds [spatial] {
    sparse.accumulate add %c1 into %Cv at [%p] : !sparse.buffer<?xf32>
  }
  return
})";

/// A = [1 0 2; 0 3 0; 4 0 5], of which the first row is in the second part.
struct Parts {
  explicit Parts(const char *text = kProgram) : program(text) {}

  std::vector<int32_t> positions = {0, 0, 1, 3}, columns = {1, 0, 2},
                       firstRows = {0, 0}, firstColumns = {0, 2};
  std::vector<float> a0 = {3, 4, 5}, a1 = {1, 2}, c0 = {9, 9, 9}, c1 = {9, 9},
                     y = {10, 20, 30};
  Program program;

  Tensor rows(std::vector<float> &values) {
    return {{3, 3},
            {Memory(), program.memory(positions, "i32")},
            {Memory(), program.memory(columns, "i32")},
            program.memory(values, "f32")};
  }
  Tensor list(std::vector<float> &values) {
    return {
        {3, 3},
        {Memory(), Memory()},
        {program.memory(firstRows, "i32"), program.memory(firstColumns, "i32")},
        program.memory(values, "f32")};
  }
  Tensor whole(std::vector<float> &first, std::vector<float> &second) {
    Tensor tensor;
    tensor.shape = {3, 3};
    tensor.parts = {rows(first), list(second)};
    return tensor;
  }
  Tensor ty{{3}, {}, {}, program.memory(y, "f32")};
};

TEST(Parts, RunOneAfterTheOther) {
  Parts parts;
  Tensor a = parts.whole(parts.a0, parts.a1),
         c = parts.whole(parts.c0, parts.c1);
  EXPECT_EQ(parts.program.run({a, c, parts.ty}), "");
  EXPECT_THAT(parts.y, ElementsAre(13, 23, 39));
  EXPECT_THAT(parts.c0, ElementsAre(6, 8, 10));
  EXPECT_THAT(parts.c1, ElementsAre(3, 5));
  EXPECT_EQ(parts.program.count({a, c, parts.ty}), "12");
}

TEST(Parts, ArgumentsHaveAllPartsOfOneShape) {
  Parts parts;
  Tensor a = parts.whole(parts.a0, parts.a1),
         c = parts.whole(parts.c0, parts.c1), few = a, other = a, broken = a;
  few.parts.pop_back();
  EXPECT_THAT(parts.program.run({few, c, parts.ty}),
              HasSubstr("argument 0: expected 2 parts but got 1"));
  other.parts[1].shape = {3, 4};
  EXPECT_THAT(
      parts.program.run({other, c, parts.ty}),
      HasSubstr("argument 0: part 1: expected the sizes of the whole tensor"));
  broken.parts[0].positions[1] = Memory();
  EXPECT_THAT(parts.program.run({broken, c, parts.ty}),
              HasSubstr("argument 0: part 0: level 1, positions: "));
}

/// From parts to others, of which the first has parts of its own: rows and
/// columns of its elements alone are counted.
constexpr const char *kConversion = R"(
!T = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (i from 1 : csr, rest : coo)>>
!N = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (j below 2 : composite<(i, j) -> (length(i) is 1 and slot(i in j) below 1 : dcsr, rest : coo)>, rest : csc)>>
func.func @convert(%A: !T {sparse.name = "A"}) -> !N {
  %B = sparse.convert %A : !T -> !N
  return %B : !N
})";

/// The values of `tensor`, which is kept in lists.
std::vector<float> getValues(const Tensor &tensor) {
  const auto *data = static_cast<const float *>(tensor.values.data);
  return {data, data + tensor.values.shape[0]};
}

TEST(Parts, AreMadeByConversions) {
  Parts parts(kConversion);
  std::vector<OwnedTensor> results;
  Options options;
  options.results = &results;
  llvm::Error error = run(parts.program.getFunction(),
                          {parts.whole(parts.a0, parts.a1)}, options);
  ASSERT_FALSE(bool(error)) << toString(std::move(error));
  ASSERT_EQ(results.size(), 1u);
  const std::vector<Tensor> &made = results[0].tensor.parts;
  ASSERT_EQ(made.size(), 3u);
  EXPECT_THAT(getValues(made[0]), ElementsAre(1, 3));
  EXPECT_THAT(getValues(made[1]), ElementsAre(4));
  EXPECT_THAT(getValues(made[2]), ElementsAre(2, 5));
}

TEST(Parts, HoldEachElementOnce) {
  auto convertTo = [](const std::string &to) {
    Parts parts((R"(
!A = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> (i from 1 : csr, rest : coo)>>
!B = !sparse.tensor<?x?xf32, #sparse.composite<(i, j) -> ()" +
                 to + R"()>>
func.func @convert(%A: !A {sparse.name = "A"}) -> !B {
  %B = sparse.convert %A : !A -> !B
  return %B : !B
})")
                    .c_str());
    return parts.program.run({parts.whole(parts.a0, parts.a1)});
  };
  EXPECT_EQ(convertTo("section(j of 2) is 0 : csr, rest : coo"), "");
  EXPECT_THAT(convertTo("j below 2 : csr"),
              HasSubstr("element (0, 2): expected one part of "
                        "#sparse.composite<(i, j) -> (j below 2 : "
                        "#sparse.csr)> to hold it but got none"));
  EXPECT_THAT(convertTo("j below 2 : csr, order(i by -length) below 2 : csr, "
                        "rest : coo"),
              HasSubstr("element (0, 0): "));
}

} // namespace
