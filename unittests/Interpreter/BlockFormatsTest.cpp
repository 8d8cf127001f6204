//===- BlockFormatsTest.cpp - tensors in formats of blocks ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredTensor.h"

#include "gtest/gtest.h"

using namespace spindle::interpreter;

namespace {

using Elements = StoredTensor::Elements;

/// Of blocks of 2 by 2 the last row and the last column are cut away, whatever
/// their bits are.
StoredTensor makeBsr(const std::string &format) {
  StoredTensor bsr(format, {3, 5});
  return bsr.positions<int32_t>(1, {0, 2, 4})
      .coordinates<int32_t>(1, {0, 1, 0, 2})
      .values({1, 0, kNever, kNever, 2, kNever, kNever, kNever, //
               kNever, 3, kNever, kNever, 4, kNever, kNever, kNever},
              {4, 2, 2});
}

TEST(BlockFormats, Bsr) {
  StoredTensor bsr = makeBsr("bsr<2, 2>");
  bsr.bitmap({1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}, {4, 2, 2});
  expectElements(bsr, kRows);
}

TEST(BlockFormats, BsrWithoutBitmapHasAllCellsInside) {
  StoredTensor bsr = makeBsr("bsr<2, 2, full>");
  bsr.values({1, 0, 5, 6, 2, 7, 8, 9, 10, 3, kNever, kNever, 4, kNever, kNever,
              kNever},
             {4, 2, 2});
  expectElements(bsr, {{0, 0, 1},
                       {0, 1, 0},
                       {1, 0, 5},
                       {1, 1, 6},
                       {0, 2, 2},
                       {0, 3, 7},
                       {1, 2, 8},
                       {1, 3, 9},
                       {2, 0, 10},
                       {2, 1, 3},
                       {2, 4, 4}});
}

TEST(BlockFormats, BsrOfOneCell) {
  expectElements(StoredTensor("bsr<1, 1>", {3, 5})
                     .positions<int32_t>(1, {0, 3, 3, 5})
                     .coordinates<int32_t>(1, {0, 1, 2, 1, 4})
                     .bitmap({1, 1, 1, 1, 1}, {5, 1, 1})
                     .values({1, 0, 2, 3, 4}, {5, 1, 1}),
                 kRows);
}

TEST(BlockFormats, DbsrInMemoryThatIsLarger) {
  expectElements(StoredTensor("dbsr<4, 3>", {9, 4})
                     .coordinates<int32_t>(0, {0, 2})
                     .positions<int32_t>(1, {0, 1, 2})
                     .coordinates<int32_t>(1, {1, 0})
                     .bitmap({0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, //
                              0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, //
                              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                             {3, 4, 3})
                     .values({9, 9, 9, 1, 9, 9, 9, 9, 9, 9, 9, 9, //
                              9, 2, 3, 9, 9, 9, 9, 9, 9, 9, 9, 9, //
                              9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9},
                             {3, 4, 3}),
                 {{1, 3, 1}, {8, 1, 2}, {8, 2, 3}});
}

TEST(BlockFormats, DenseBlocks) {
  expectElements(StoredTensor("format<(i) -> (io = i floordiv 2 : dense, "
                              "i mod 2 : dense of io)>",
                              {3})
                     .values({1, 2, 3, kNever}, {2, 2}),
                 {{0, 1}, {1, 2}, {2, 3}});
}

TEST(BlockFormats, CompressedBlocks) {
  expectElements(StoredTensor("format<(i) -> (io = i floordiv 4 : compressed, "
                              "i mod 4 : dense of io) full>",
                              {11})
                     .coordinates<int32_t>(0, {0, 2})
                     .values({1, 2, 3, 4, 5, 6, 7, kNever}, {2, 4}),
                 {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {8, 5}, {9, 6}, {10, 7}});
}

TEST(BlockFormats, BlocksOfStoredRemainders) {
  expectElements(StoredTensor("format<(i, j) -> (io = i floordiv 2 : dense, "
                              "j floordiv 4 : dense, i mod 2 : dense, "
                              "j mod 4 : compressed(crd = i16))>",
                              {3, 5})
                     .positions<int32_t>(3, {0, 3, 3, 3, 3, 4, 4, 5, 5})
                     .coordinates<int16_t>(3, {0, 1, 2, 1, 0})
                     .values({1, 0, 2, 3, 4}),
                 kRows);
}

/// What is stored are the digits of a number.
TEST(BlockFormats, BlocksOfBlocks) {
  expectElements(
      StoredTensor("format<(i) -> ((i floordiv 4) floordiv 2 : dense, "
                   "(i floordiv 4) mod 2 : compressed, i mod 4 : compressed)>",
                   {11})
          .positions<int32_t>(1, {0, 2, 3})
          .coordinates<int32_t>(1, {0, 1, 0})
          .positions<int32_t>(2, {0, 1, 2, 4})
          .coordinates<int32_t>(2, {0, 1, 0, 2})
          .values({1, 2, 3, 4}),
      {{0, 1}, {5, 2}, {8, 3}, {10, 4}});
}

/// Cells beyond the lengths hold blocks that do not exist.
TEST(BlockFormats, EllOfBlocks) {
  expectElements(
      StoredTensor("format<(i, j) -> (io = i floordiv 2 : dense, "
                   "jo = j floordiv 2 : fixed(2), i mod 2 : dense of io, "
                   "j mod 2 : dense of jo) lengths and bitmap>",
                   {3, 5})
          .coordinates<int32_t>(1, {0, 1, 2, 0}, {2, 2})
          .lengths<int32_t>(1, {2, 1})
          .bitmap({1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1},
                  {2, 2, 2, 2})
          .values({1, 9, 9, 9, 2, 3, 9, 9, 4, 9, 9, 9, 9, 9, 9, 9},
                  {2, 2, 2, 2}),
      {{0, 0, 1}, {0, 2, 2}, {0, 3, 3}, {2, 4, 4}});
}

} // namespace
