//===- SumsTest.cpp - generic operations that read at sums ----------------===//
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

constexpr const char *kSumTypes =
    "!A = !sparse.tensor<?x?xf32, #sparse.csr>\n"
    "!M = !sparse.tensor<?x?xf32, #sparse.dense>\n"
    "!v = !sparse.tensor<?xf32, #sparse.dense>\n"
    "#i = affine_map<(i) -> (i)>\n";

/// Vectors and matrices of f32.
struct Dense {
  explicit Dense(const std::string &text) : program(kSumTypes + text) {}

  Tensor tensor(std::vector<float> &data, std::vector<int64_t> shape) {
    return {llvm::SmallVector<int64_t>(shape.begin(), shape.end()),
            {},
            {},
            program.memory(data, "f32", shape)};
  }
  Tensor vector(std::vector<float> &data) {
    return tensor(data, {int64_t(data.size())});
  }

  Program program;
};

TEST(Sums, BordersAreReadOutside) {
  Dense d(R"(
func.func @neighbours(%x: !v, %y: !v) {
  sparse.generic ins(%x, %x : !v, !v) outs(%y : !v) maps [affine_map<(i) -> (i - 1)>, affine_map<(i) -> (i + 1)>, #i] kinds [spatial] borders [10.0 : f32, 20.0 : f32] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %b, %a : f32
    sparse.yield %s : f32
  }
  return
})");
  std::vector<float> x = {1, 3, 7}, y = {0, 0, 0};
  EXPECT_EQ(d.program.run({d.vector(x), d.vector(y)}), "");
  EXPECT_THAT(y, ElementsAre(-7, 6, 17));
  std::vector<float> longer(5, 0);
  EXPECT_EQ(d.program.run({d.vector(x), d.vector(longer)}), "");
  EXPECT_THAT(longer, ElementsAre(-7, 6, 17, 13, 10));
}

TEST(Sums, AreToBeInsideWithoutABorder) {
  Dense d(R"(
func.func @convolve(%x: !v, %w: !v, %y: !v) {
  sparse.generic ins(%x, %w : !v, !v) outs(%y : !v) maps [affine_map<(i, r) -> (2 * i + r)>, affine_map<(i, r) -> (r)>, affine_map<(i, r) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    %t = arith.mulf %a, %b : f32
    sparse.yield %t : f32
  }
  return
})");
  std::vector<float> x = {1, 2, 3, 4, 5, 6, 7}, w = {1, 10, 100}, y = {0, 0, 0},
                     longer(4, 0), none;
  EXPECT_EQ(d.program.run({d.vector(x), d.vector(w), d.vector(y)}), "");
  EXPECT_THAT(y, ElementsAre(321, 543, 765));
  EXPECT_THAT(d.program.run({d.vector(x), d.vector(w), d.vector(longer)}),
              HasSubstr("'sparse.generic': expected dimension 0 of operand 0 "
                        "to be at least 9, for the coordinate 2 * d0 + d1, but "
                        "got 7"));
  // Nothing is read where a dimension has no coordinates.
  EXPECT_EQ(d.program.run({d.vector(x), d.vector(none), d.vector(longer)}), "");
}

TEST(Sums, BeginInside) {
  Dense d(R"(
func.func @backwards(%x: !v, %y: !v) {
  sparse.generic ins(%x : !v) outs(%y : !v) maps [affine_map<(i) -> (2 - i)>, #i] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
})");
  std::vector<float> x = {1, 2, 3}, y(3, 0), longer(4, 0);
  EXPECT_EQ(d.program.run({d.vector(x), d.vector(y)}), "");
  EXPECT_THAT(y, ElementsAre(3, 2, 1));
  EXPECT_THAT(d.program.run({d.vector(x), d.vector(longer)}),
              HasSubstr("expected the coordinate -d0 + 2 of dimension 0 of "
                        "operand 0 to be at least 0 but got -1"));
}

/// A = [5 0; 6 7], where what is not stored is no element.
TEST(Sums, OfWhatIsLookedUp) {
  Dense d(R"(
func.func @diagonals(%A: !A, %d: !v, %e: !v) {
  sparse.generic ins(%A : !A) outs(%d : !v) maps [affine_map<(i) -> (i, i)>, #i] kinds [spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  sparse.generic ins(%A : !A) outs(%e : !v) maps [affine_map<(i) -> (i - 1, 1)>, #i] kinds [spatial] borders [-1.0 : f32] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
})");
  std::vector<int32_t> positions = {0, 1, 3}, coordinates = {0, 0, 1};
  std::vector<float> values = {5, 6, 7}, found = {9, 9}, outside = {9, 9, 9, 9};
  Tensor a = {{2, 2},
              {Memory(), d.program.memory(positions, "i32")},
              {Memory(), d.program.memory(coordinates, "i32")},
              d.program.memory(values, "f32")};
  EXPECT_EQ(d.program.run({a, d.vector(found), d.vector(outside)}), "");
  EXPECT_THAT(found, ElementsAre(5, 7));
  EXPECT_THAT(outside, ElementsAre(-1, 0, 7, -1));
}

/// Of two elements at (0, 1) the first is read; (1, 0) is below the second of
/// two positions that have row 1.
TEST(LookUps, ReadTheFirstOfAList) {
  for (const char *order : {"nonunique", "nonunique, unordered"}) {
    Dense d(replaceAll(R"(
!C = !sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed(ORDER), j : singleton)>>
#ij = affine_map<(i, j) -> (i, j)>
func.func @all(%A: !C, %B: !M) {
  sparse.generic ins(%A : !C) outs(%B : !M) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
})",
                       "ORDER", order));
    std::vector<int32_t> rows = {0, 0, 1, 1}, columns = {1, 1, 1, 0};
    std::vector<float> values = {5, 6, 7, 8}, found(4, 9);
    Tensor a = {
        {2, 2},
        {Memory(), Memory()},
        {d.program.memory(rows, "i32"), d.program.memory(columns, "i32")},
        d.program.memory(values, "f32")};
    EXPECT_EQ(d.program.run({a, d.tensor(found, {2, 2})}), "");
    EXPECT_THAT(found, ElementsAre(0, 5, 8, 7));
  }
}

