//===- FormatsTest.cpp - tensors in every format --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredTensor.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::interpreter;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Elements = StoredTensor::Elements;

/// In the order of columns.
const Elements kColumns = {
    {0, 0, 1}, {0, 1, 0}, {2, 1, 3}, {0, 2, 2}, {2, 4, 4}};

//===----------------------------------------------------------------------===//
// Compressed levels
//===----------------------------------------------------------------------===//

TEST(Formats, Csr) {
  expectElements(StoredTensor("csr", {3, 5})
                     .positions<int32_t>(1, {0, 3, 3, 5})
                     .coordinates<int32_t>(1, {0, 1, 2, 1, 4})
                     .values({1, 0, 2, 3, 4}),
                 kRows);
}

TEST(Formats, CscOfSmallCoordinates) {
  expectElements(StoredTensor("csc<pos = i64, crd = i8>", {3, 5})
                     .positions<int64_t>(1, {0, 1, 3, 4, 4, 5})
                     .coordinates<int8_t>(1, {0, 0, 2, 0, 2})
                     .values({1, 0, 3, 2, 4}),
                 kColumns);
}

/// The root has as many positions as coordinates.
TEST(Formats, Dcsr) {
  expectElements(StoredTensor("dcsr<pos = i64, crd = i64>", {3, 5})
                     .coordinates<int64_t>(0, {0, 2})
                     .positions<int64_t>(1, {0, 3, 5})
                     .coordinates<int64_t>(1, {0, 1, 2, 1, 4})
                     .values({1, 0, 2, 3, 4}),
                 kRows);
}

TEST(Formats, Csf) {
  expectElements(StoredTensor("csf<pos = i64, crd = i64>", {2, 3, 4})
                     .coordinates<int64_t>(0, {1})
                     .positions<int64_t>(1, {0, 2})
                     .coordinates<int64_t>(1, {0, 2})
                     .positions<int64_t>(2, {0, 2, 3})
                     .coordinates<int64_t>(2, {1, 3, 0})
                     .values({5, 6, 7}),
                 {{1, 0, 1, 5}, {1, 0, 3, 6}, {1, 2, 0, 7}});
}

TEST(Formats, CsfInAnotherOrderOfModes) {
  expectElements(StoredTensor("csf<2, 0, 1>", {2, 3, 4})
                     .coordinates<int32_t>(0, {0, 3})
                     .positions<int32_t>(1, {0, 1, 3})
                     .coordinates<int32_t>(1, {1, 0, 1})
                     .positions<int32_t>(2, {0, 1, 2, 4})
                     .coordinates<int32_t>(2, {2, 1, 0, 2})
                     .values({7, 8, 6, 9}),
                 {{1, 2, 0, 7}, {0, 1, 3, 8}, {1, 0, 3, 6}, {1, 2, 3, 9}});
}

/// Duplicates are elements each, and look-ups of them are refused.
TEST(Formats, CooWithDuplicates) {
  EXPECT_EQ(StoredTensor("coo", {3, 5})
                .coordinates<int32_t>(0, {0, 0, 2, 2})
                .coordinates<int32_t>(1, {2, 2, 4, 1})
                .values({1, 2, 3, 4})
                .walk(),
            (Elements{{0, 2, 1}, {0, 2, 2}, {2, 4, 3}, {2, 1, 4}}));
}

TEST(Formats, CooOfThreeDimensions) {
  EXPECT_EQ(StoredTensor("coo<pos = i64, crd = i64>", {2, 3, 4})
                .coordinates<int64_t>(0, {0, 1, 1})
                .coordinates<int64_t>(1, {2, 0, 0})
                .coordinates<int64_t>(2, {3, 0, 1})
                .values({1, 2, 3})
                .walk(),
            (Elements{{0, 2, 3, 1}, {1, 0, 0, 2}, {1, 0, 1, 3}}));
}

TEST(Formats, Ragged) {
  expectElements(StoredTensor("ragged", {3, 4})
                     .positions<int32_t>(1, {0, 2, 2, 5})
                     .values({1, 2, 3, 4, 5}),
                 {{0, 0, 1}, {0, 1, 2}, {2, 0, 3}, {2, 1, 4}, {2, 2, 5}});
}

