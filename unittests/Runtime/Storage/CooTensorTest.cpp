//===- CooTensorTest.cpp - Sparse tensors as lists of entries -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

#include "Spindle/Runtime/Convert/SortEntries.h"

using namespace spindle::runtime;

TEST(CooTensorTest, AMatrixIsATensorInTheSameMemory) {
  CooMatrix matrix = coo<float>(2, 3, {1, 0}, {2, 1}, {7, 8});
  CooTensor tensor = fromMatrix(matrix);
  EXPECT_EQ(text(validate(tensor)), "");
  EXPECT_EQ(tensor.shape, Indices({2, 3}));
  EXPECT_EQ(tensor.coordinates[1].data(), matrix.col.data());
  Expected<CooMatrix> back = toMatrix(tensor);
  ASSERT_EQ(text(back), "");
  EXPECT_EQ(back->rows, 2);
  EXPECT_EQ(back->cols, 3);
  EXPECT_EQ(back->row.data(), matrix.row.data());
  EXPECT_EQ(back->values.data(), matrix.values.data());
}

TEST(CooTensorTest, OnlyRank2IsAMatrix) {
  EXPECT_EQ(text(toMatrix(tensor<float>({4}, {{1}}, {1}))),
            "expected a tensor of rank 2 but got rank 1");
}

TEST(CooTensorTest, RefusesCoordinatesOutOfRange) {
  EXPECT_EQ(
      text(validate(tensor<float>({2, 2}, {{0, 1}, {0, 2}}, {1, 1}))),
      "entry 1: expected a coordinate of dimension 1 in [0, 2) but got 2");
  EXPECT_EQ(text(validate(tensor<float>({2, 2}, {{-1, 1}, {0, 0}}, {1, 1}))),
            "entry 0: expected a coordinate of dimension 0 in [0, 2) but got "
            "-1");
  EXPECT_EQ(
      text(validate(tensor<float>({0}, {{0}}, {1}))),
      "entry 0: expected a coordinate of dimension 0 in [0, 0) but got 0");
}

TEST(CooTensorTest, RefusesMembersOfOtherShapes) {
  EXPECT_EQ(text(validate(tensor<float>({2, -2}, {{}, {}}, {}))),
            "expected extents of at least 0 but got 2x-2");
  EXPECT_EQ(text(validate(tensor<float>({2, 2}, {{0}}, {1}))),
            "expected coordinates of 2 dimensions but got 1");
  EXPECT_EQ(text(validate(tensor<float>({2, 2}, {{0}, {0, 1}}, {1}))),
            "expected coordinates of shape 1 for dimension 1 but got 2");
  CooTensor narrow = tensor<float>({2}, {{0}}, {1});
  narrow.coordinates[0] = array<int32_t>({0});
  EXPECT_EQ(text(validate(narrow)),
            "expected coordinates of i64 for dimension 0 but got i32");
  CooTensor table = tensor<float>({2}, {{0}}, {1});
  table.values = *Array::fromValues(std::vector<float>{1}, {1, 1});
  EXPECT_EQ(text(validate(table)),
            "expected value array of rank 1 but got rank 2");
}

TEST(CooTensorTest, SortsByTheFirstDimensionFirst) {
  CooTensor sorted = *sortEntries(tensor<float>(
      {3, 2, 9}, {{2, 0, 2, 0, 2}, {1, 1, 0, 1, 1}, {0, 8, 5, 3, 0}},
      {1, 2, 3, 4, 5}));
  EXPECT_EQ(indices(sorted.coordinates[0]), Indices({0, 0, 2, 2}));
  EXPECT_EQ(indices(sorted.coordinates[1]), Indices({1, 1, 0, 1}));
  EXPECT_EQ(indices(sorted.coordinates[2]), Indices({3, 8, 5, 0}));
  EXPECT_EQ(elements<float>(sorted.values), std::vector<float>({4, 2, 3, 6}));
}

TEST(CooTensorTest, SumsDuplicatesInInputOrder) {
  // In another order the small value would survive.
  CooTensor sorted =
      *sortEntries(tensor<float>({2}, {{1, 1, 0, 1}}, {1e8f, 1, 5, -1e8f}));
  EXPECT_EQ(indices(sorted.coordinates[0]), Indices({0, 1}));
  EXPECT_EQ(elements<float>(sorted.values), std::vector<float>({5, 0}));
}

TEST(CooTensorTest, OfRank0) {
  CooTensor sorted = *sortEntries(tensor<float>({}, {}, {1, 2, 4}));
  EXPECT_EQ(elements<float>(sorted.values), std::vector<float>({7}));
  EXPECT_EQ(sortEntries(tensor<float>({}, {}, {}))->entries(), 0);
}

TEST(CooTensorTest, SameEntries) {
  CooTensor left = tensor<float>({2, 2}, {{0, 1}, {1, 1}}, {1, 2});
  EXPECT_TRUE(
      haveSameEntries(left, tensor<float>({2, 2}, {{0, 1}, {1, 1}}, {1, 2})));
  // Another value, cell, order, shape, type.
  EXPECT_FALSE(
      haveSameEntries(left, tensor<float>({2, 2}, {{0, 1}, {1, 1}}, {1, 3})));
  EXPECT_FALSE(
      haveSameEntries(left, tensor<float>({2, 2}, {{0, 1}, {1, 0}}, {1, 2})));
  EXPECT_FALSE(
      haveSameEntries(left, tensor<float>({2, 2}, {{1, 0}, {1, 1}}, {2, 1})));
  EXPECT_FALSE(
      haveSameEntries(left, tensor<float>({2, 3}, {{0, 1}, {1, 1}}, {1, 2})));
  EXPECT_FALSE(
      haveSameEntries(left, tensor<int32_t>({2, 2}, {{0, 1}, {1, 1}}, {1, 2})));
  EXPECT_FALSE(haveSameEntries(left, tensor<float>({2, 2}, {{0}, {1}}, {1})));
}

/// Entries at random cells below `extents`, sorted one way and the other.
static void sortsMany(const Indices &extents) {
  constexpr int64_t count = 60000;
  std::vector<Indices> lists;
  uint64_t state = 1;
  for (int64_t extent : extents) {
    Indices list;
    for (int64_t e = 0; e < count; ++e) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      list.push_back((state >> 1) % extent);
    }
    lists.push_back(list);
  }
  std::vector<int32_t> values;
  for (int64_t e = 0; e < count; ++e)
    values.push_back(e);
  CooTensor from = tensor(extents, lists, values);
  std::map<Indices, int32_t> expected = collect<int32_t>(from);
  CooTensor sorted = *sortEntries(from);
  ASSERT_EQ(sorted.entries(), static_cast<int64_t>(expected.size()));
  int64_t e = 0;
  for (auto &[place, value] : expected) {
    for (size_t dim = 0; dim < place.size(); ++dim)
      ASSERT_EQ(sorted.coordinates[dim].as<int64_t>()[e], place[dim]);
    ASSERT_EQ(sorted.values.as<int32_t>()[e++], value);
  }
}

TEST(CooTensorTest, SortsMany) {
  // Keys that take less than a word with the entry's number; a word without it;
  // several words; few of the bits that they have; one row.
  sortsMany({200, 300});
  sortsMany({int64_t(1) << 40, int64_t(1) << 20});
  sortsMany({int64_t(1) << 40, 3, int64_t(1) << 62, 5});
  sortsMany({1, 1, 70000});
  sortsMany({100000, 1});
}