/// Rows of two are sorted by their lengths, so that row 1 comes before row 0,
/// which is empty: its cells are padding.
TEST(LookUps, ReadWhereThePatternSays) {
  Dense d(R"(
!C = !sparse.tensor<?x?xf32, #sparse.sell<2, 2>>
#ij = affine_map<(i, j) -> (i, j)>
func.func @all(%A: !C, %B: !M) {
  sparse.generic ins(%A : !C) outs(%B : !M) maps [#ij, #ij] kinds [spatial, spatial] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
})");
  std::vector<int32_t> steps = {0, 2, 3}, rows = {1, 0, 2, 0},
                       columns = {0, 0, 2, 0, 1, 0};
  std::vector<float> values = {5, 0, 6, 0, 7, 0}, found(9, 9);
  std::vector<uint8_t> bits = {1, 0, 1, 0, 1, 0};
  Tensor a = {
      {3, 3},
      {Memory(), d.program.memory(steps, "i32"), Memory(), Memory(), Memory()},
      {Memory(), Memory(), Memory(), d.program.memory(rows, "i32", {2, 2}),
       d.program.memory(columns, "i32", {3, 2})},
      d.program.memory(values, "f32", {3, 2})};
  a.bitmap = d.program.memory(bits, "i1", {3, 2});
  EXPECT_EQ(d.program.run({a, d.tensor(found, {3, 3})}), "");
  EXPECT_THAT(found, ElementsAre(0, 0, 0, 5, 0, 6, 0, 7, 0));
}

/// Where a coordinate is not asked for, the first element that has the others
/// is found.
TEST(LookUps, ReadAtAnyCoordinate) {
  Dense d(R"(
!C = !sparse.tensor<?x?xf32, #sparse.csr>
!I = !axis.axis<dense_fixed>
!J = !axis.axis<sparse_variable, sorted, unique>
!B = !sparse.buffer<?xf32>
func.func @all(%A: !C, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %I, %J, %v = sparse.unpack %A : !C -> !I, !J, !B
  %a = sparse.load %v[any, %c1] : !B
  memref.store %a, %y[%c0] : memref<?xf32>
  %b = sparse.load %v[%c1, any] : !B
  memref.store %b, %y[%c1] : memref<?xf32>
  %c, %f = sparse.load %v[%c0, any] found : !B
  %n = arith.uitofp %f : i1 to f32
  memref.store %n, %y[%c2] : memref<?xf32>
  return
})");
  std::vector<int32_t> positions = {0, 0, 2, 3}, columns = {0, 1, 1};
  std::vector<float> values = {5, 6, 7}, found(3, 9);
  Tensor a = {{3, 2},
              {Memory(), d.program.memory(positions, "i32")},
              {Memory(), d.program.memory(columns, "i32")},
              d.program.memory(values, "f32")};
  EXPECT_EQ(d.program.run({a, d.program.memory(found, "f32")}), "");
  EXPECT_THAT(found, ElementsAre(6, 5, 0));
}

TEST(Sums, PromisesAreKept) {
  Dense d(R"(
func.func @promise(%A: !M, %low: index, %high: index) {
  %n = sparse.dim %A, 1 : !M
  sparse.expect_range "2 * I" from %low to %high in "A" dimension 1 of %n
  return
})");
  std::vector<float> a(6, 0);
  auto run = [&](int64_t low, int64_t high) {
    return d.program.run({d.tensor(a, {2, 3}), low, high});
  };
  EXPECT_EQ(run(0, 3), "");
  EXPECT_EQ(run(-5, -5), "");
  EXPECT_THAT(run(-1, 3), HasSubstr("'sparse.expect_range': expected the "
                                    "coordinate 2 * I of dimension 1 of A to "
                                    "be at least 0 but got -1"));
  EXPECT_THAT(run(0, 4), HasSubstr("expected dimension 1 of A to be at least "
                                   "4, for the coordinate 2 * I, but got 3"));
}

} // namespace
