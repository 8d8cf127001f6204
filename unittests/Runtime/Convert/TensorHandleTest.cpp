//===- TensorHandleTest.cpp - Tensors that compiled code makes ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/TensorHandle.h"

using namespace spindle::runtime;

static int64_t address(const void *memory) {
  return reinterpret_cast<int64_t>(memory);
}

/// The arrays of a matrix in CSR: rows [1, 2, .], [., ., .] and [3, ., 4].
struct Matrix {
  /// Describes the matrix; the handle is the caller's.
  int64_t describe() {
    int64_t tensor =
        spindle_tensor_begin(address(formats::csr), address("f32"));
    spindle_tensor_size(tensor, 3);
    spindle_tensor_size(tensor, 3);
    add(tensor, TensorArray::Positions, 1, positions.data(), 4);
    add(tensor, TensorArray::Coordinates, 1, coordinates.data(), 4);
    add(tensor, TensorArray::Values, -1, values.data(), 4);
    return tensor;
  }

  static void add(int64_t tensor, TensorArray array, int64_t level,
                  const void *data, int64_t size) {
    spindle_tensor_array(tensor, int64_t(array), level, address(data));
    spindle_tensor_extent(tensor, size);
  }

  std::vector<int32_t> positions = {0, 2, 2, 4}, coordinates = {0, 1, 0, 2};
  std::vector<float> values = {1, 2, 3, 4};
};

/// Converts the matrix to the format `text`.
static int64_t convert(Matrix matrix, const char *text) {
  int64_t described = matrix.describe();
  int64_t made =
      spindle_tensor_convert(described, address(text), address("here: "));
  spindle_tensor_free(described);
  return made;
}

static const char kELL[] = "ell<2> = (i, j) -> (i : dense, j : fixed(2))";

TEST(TensorHandleTest, WhatIsMadeOutlivesWhatItIsMadeOf) {
  Expected<Storage> made = takeTensor(convert(Matrix(), kELL));
  ASSERT_TRUE(bool(made)) << made.error().str();
  EXPECT_FALSE(validate(*made, format(kELL)));
  EXPECT_EQ(made->values.shape(), (Indices{3, 2}));
  EXPECT_EQ(made->values.as<float>()[4], 3);
}

static const char kParts[] =
    "composite (i, j) -> (i below 1 : #sparse.ell<2>, "
    "rest : #sparse.format<(i, j) -> (i : compressed(nonunique), j : "
    "singleton)>)";

TEST(TensorHandleTest, PartsOfATensor) {
  int64_t made = convert(Matrix(), kParts);
  ASSERT_NE(made, 0) << spindle_tensor_error();
  EXPECT_EQ(spindle_tensor_get_size(made, 0), 3);
  int64_t first = spindle_tensor_part(made, 0);
  EXPECT_EQ(
      spindle_tensor_get_extent(first, int64_t(TensorArray::Values), -1, 1), 2);
  EXPECT_EQ(spindle_tensor_part(made, 2), 0);
  EXPECT_EQ(spindle_tensor_part(made, -1), 0);
  EXPECT_EQ(spindle_tensor_part(first, 0), 0);
  // Back again, from the parts.
  int64_t back =
      spindle_tensor_convert(made, address(formats::csr), address("here: "));
  Expected<Storage> rows = takeTensor(back);
  ASSERT_TRUE(bool(rows)) << rows.error().str();
  EXPECT_EQ(indices(rows->positions[1]), (Indices{0, 2, 2, 4}));
  EXPECT_EQ(indices(rows->coordinates[1]), (Indices{0, 1, 0, 2}));
  Expected<std::vector<Storage>> parts = takeTensors(made);
  ASSERT_TRUE(bool(parts)) << parts.error().str();
  ASSERT_EQ(parts->size(), 2u);
  EXPECT_EQ(indices((*parts)[1].coordinates[0]), (Indices{2, 2}));
}

TEST(TensorHandleTest, APartThatIsDescribed) {
  std::vector<int32_t> rows = {2, 2}, columns = {0, 2}, lengths = {2, 0, 0},
                       slots = {0, 1, 0, 0, 0, 0};
  std::vector<float> values = {3, 4}, first = {1, 2, 0, 0, 0, 0};
  int64_t tensor = spindle_tensor_begin(address(kParts), address("f32"));
  for (int64_t number : {0, 1})
    for (int64_t size : {3, 3})
      spindle_tensor_size(spindle_tensor_part(tensor, number), size);
  int64_t ell = spindle_tensor_part(tensor, 0);
  Matrix::add(ell, TensorArray::Lengths, 1, lengths.data(), 3);
  Matrix::add(ell, TensorArray::Coordinates, 1, slots.data(), 3);
  spindle_tensor_extent(ell, 2);
  Matrix::add(ell, TensorArray::Values, -1, first.data(), 3);
  spindle_tensor_extent(ell, 2);
  int64_t coo = spindle_tensor_part(tensor, 1);
  Matrix::add(coo, TensorArray::Coordinates, 0, rows.data(), 2);
  Matrix::add(coo, TensorArray::Coordinates, 1, columns.data(), 2);
  Matrix::add(coo, TensorArray::Values, -1, values.data(), 2);
  int64_t made =
      spindle_tensor_convert(tensor, address(formats::csr), address("here: "));
  spindle_tensor_free(tensor);
  Expected<Storage> whole = takeTensor(made);
  ASSERT_TRUE(bool(whole)) << whole.error().str();
  EXPECT_EQ(elements<float>(whole->values), (std::vector<float>{1, 2, 3, 4}));
}

