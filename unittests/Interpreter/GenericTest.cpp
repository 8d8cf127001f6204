//===- GenericTest.cpp - generic operations on tensors --------------------===//
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

constexpr const char *kGenericTypes =
    "!A = !sparse.tensor<?x?xf32, #sparse.csr>\n"
    "!M = !sparse.tensor<?x?xf32, #sparse.dense>\n"
    "!v = !sparse.tensor<?xf32, #sparse.dense>\n"
    "#ij = affine_map<(i, j) -> (i, j)>\n#i = affine_map<(i, j) -> (i)>\n"
    "#j = affine_map<(i, j) -> (j)>\n#ji = affine_map<(i, j) -> (j, i)>\n"
    "#aij = affine_map<(i, j, k) -> (i, j)>\n"
    "#aik = affine_map<(i, j, k) -> (i, k)>\n"
    "#ajk = affine_map<(i, j, k) -> (j, k)>\n";

/// A = [0 1 0 2; 0 0 0 0; 3 0 0 0], with an explicit zero at (1, 2).
struct Matrices {
  explicit Matrices(const std::string &text) : program(kGenericTypes + text) {}

  Tensor a() {
    return {{3, 4},
            {Memory(), program.memory(positions, "i32")},
            {Memory(), program.memory(coordinates, "i32")},
            program.memory(values, "f32")};
  }
  /// A tensor with the structure of A, whose levels are not given again.
  Tensor sharing(std::vector<float> &data) {
    return {{3, 4}, {}, {}, program.memory(data, "f32")};
  }
  Tensor dense(std::vector<float> &data, std::vector<int64_t> shape) {
    return {llvm::SmallVector<int64_t>(shape.begin(), shape.end()),
            {},
            {},
            program.memory(data, "f32", shape)};
  }

  std::vector<int32_t> positions = {0, 2, 3, 4}, coordinates = {1, 3, 2, 0};
  std::vector<float> values = {1, 2, 0, 3};
  Program program;
};

