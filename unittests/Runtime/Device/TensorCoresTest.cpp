//===- TensorCoresTest.cpp - 2:4 matrices as mma.sp takes them ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix is read back lane by lane, in the order of the fragments of A and
// of the metadata of mma.sp that TensorCores.h gives.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Device/TensorCores.h"

#include "TensorOperands.h"

#include "Spindle/Runtime/Convert/Store.h"

#include <random>

using namespace spindle::runtime;

static constexpr char twoOfFour[] =
    "nm<2, 4> = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : "
    "structured(2, 4)) bitmap";

/// A matrix of which each four columns of a row have at most two elements.
static CooTensor drawMatrix(int64_t rows, int64_t columns, uint64_t seed) {
  std::mt19937_64 engine(seed);
  Indices i, j;
  std::vector<float> values;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t start = 0; start < columns; start += 4) {
      int64_t count = engine() % 3;
      for (int64_t place = engine() % 3; count > 0 && place < 4; ++place)
        if (start + place < columns && engine() % 2) {
          i.push_back(row);
          j.push_back(start + place);
          values.push_back(static_cast<float>(values.size() + 1));
          --count;
        }
    }
  return tensor({rows, columns}, {i, j}, values);
}

/// The bits of metadata that an instruction of `columns` columns takes for
/// columns 16 t to 16 t + 15 of row `row` of a tile, of what its lanes hold:
/// for each lane a word. The selector is 0.
static uint32_t readBits(const std::vector<uint32_t> &lanes, int64_t row,
                         int64_t t) {
  return lanes[4 * (row % 8) + t] >> (row < 8 ? 0 : 16) & 0xffff;
}

/// The words that the lanes of a warp hold of the tiles from `column` on.
static std::vector<uint32_t> loadLanes(const SparseTiles &tiles,
                                       int64_t rowTile, int64_t column,
                                       int64_t columns) {
  std::vector<uint32_t> lanes(32, 0xffffffff);
  int64_t inRow = tiles.metadata.shape()[1];
  for (int64_t g = 0; g < 8; ++g)
    for (int64_t t = 0; t < columns / 16; ++t) {
      int64_t tile = rowTile * inRow + column / 16 + t;
      lanes[4 * g + t] = tiles.metadata.as<int32_t>()[tile * 8 + g];
    }
  return lanes;
}

/// Reads all elements back, as instructions of `columns` columns would.
static std::map<Indices, float> readBack(const SparseTiles &tiles,
                                         int64_t columns) {
  std::map<Indices, float> found;
  int64_t rows = tiles.values.shape()[0], width = tiles.values.shape()[1];
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < 2 * width; column += columns) {
      std::vector<uint32_t> lanes = loadLanes(tiles, row / 16, column, columns);
      for (int64_t at = 0; at < columns / 2; ++at) {
        uint32_t bits = readBits(lanes, row % 16, at / 8);
        uint32_t places = bits >> (at % 8 / 2 * 4) & 15;
        EXPECT_LT(places & 3, places >> 2) << "row " << row;
        int64_t place = at % 2 ? places >> 2 : places & 3;
        float value = tiles.values.as<float>()[row * width + column / 2 + at];
        if (value != 0)
          found[{row, column + at / 2 * 4 + place}] = value;
      }
    }
  return found;
}

TEST(TensorCores, LanesReadTheMatrixBack) {
  uint64_t seed = 1;
  for (Indices shape : {Indices{16, 16},
                        {16, 32},
                        {33, 70},
                        {1, 1},
                        {5, 6},
                        {17, 63},
                        {0, 8},
                        {8, 0},
                        {40, 3}}) {
    CooTensor matrix = drawMatrix(shape[0], shape[1], seed++);
    Format nm = format(twoOfFour);
    Expected<Storage> stored = store(matrix, nm);
    ASSERT_EQ(text(stored), "");
    for (int64_t columns : {16, 32, 64}) {
      Expected<SparseTiles> tiles = packTiles(*stored, nm, columns);
      ASSERT_EQ(text(tiles), "");
      EXPECT_EQ(tiles->values.shape()[0] % 16, 0);
      EXPECT_EQ(tiles->values.shape()[1] * 2 % columns, 0);
      EXPECT_TRUE(readBack(*tiles, columns) == collect<float>(matrix));
    }
  }
}

/// The example of the PTX ISA has coordinates 0 and 2 in each group, 0b1000.
TEST(TensorCores, PlacesAreTwoBitsTheFirstGroupLowest) {
  Indices i, j;
  std::vector<float> values;
  for (int64_t row : {0, 8})
    for (int64_t column = 0; column < 16; column += 2) {
      i.push_back(row);
      j.push_back(row == 0 ? column : column / 4 * 4 + column % 4 / 2 + 2);
      values.push_back(1);
    }
  Format nm = format(twoOfFour);
  Storage stored = *store(tensor({16, 16}, {i, j}, values), nm);
  Expected<SparseTiles> tiles = packTiles(stored, nm, 16);
  ASSERT_EQ(text(tiles), "");
  EXPECT_EQ(tiles->metadata.shape(), (Indices{1, 1, 8}));
  const auto *words = tiles->metadata.as<int32_t>();
  EXPECT_EQ(static_cast<uint32_t>(words[0]), 0xeeee8888u);
  // Rows without elements keep coordinates 0 and 1.
  EXPECT_EQ(static_cast<uint32_t>(words[1]), 0x44444444u);
}

/// An element at coordinate 3 comes after what fills the group up, which has 0.
TEST(TensorCores, ValuesOfAGroupAscendByPlace) {
  Format nm = format(twoOfFour);
  Storage stored = *store(tensor<float>({1, 4}, {{0}, {3}}, {7}), nm);
  Expected<SparseTiles> tiles = packTiles(stored, nm, 16);
  ASSERT_EQ(text(tiles), "");
  EXPECT_EQ(tiles->values.as<float>()[0], 0);
  EXPECT_EQ(tiles->values.as<float>()[1], 7);
  EXPECT_EQ(tiles->metadata.as<int32_t>()[0] & 15, 0b1100);
}

TEST(TensorCores, OtherFormatsAreRefused) {
  Format ell = format("(i, j) -> (i : dense, j : fixed(2))");
  Storage stored = *store(tensor<float>({1, 4}, {{0}, {3}}, {7}), ell);
  EXPECT_EQ(text(packTiles(stored, ell, 16)),
            "expected a matrix in nm<2, 4> but got ell<2> = (i, j) -> (i : "
            "dense, j : fixed(2))");
  Format nm = format(twoOfFour);
  Storage right = *store(tensor<float>({1, 4}, {{0}, {3}}, {7}), nm);
  EXPECT_EQ(text(packTiles(right, nm, 8)),
            "expected tiles of 16, 32 or 64 columns but got 8");
  right.coordinates[2].as<int32_t>()[1] = 3;
  EXPECT_NE(text(packTiles(right, nm, 16)), "");
}
