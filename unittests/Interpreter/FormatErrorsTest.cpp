//===- FormatErrorsTest.cpp - tensors that are not what they say ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredTensor.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::interpreter;
using testing::EndsWith;

namespace {

/// A 3 by 5 matrix in blocks of 2 by 2, of which it has two.
StoredTensor makeBsr() {
  StoredTensor bsr("bsr<2, 2>", {3, 5});
  return bsr.positions<int32_t>(1, {0, 1, 2})
      .coordinates<int32_t>(1, {0, 2})
      .bitmap({1, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2})
      .values({1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2});
}

StoredTensor makeEllOfTwo() {
  StoredTensor ell("ell<2>", {3, 5});
  return ell.coordinates<int32_t>(1, {0, 4, 3, 0, 0, 0}, {3, 2})
      .lengths<int32_t>(1, {2, 1, 0})
      .values({1, 2, 3, 9, 9, 9}, {3, 2});
}

/// Checks the end of the error of every program on `tensor`.
void expectError(const StoredTensor &tensor, const std::string &error) {
  EXPECT_THAT(tensor.getDriverError(), EndsWith(error));
  EXPECT_THAT(tensor.getUnpackError(), EndsWith(error));
}

TEST(FormatErrors, NoneAtFirst) {
  EXPECT_EQ(makeBsr().walk().size(), 5u);
  EXPECT_EQ(makeEllOfTwo().walk().size(), 3u);
}

//===----------------------------------------------------------------------===//
// Arrays of another type, rank or size
//===----------------------------------------------------------------------===//

TEST(FormatErrors, ArraysThatAreNotGiven) {
  expectError(StoredTensor("ell<2>", {3, 5}).values({}, {3, 2}),
              "argument 0: level 1, coordinates: expected an array but got "
              "none");
  expectError(StoredTensor("ell<2>", {3, 5})
                  .coordinates<int32_t>(1, {0, 4, 3, 0, 0, 0}, {3, 2}),
              "argument 0: level 1, lengths: expected an array but got none");
  expectError(StoredTensor("bsr<2, 2>", {3, 5})
                  .positions<int32_t>(1, {0, 1, 2})
                  .coordinates<int32_t>(1, {0, 2}),
              "argument 0: bitmap: expected elements of type i1 but got none");
}

TEST(FormatErrors, TypesOfArrays) {
  expectError(
      makeEllOfTwo().coordinates<int64_t>(1, {0, 4, 3, 0, 0, 0}, {3, 2}),
      "level 1, coordinates: expected elements of type i32 but got "
      "i64");
  expectError(makeEllOfTwo().lengths<int64_t>(1, {2, 1, 0}),
              "level 1, lengths: expected elements of type i32 but got i64");
}

TEST(FormatErrors, ShapesOfArrays) {
  expectError(makeEllOfTwo().coordinates<int32_t>(1, {0, 4, 3, 0, 0, 0}),
              "level 1, coordinates: expected 2 dimensions but got 1");
  expectError(
      makeEllOfTwo().coordinates<int32_t>(1, {0, 4, 3, 0, 0, 0}, {2, 3}),
      "level 1, coordinates: expected the size of dimension 1 to be 2 "
      "but got 3");
  expectError(makeEllOfTwo().lengths<int32_t>(1, {2, 1, 0}, {1, 3}),
              "level 1, lengths: expected 1 dimensions but got 2");
  expectError(makeBsr().bitmap({1, 1, 1, 1, 1, 1, 1, 1}, {8, 1, 1}),
              "bitmap: expected the size of dimension 1 to be 2 but got 1");
}

TEST(FormatErrors, SizesOfArrays) {
  expectError(makeEllOfTwo().lengths<int32_t>(1, {2, 1}),
              "level 1: expected dimension 0 of the lengths to be at least 3 "
              "but got 2");
  expectError(makeEllOfTwo().coordinates<int32_t>(1, {0, 4, 3, 0}, {2, 2}),
              "level 1: expected dimension 0 of the coordinates to be at least "
              "3 but got 2");
  expectError(makeBsr().bitmap({1, 1, 1, 1}, {1, 2, 2}),
              "bitmap: expected dimension 0 of the bits to be at least 2 but "
              "got 1");
  expectError(makeBsr().positions<int32_t>(1, {0, 1}),
              "level 1: expected at least 3 positions but got 2");
}

TEST(FormatErrors, SizesOfValues) {
  EXPECT_THAT(makeBsr().values({1, 2, 3, 4}, {1, 2, 2}).getUnpackError(),
              EndsWith("'sparse.unpack': expected dimension 0 of the memory to "
                       "be at least 2 but got 1"));
  EXPECT_THAT(makeBsr().values({1, 2, 3, 4}, {1, 2, 2}).getDriverError(),
              EndsWith("'sparse.generic': expected index 0 inside memory of 1 "
                       "but got 1"));
}

//===----------------------------------------------------------------------===//
// Structure that breaks what the format claims
//===----------------------------------------------------------------------===//

TEST(FormatErrors, Lengths) {
  expectError(makeEllOfTwo().lengths<int32_t>(1, {3, 1, 0}),
              "level 1: expected lengths[0] to be in [0, 2] but got 3");
}

TEST(FormatErrors, CoordinatesOfPadding) {
  expectError(
      makeEllOfTwo().coordinates<int32_t>(1, {0, 4, 3, 1, 0, 0}, {3, 2}),
      "level 1: expected coordinates[3], of a cell that does not "
      "exist, to be 0 but got 1");
}

TEST(FormatErrors, CoordinatesOfElements) {
  expectError(
      makeEllOfTwo().coordinates<int32_t>(1, {0, 5, 3, 0, 0, 0}, {3, 2}),
      "level 1: expected coordinates[1] to be in [0, 5) but got 5");
  expectError(
      makeEllOfTwo().coordinates<int32_t>(1, {4, 0, 3, 0, 0, 0}, {3, 2}),
      "level 1: expected sorted coordinates in the fibre under position "
      "0");
  expectError(makeBsr().coordinates<int32_t>(1, {0, 3}),
              "level 1: expected coordinates[1] to be in [0, 3) but got 3");
  expectError(
      StoredTensor("dcsr", {3, 5})
          .coordinates<int32_t>(0, {1, 1})
          .positions<int32_t>(1, {0, 1, 2})
          .coordinates<int32_t>(1, {0, 1})
          .values({1, 2}),
      "level 0: expected unique coordinates in the fibre under position "
      "0");
  expectError(
      StoredTensor("coo", {3, 5})
          .coordinates<int32_t>(0, {1, 0})
          .coordinates<int32_t>(1, {0, 0})
          .values({1, 2}),
      "level 0: expected sorted coordinates in the fibre under position "
      "0");
}

TEST(FormatErrors, FibresThatAreTooLong) {
  expectError(StoredTensor("ragged", {2, 2})
                  .positions<int32_t>(1, {0, 3, 3})
                  .values({1, 2, 3}),
              "level 1: expected at most 2 positions in the fibre under "
              "position 0 but got 3");
}

/// Each coordinate is in range, and the element is not.
TEST(FormatErrors, ElementsOutsideOfTheTensor) {
  expectError(StoredTensor("format<(i) -> (i floordiv 4 : dense, "
                           "i mod 4 : compressed)>",
                           {6})
                  .positions<int32_t>(1, {0, 1, 3})
                  .coordinates<int32_t>(1, {3, 1, 2})
                  .values({1, 2, 3}),
              "expected coordinate 0 of the element at positions (1, 2) to be "
              "in [0, 6) but got 6");
}

} // namespace