TEST(Generic, SpMM) {
  Matrices m(R"(
func.func @spmm(%A: !A, %B: !M, %C: !M) {
  sparse.generic driver(%A) ins(%A, %B : !A, !M) outs(%C : !M) maps [#aij, #ajk, #aik] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
})");
  std::vector<float> b = {1, 2, 3, 4, 5, 6, 7, 8}, c = {0, 0, 1, 1, 0, 0};
  std::vector<Argument> arguments = {m.a(), m.dense(b, {4, 2}),
                                     m.dense(c, {3, 2})};
  EXPECT_EQ(m.program.count(arguments), "8");
  EXPECT_EQ(m.program.run(arguments), "");
  EXPECT_THAT(c, ElementsAre(17, 20, 1, 1, 3, 6));
  arguments[1] = m.dense(b, {2, 4});
  EXPECT_THAT(m.program.run(arguments),
              HasSubstr("'sparse.generic': expected size 4 of dimension 1 but "
                        "got 2"));
}

TEST(Generic, SampledByAnOutputThatSharesStructure) {
  Matrices m(R"(
func.func @sddmm(%A: !A {sparse.name = "A"}, %P: !A {sparse.structure_of = "A"}, %X: !v, %Y: !v) {
  sparse.generic driver(%P) ins(%A, %X, %Y : !A, !v, !v) outs(%P : !A) maps [#ij, #i, #j, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32, %x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    %u = arith.addf %a, %t : f32
    sparse.yield %u : f32
  }
  return
})");
  std::vector<float> p = {9, 9, 9, 9}, x = {10, 20, 30}, y = {1, 2, 3, 4};
  EXPECT_EQ(
      m.program.run({m.a(), m.sharing(p), m.dense(x, {3}), m.dense(y, {4})}),
      "");
  EXPECT_THAT(p, ElementsAre(13, 16, 23, 34));
  Tensor other = m.sharing(p);
  other.shape = {4, 3};
  EXPECT_THAT(m.program.run({m.a(), other, m.dense(x, {3}), m.dense(y, {4})}),
              HasSubstr("argument 1: expected the sizes of argument 0, whose "
                        "structure it shares"));
}

TEST(Generic, MissingElementsReadAsTheFillValue) {
  Matrices m(R"(
func.func @dense_copy(%A: !A, %C: !M) {
  sparse.generic ins(%A : !A) outs(%C : !M) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
})");
  std::vector<float> c(12, 9);
  std::vector<Argument> arguments = {m.a(), m.dense(c, {3, 4})};
  EXPECT_EQ(m.program.count(arguments), "12");
  EXPECT_EQ(m.program.run(arguments), "");
  EXPECT_THAT(c, ElementsAre(0, 1, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0));
}

TEST(Generic, AnotherMapOfTheDriverIsALookUp) {
  Matrices m(R"(
func.func @transposed(%A: !A, %s: !sparse.tensor<f32, #sparse.dense>) {
  sparse.generic driver(0) ins(%A, %A : !A, !A) outs(%s : !sparse.tensor<f32, #sparse.dense>) maps [#ij, #ji, affine_map<(i, j) -> ()>] kinds [reduction, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
})");
  // [0 2; 5 1]: 2 * 5 + 5 * 2 + 1.
  m.positions = {0, 1, 3};
  m.coordinates = {1, 0, 1};
  m.values = {2, 5, 1};
  std::vector<float> s = {0};
  Tensor a = m.a(), scalar{{}, {}, {}, m.program.memory(s, "f32")};
  a.shape = {2, 2};
  scalar.values.shape.clear();
  EXPECT_EQ(m.program.run({a, scalar}), "");
  EXPECT_EQ(s[0], 21);
}

TEST(Generic, LargestOfEachRowAndItsPlace) {
  Matrices m(R"(
func.func @largest(%A: !A, %V: !v {sparse.name = "V"}, %N: !sparse.tensor<?xi64, #sparse.dense> {sparse.structure_of = "V"}, %S: !v) {
  sparse.generic driver(%A) ins(%A : !A) outs(%V, %N, %S : !v, !sparse.tensor<?xi64, #sparse.dense>, !v) maps [#ij, #i, #i, #i] kinds [spatial, reduction] combine [argmax, add] {
  ^bb0(%a: f32):
    %n = arith.fptosi %a : f32 to i64
    sparse.yield %a, %n, %a : f32, i64, f32
  }
  return
})");
  std::vector<float> v = {-1, -1, -1}, s = {0, 0, 0};
  std::vector<int64_t> n = {7, 7, 7};
  Tensor numbers{{3}, {}, {}, m.program.memory(n, "i64")};
  EXPECT_EQ(m.program.run({m.a(), m.dense(v, {3}), numbers, m.dense(s, {3})}),
            "");
  EXPECT_THAT(v, ElementsAre(2, 0, 3));
  EXPECT_THAT(n, ElementsAre(2, 0, 3));
  EXPECT_THAT(s, ElementsAre(3, 0, 3));
}

TEST(Generic, BodiesTakeCoordinates) {
  Matrices m(R"(
func.func @places(%A: !A, %C: !M) {
  sparse.generic driver(%A) ins(%A : !A) outs(%C : !M) maps [affine_map<(k, j, i) -> (i, j)>, affine_map<(k, j, i) -> (k, i)>] kinds [spatial, reduction, spatial] combine [add] {
  ^bb0(%a: f32, %k: index, %j: index, %i: index):
    %c10 = arith.constant 10 : index
    %t = arith.muli %k, %c10 : index
    %u = arith.addi %t, %j : index
    %n = arith.index_cast %u : index to i64
    %x = arith.sitofp %n : i64 to f32
    sparse.yield %x : f32
  }
  return
})");
  std::vector<float> c(6, 0);
  EXPECT_EQ(m.program.run({m.a(), m.dense(c, {2, 3})}), "");
  EXPECT_THAT(c, ElementsAre(4, 2, 0, 24, 12, 10));
}

TEST(WithValues, HasTheStructureAndItsOwnValues) {
  Matrices m(R"(
!J = !axis.axis<sparse_variable, sorted, unique>
!D = !axis.axis<dense_fixed>
func.func @row_sums(%A: !A {sparse.name = "A"}, %y: !v) {
  %I, %J, %Av = sparse.unpack %A : !A -> !D, !J, !sparse.buffer<?xf32>
  %two = arith.constant 2.0 : f32
  %T = sparse.alloc on (%I, %J) : (!D, !J) -> !sparse.buffer<?xf32>
  sparse.fill %T, %two : !sparse.buffer<?xf32>
  %W = sparse.with_values %A, %T : !A, !sparse.buffer<?xf32> -> !A
  sparse.generic driver(%A) ins(%A, %W : !A, !A) outs(%W : !A) maps [#ij, #ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32, %w: f32):
    %t = arith.mulf %a, %w : f32
    sparse.yield %t : f32
  }
  %Wv = sparse.unpack %W on (%I, %J) : !A on (!D, !J) -> !sparse.buffer<?xf32>
  %K, %yv = sparse.unpack %y : !v -> !D, !sparse.buffer<?xf32>
  iter.nest "n" ("i": %i, "j": %j at %p) over (%I, %J : !D, !J) kinds [spatial, reduction] {
    %x = sparse.load %Wv at [%p] : !sparse.buffer<?xf32>
    sparse.accumulate add %x into %yv[%i] : !sparse.buffer<?xf32>
  }
  return
})");
  std::vector<float> y = {0, 0, 0};
  EXPECT_EQ(m.program.run({m.a(), m.dense(y, {3})}), "");
  EXPECT_THAT(y, ElementsAre(6, 0, 6));
  EXPECT_EQ(m.values, std::vector<float>({1, 2, 0, 3}));
}

} // namespace
