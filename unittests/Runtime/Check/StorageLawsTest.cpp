//===- StorageLawsTest.cpp - The laws of storages -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"

using namespace spindle::runtime;

/// The storage of a small matrix in the format of `text`, to be broken.
///
///   .  1  .  2
///   3  .  .  .
///   .  4  5  .
static Storage lawsSample(std::string_view text) {
  Expected<Storage> storage =
      store(tensor<float>({3, 4}, {{0, 0, 1, 2, 2}, {1, 3, 0, 1, 2}},
                          {1, 2, 3, 4, 5}),
            format(text));
  EXPECT_EQ(spindle::runtime::text(storage), "");
  return storage ? *storage : Storage();
}

/// The message for a storage, which must be the same when it is loaded.
static std::string refusal(const Storage &storage, std::string_view text) {
  std::string found = spindle::runtime::text(validate(storage, format(text)));
  EXPECT_EQ(spindle::runtime::text(load(storage, format(text))), found);
  return found;
}

/// Sets element `i` of an array of i32.
static void set(Array &array, int64_t i, int32_t value) {
  array.as<int32_t>()[i] = value;
}

TEST(StorageLawsTest, RefusesL1) {
  Storage csr = lawsSample(formats::csr);
  set(csr.positions[1], 0, 1);
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected positions of level 1 to start at 0 but got 1");
  csr = lawsSample(formats::csr);
  set(csr.positions[1], 1, 4);
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected element 2 of positions of level 1 to be at least 4 but "
            "got 3");
  csr = lawsSample(formats::csr);
  set(csr.positions[1], 3, 6);
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected positions of level 1 to end at 5 but got 6");
}

TEST(StorageLawsTest, RefusesL2) {
  Storage csr = lawsSample(formats::csr);
  set(csr.coordinates[1], 1, 4);
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected element 1 of coordinates of level 1 in [0, 4) but got 4");
  set(csr.coordinates[1], 1, -1);
  EXPECT_EQ(
      refusal(csr, formats::csr),
      "expected element 1 of coordinates of level 1 in [0, 4) but got -1");
  // The last panel of columns has one column inside.
  const char panel[] = "(i, j) -> (i : dense, j floordiv 3 : dense, "
                       "j mod 3 : compressed)";
  Storage split = lawsSample(panel);
  EXPECT_EQ(indices(split.coordinates[2]), Indices({1, 0, 0, 1, 2}));
  set(split.coordinates[2], 1, 2);
  EXPECT_EQ(refusal(split, panel),
            "position 1 of level 2: expected an existing "
            "cell in the tensor's shape but got one "
            "beyond it");
}

TEST(StorageLawsTest, RefusesL3) {
  Storage csr = lawsSample(formats::csr);
  set(csr.coordinates[1], 1, 1);
  EXPECT_EQ(refusal(csr, formats::csr),
            "position 1 of level 1: expected a coordinate above that of the "
            "position before it but got 1");
  const char unordered[] = "(i, j) -> (i : dense, j : compressed(unordered))";
  csr = lawsSample(unordered);
  set(csr.coordinates[1], 0, 3);
  set(csr.coordinates[1], 1, 1);
  EXPECT_EQ(refusal(csr, unordered), "");
  set(csr.coordinates[1], 1, 3);
  EXPECT_EQ(refusal(csr, unordered), "position 1 of level 1: expected a "
                                     "coordinate of its own but got 3");
  Storage coo = lawsSample(formats::coo);
  set(coo.coordinates[1], 1, 1);
  EXPECT_EQ(refusal(coo, formats::coo),
            "position 1 of level 0: expected a coordinate above that of the "
            "position before it but got 0");
}

TEST(StorageLawsTest, RefusesL4) {
  Storage ell = lawsSample(formats::ell);
  set(ell.lengths[1], 1, 3);
  EXPECT_EQ(refusal(ell, formats::ell),
            "expected element 1 of lengths of level 1 in [0, 3) but got 3");
  Storage bitmap = lawsSample(formats::bitmap);
  static_cast<char *>(bitmap.bitmap.data())[3] = 2;
  EXPECT_EQ(refusal(bitmap, formats::bitmap),
            "expected element 3 of the bitmap to be 0 or 1 but got 2");
}