TEST(TensorHandleTest, AnElementOfNoPart) {
  EXPECT_EQ(convert(Matrix(), "first = composite (i, j) -> (i below 2 : csr)"),
            0);
  EXPECT_STREQ(spindle_tensor_error(),
               "here: element (2, 0): expected one part of "
               "#sparse.composite<(i, j) -> (i below 2 : #sparse.csr)> to hold "
               "it but got none");
  EXPECT_EQ(convert(Matrix(), "composite (i, j) -> (i over 2"), 0);
}

TEST(TensorHandleTest, Queries) {
  int64_t made = convert(Matrix(), kELL);
  EXPECT_EQ(spindle_tensor_get_rank(made), 2);
  EXPECT_EQ(spindle_tensor_get_size(made, 1), 3);
  EXPECT_EQ(spindle_tensor_get_size(made, 2), -1);
  auto coordinates = int64_t(TensorArray::Coordinates);
  EXPECT_EQ(spindle_tensor_get_extent(made, coordinates, 1, 0), 3);
  EXPECT_EQ(spindle_tensor_get_extent(made, coordinates, 1, 1), 2);
  EXPECT_EQ(spindle_tensor_get_extent(made, coordinates, 1, 2), -1);
  auto *data = reinterpret_cast<const int32_t *>(
      spindle_tensor_get_array(made, coordinates, 1));
  EXPECT_EQ(std::vector<int32_t>(data, data + 6),
            (std::vector<int32_t>{0, 1, 0, 0, 0, 2}));
  auto *lengths = reinterpret_cast<const int32_t *>(
      spindle_tensor_get_array(made, int64_t(TensorArray::Lengths), 1));
  EXPECT_EQ(std::vector<int32_t>(lengths, lengths + 3),
            (std::vector<int32_t>{2, 0, 2}));
  spindle_tensor_free(made);
}

TEST(TensorHandleTest, ArraysThatATensorLacks) {
  int64_t made = convert(Matrix(), kELL);
  for (auto [array, level] :
       {std::pair(TensorArray::Positions, 1),
        std::pair(TensorArray::Coordinates, 0),
        std::pair(TensorArray::Coordinates, 2),
        std::pair(TensorArray::Coordinates, -1),
        std::pair(TensorArray::Bitmap, -1), std::pair(TensorArray(7), 1)}) {
    EXPECT_EQ(spindle_tensor_get_array(made, int64_t(array), level), 0);
    EXPECT_EQ(spindle_tensor_get_extent(made, int64_t(array), level, 0), -1);
  }
  spindle_tensor_free(made);
}

TEST(TensorHandleTest, NoTensor) {
  spindle_tensor_free(0);
  spindle_tensor_size(0, 3);
  spindle_tensor_array(0, 0, 0, 0);
  spindle_tensor_extent(0, 3);
  EXPECT_EQ(spindle_tensor_convert(0, address(kELL), address("")), 0);
  EXPECT_EQ(spindle_tensor_get_rank(0), 0);
  EXPECT_EQ(spindle_tensor_get_size(0, 0), -1);
  EXPECT_EQ(spindle_tensor_get_array(0, 0, 0), 0);
  EXPECT_EQ(spindle_tensor_get_extent(0, 0, 0, 0), -1);
}

TEST(TensorHandleTest, WhatAFormatCannotHold) {
  Expected<Storage> made = takeTensor(
      convert(Matrix(), "ell<1> = (i, j) -> (i : dense, j : fixed(1))"));
  ASSERT_FALSE(bool(made));
  EXPECT_EQ(made.error().str(), "here: row 0: expected at most 1 element for "
                                "ell<1> but got 2");
  EXPECT_EQ(made.error().str(), spindle_tensor_error());
}

TEST(TensorHandleTest, ArraysThatAreNoTensor) {
  Matrix matrix;
  matrix.coordinates[1] = 3;
  EXPECT_EQ(convert(matrix, kELL), 0);
  EXPECT_EQ(std::string(spindle_tensor_error()).rfind("here: operand: ", 0), 0u)
      << spindle_tensor_error();
}

TEST(TensorHandleTest, AnArrayOfNoLevel) {
  Matrix matrix;
  int64_t tensor = matrix.describe();
  Matrix::add(tensor, TensorArray::Lengths, 2, matrix.positions.data(), 1);
  EXPECT_EQ(spindle_tensor_convert(tensor, address(kELL), address("")), 0);
  EXPECT_STREQ(spindle_tensor_error(),
               "operand: expected an array of a format of 2 levels but got "
               "level 2");
  spindle_tensor_free(tensor);
}

TEST(TensorHandleTest, TextsWithoutAMeaning) {
  EXPECT_EQ(spindle_tensor_begin(address("scr"), address("f32")), 0);
  EXPECT_STREQ(spindle_tensor_error(), parseFormat("scr").error().text.c_str());
  EXPECT_EQ(spindle_tensor_begin(address(formats::csr), address("f31")), 0);
  EXPECT_STREQ(spindle_tensor_error(),
               "expected an element type but got 'f31'");
  EXPECT_EQ(convert(Matrix(), "ell"), 0);
  EXPECT_EQ(spindle_tensor_error(), "here: " + parseFormat("ell").error().text);
}