//===----------------------------------------------------------------------===//
// Fixed levels
//===----------------------------------------------------------------------===//

StoredTensor makeEll(const std::string &format) {
  StoredTensor ell(format, {3, 5});
  return ell
      .coordinates<int32_t>(1, {0, 1, 2, 0, 0, 0, 0, 0, 1, 4, 0, 0}, {3, 4})
      .lengths<int32_t>(1, {3, 0, 2})
      .values({1, 0, 2, kNever, kNever, kNever, kNever, kNever, 3, 4, kNever,
               kNever},
              {3, 4});
}

TEST(Formats, Ell) {
  expectElements(makeEll("ell<4>"), kRows);
  expectElements(makeEll("ell<?>"), kRows);
}

TEST(Formats, EllOfLargeIndices) {
  expectElements(StoredTensor("ell<1, crd = i64>", {3, 5})
                     .coordinates<int64_t>(1, {4, 0, 2}, {3, 1})
                     .lengths<int64_t>(1, {1, 0, 1})
                     .values({1, kNever, 2}, {3, 1}),
                 {{0, 4, 1}, {2, 2, 2}});
}

TEST(Formats, EllWithoutLengthsHasAllCells) {
  expectElements(StoredTensor("ell<2, full>", {2, 3})
                     .coordinates<int32_t>(1, {0, 2, 1, 2}, {2, 2})
                     .values({1, 2, 3, 4}, {2, 2}),
                 {{0, 0, 1}, {0, 2, 2}, {1, 1, 3}, {1, 2, 4}});
}

TEST(Formats, EllWithLengthsAndBitmap) {
  StoredTensor ell = makeEll("ell<4, lengths and bitmap>");
  ell.bitmap({1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}, {3, 4});
  expectElements(ell, {{0, 0, 1}, {0, 2, 2}, {2, 1, 3}, {2, 4, 4}});
}

/// The slots of padding have coordinate 0, whatever is before them.
TEST(Formats, EllWithABitmapAlone) {
  EXPECT_EQ(makeEll("ell<4, bitmap>")
                .bitmap({1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0}, {3, 4})
                .walk(),
            kRows);
}

//===----------------------------------------------------------------------===//
// Dense levels
//===----------------------------------------------------------------------===//

TEST(Formats, DenseByColumns) {
  expectElements(
      StoredTensor("format<(i, j) -> (j : dense, i : dense)>", {2, 3})
          .values({1, 2, 3, 4, 5, 6}, {3, 2}),
      {{0, 0, 1}, {1, 0, 2}, {0, 1, 3}, {1, 1, 4}, {0, 2, 5}, {1, 2, 6}});
}

TEST(Formats, DenseWithABitmap) {
  expectElements(
      StoredTensor("format<(i, j) -> (i : dense, j : dense) bitmap>", {2, 3})
          .bitmap({0, 1, 0, 1, 0, 0}, {2, 3})
          .values({9, 1, 9, 2, 9, 9}, {2, 3}),
      {{0, 1, 1}, {1, 0, 2}});
}

//===----------------------------------------------------------------------===//
// Nothing
//===----------------------------------------------------------------------===//

TEST(Formats, WithoutElements) {
  EXPECT_THAT(StoredTensor("coo", {0, 0})
                  .coordinates<int32_t>(0, {})
                  .coordinates<int32_t>(1, {})
                  .values({})
                  .walk(),
              IsEmpty());
  expectElements(StoredTensor("bsr<2, 2>", {0, 3})
                     .positions<int32_t>(1, {0})
                     .coordinates<int32_t>(1, {})
                     .bitmap({}, {0, 2, 2})
                     .values({}, {0, 2, 2}),
                 {});
  expectElements(StoredTensor("ell<2>", {2, 0})
                     .coordinates<int32_t>(1, {0, 0, 0, 0}, {2, 2})
                     .lengths<int32_t>(1, {0, 0})
                     .values({9, 9, 9, 9}, {2, 2}),
                 {});
  expectElements(StoredTensor("dcsr", {3, 5})
                     .coordinates<int32_t>(0, {})
                     .positions<int32_t>(1, {0})
                     .coordinates<int32_t>(1, {})
                     .values({}),
                 {});
}

} // namespace