TEST(StorageLawsTest, RefusesL5) {
  Storage ell = lawsSample(formats::ell);
  set(ell.coordinates[1], 3, 2);
  EXPECT_EQ(refusal(ell, formats::ell),
            "position 3 of level 1: expected padding with coordinate 0 but got "
            "2");
  ell = lawsSample(formats::ell);
  ell.values.as<float>()[3] = 1;
  EXPECT_EQ(refusal(ell, formats::ell),
            "expected value 3, which is padding, to be 0 but got another one");
  Storage bsr = lawsSample(formats::bsr);
  bsr.values.as<float>()[0] = 1;
  EXPECT_EQ(refusal(bsr, formats::bsr),
            "expected value 0, which is padding, to be 0 but got another one");
  // Row 3 is beyond the border.
  bsr = lawsSample(formats::bsr);
  bsr.bitmap.as<bool>()[bsr.bitmap.size() - 1] = true;
  EXPECT_EQ(
      refusal(bsr, formats::bsr),
      "expected element 15 of the bitmap, which no fibre has, to be 0 but "
      "got 1");
  const char rows[] = "(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, "
                      "j : fixed(2))";
  Storage blocks = lawsSample(rows);
  set(blocks.lengths[2], 3, 1);
  EXPECT_EQ(
      refusal(blocks, rows),
      "expected length 3 of level 2, which is padding, to be 0 but got 1");
}

TEST(StorageLawsTest, TheFirstOffendingPlaceIsReported) {
  Storage csr = lawsSample(formats::csr);
  set(csr.positions[1], 1, 4);
  set(csr.positions[1], 2, 2);
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected element 2 of positions of level 1 to be at least 4 but "
            "got 2");
  csr = lawsSample(formats::csr);
  set(csr.coordinates[1], 4, 9);
  set(csr.coordinates[1], 2, 8);
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected element 2 of coordinates of level 1 in [0, 4) but got 8");
  csr = lawsSample(formats::csr);
  set(csr.coordinates[1], 4, 0);
  set(csr.coordinates[1], 1, 0);
  EXPECT_EQ(refusal(csr, formats::csr),
            "position 1 of level 1: expected a coordinate above that of the "
            "position before it but got 0");
}

TEST(StorageLawsTest, RefusesArraysOfOtherTypesAndShapes) {
  Storage csr = lawsSample(formats::csr);
  csr.coordinates[1] = array<int64_t>({1, 3, 0, 1, 2});
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected coordinates of level 1 to be of i32 but got i64");
  csr = lawsSample(formats::csr);
  csr.positions[1] = array<int32_t>({0, 5});
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected positions of level 1 to have shape 4 but got 2");
  csr = lawsSample(formats::csr);
  csr.positions[1] = *Array::allocate(DType::I32, {4, 1});
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected positions of level 1 to have shape 4 but got 4x1");
  csr = lawsSample(formats::csr);
  csr.coordinates[1] = array<float>({1, 3, 0, 1, 2});
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected coordinates of level 1 to be of i32 but got f32");
  csr = lawsSample(formats::csr);
  csr.values = array<float>({1});
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected the values to have shape 5 but got 1");
  csr = lawsSample(formats::csr);
  csr.bitmap = array<float>({1});
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected the bitmap to have shape 0 but got 1");
  csr = lawsSample(formats::csr);
  csr.positions.pop_back();
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected arrays of 2 levels but got 1");
  Storage ell = lawsSample(formats::ell);
  ell.coordinates[1] = array<int32_t>({1, 3, 0, 0, 1, 2});
  EXPECT_EQ(refusal(ell, formats::ell),
            "expected coordinates of level 1 to have shape 3x6 but got 6");
  EXPECT_EQ(refusal(lawsSample(formats::csr), "(i) -> (i : dense)"),
            "expected a tensor of rank 1 but got rank 2");
  csr = lawsSample(formats::csr);
  csr.shape[0] = -1;
  EXPECT_EQ(refusal(csr, formats::csr),
            "expected extents of at least 0 but got -1x4");
}

TEST(StorageLawsTest, ManyEmptyFibresTakeNoTime) {
  // Nothing is stored of these rows, hence nothing is looked at.
  constexpr int64_t rows = int64_t(1) << 60;
  CooTensor empty = tensor<float>({rows, 0}, {{}, {}}, {});
  const char full[] = "(i, j) -> (i : dense, j : fixed(?)) full";
  for (const char *text : {formats::dense, full}) {
    Storage storage = *store(empty, format(text));
    EXPECT_EQ(storage.values.shape(), Indices({rows, 0}));
    EXPECT_EQ(load(storage, format(text))->entries(), 0);
  }
}
