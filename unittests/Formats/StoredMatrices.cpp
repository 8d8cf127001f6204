//===- StoredMatrices.cpp - matrices stored by hand -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredMatrices.h"

#include <limits>

using namespace spindle::execution;

namespace {
using Elements = std::vector<Element>;
} // namespace

/// A matrix of at most five levels, without its arrays. `bitmap` has the format
/// keep one.
static StoredMatrix make(const std::string &format, std::vector<int64_t> shape,
                         Elements elements, bool bitmap = false) {
  StoredMatrix matrix;
  matrix.format = format;
  matrix.shape = std::move(shape);
  int64_t cells = 1;
  for (int64_t size : matrix.shape)
    cells *= size;
  matrix.values.resize(cells);
  matrix.bitmap.resize(bitmap ? cells : 0);
  matrix.positions.resize(5);
  matrix.coordinates.resize(5);
  matrix.lengths.resize(5);
  for (const Element &element : elements) {
    matrix.values[element.address] = element.value;
    if (bitmap)
      matrix.bitmap[element.address] = 1;
  }
  matrix.elements = std::move(elements);
  return matrix;
}

static void cutAway(StoredMatrix &matrix, std::vector<int64_t> addresses) {
  for (int64_t address : addresses)
    matrix.values[address] = std::numeric_limits<float>::quiet_NaN();
}

//===----------------------------------------------------------------------===//
// Fibres of any length
//===----------------------------------------------------------------------===//

static Elements getByRows() {
  return {{0, 0, 1, 0}, {0, 3, 2, 1},  {1, 1, -3, 2}, {3, 2, 4, 3},
          {3, 3, 0, 4}, {3, 6, -5, 5}, {4, 4, 6, 6}};
}

static StoredMatrix storeCSR() {
  StoredMatrix matrix = make("#sparse.csr", {7}, getByRows());
  matrix.positions[1] = Integers::list({0, 2, 3, 3, 6, 7});
  matrix.coordinates[1] = Integers::list({0, 3, 1, 2, 3, 6, 4});
  return matrix;
}

static StoredMatrix storeCSC() {
  StoredMatrix matrix = make("#sparse.csc", {7},
                             {{0, 0, 1, 0},
                              {1, 1, -3, 1},
                              {3, 2, 4, 2},
                              {0, 3, 2, 3},
                              {3, 3, 0, 4},
                              {4, 4, 6, 5},
                              {3, 6, -5, 6}});
  matrix.positions[1] = Integers::list({0, 1, 2, 3, 5, 6, 6, 7});
  matrix.coordinates[1] = Integers::list({0, 1, 3, 0, 3, 4, 3});
  return matrix;
}

static StoredMatrix storeDCSR() {
  StoredMatrix matrix = make("#sparse.dcsr", {7}, getByRows());
  matrix.coordinates[0] = Integers::list({0, 1, 3, 4});
  matrix.positions[1] = Integers::list({0, 2, 3, 6, 7});
  matrix.coordinates[1] = Integers::list({0, 3, 1, 2, 3, 6, 4});
  return matrix;
}

static StoredMatrix storeCOO() {
  StoredMatrix matrix = make("#sparse.coo", {7}, getByRows());
  matrix.coordinates[0] = Integers::list({0, 0, 1, 3, 3, 3, 4});
  matrix.coordinates[1] = Integers::list({0, 3, 1, 2, 3, 6, 4});
  matrix.hasLookUps = false;
  return matrix;
}

static StoredMatrix storeRagged() {
  Elements elements;
  const int64_t lengths[kRows] = {2, 0, 3, 7, 1};
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t column = 0; column < lengths[row]; ++column)
      elements.push_back(
          {row, column, float(3 * column - row), int64_t(elements.size())});
  StoredMatrix matrix = make("#sparse.ragged", {13}, elements);
  matrix.positions[1] = Integers::list({0, 2, 2, 5, 12, 13});
  return matrix;
}

/// Rows in panels of 2 x 3: the last panel has one row, and one column.
static StoredMatrix storePanels() {
  StoredMatrix matrix = make(
      "#sparse.format<(i, j) -> (io = i floordiv 2 : dense, j floordiv 3 : "
      "dense, i mod 2 : dense, j mod 3 : compressed)>",
      {7},
      {{0, 0, 1, 0},
       {1, 1, -3, 1},
       {0, 3, 2, 2},
       {3, 2, 4, 3},
       {3, 3, 0, 4},
       {3, 6, -5, 5},
       {4, 4, 6, 6}});
  matrix.positions[3] =
      Integers::list({0, 1, 2, 3, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7});
  matrix.coordinates[3] = Integers::list({0, 1, 0, 2, 0, 0, 1});
  return matrix;
}

//===----------------------------------------------------------------------===//
// Fibres of one width
//===----------------------------------------------------------------------===//

/// Rows of `width` slots, of which as many are used as there are elements.
static StoredMatrix storeELL(const std::string &format, int64_t width,
                             bool lengths, bool bitmap) {
  Elements elements = getByRows();
  std::vector<int32_t> coordinates(kRows * width), used(kRows);
  for (Element &element : elements) {
    element.address = element.row * width + used[element.row]++;
    coordinates[element.address] = int32_t(element.column);
  }
  StoredMatrix matrix = make(format, {kRows, width}, elements, bitmap);
  matrix.coordinates[1] = {{kRows, width}, coordinates};
  if (lengths)
    matrix.lengths[1] = Integers::list(used);
  // Slots that only bits tell from padding have coordinate 0 more than once.
  matrix.hasLookUps = lengths;
  return matrix;
}

/// Each row has its diagonal and the second column from there.
static StoredMatrix storeFullELL() {
  Elements elements;
  std::vector<int32_t> coordinates;
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t slot : {0, 1}) {
      int64_t column = row + 2 * slot;
      elements.push_back({row, column, float(row - 3 * slot), 2 * row + slot});
      coordinates.push_back(int32_t(column));
    }
  StoredMatrix matrix = make("#sparse.ell<2, full>", {kRows, 2}, elements);
  matrix.coordinates[1] = {{kRows, 2}, coordinates};
  return matrix;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The blocks of 2 x 3 that hold elements.
static const std::vector<int32_t> kBlockPositions = {0, 2, 5, 6};
static const std::vector<int32_t> kBlockColumns = {0, 1, 0, 1, 2, 1};
static const std::vector<int64_t> kBlockCells = {6, 2, 3};

/// Cells of the last block row and column, which are outside of the matrix.
static const std::vector<int64_t> kOutsideCells = {25, 26, 28, 29, 33, 34, 35};

static Elements getByBlocks() {
  return {{0, 0, 1, 0},      {1, 1, -3, 4},     {0, 3, 2, 6},
          {3, 2, 4, 12 + 5}, {3, 3, 0, 18 + 3}, {3, 6, -5, 24 + 3},
          {4, 4, 6, 30 + 1}};
}

static StoredMatrix storeBSR() {
  StoredMatrix matrix =
      make("#sparse.bsr<2, 3>", kBlockCells, getByBlocks(), /*bitmap=*/true);
  matrix.positions[1] = Integers::list(kBlockPositions);
  matrix.coordinates[1] = Integers::list(kBlockColumns);
  cutAway(matrix, kOutsideCells);
  return matrix;
}

/// All cells of the blocks are elements.
static StoredMatrix storeFullBSR() {
  Elements elements;
  for (int64_t blockRow = 0; blockRow < 3; ++blockRow)
    for (int64_t block = kBlockPositions[blockRow];
         block < kBlockPositions[blockRow + 1]; ++block)
      for (int64_t cell = 0; cell < 6; ++cell) {
        int64_t row = 2 * blockRow + cell / 3;
        int64_t column = 3 * kBlockColumns[block] + cell % 3;
        if (row < kRows && column < kColumns)
          elements.push_back(
              {row, column, float(cell - 3 * block), 6 * block + cell});
      }
  StoredMatrix matrix = make("#sparse.bsr<2, 3, full>", kBlockCells, elements);
  matrix.positions[1] = Integers::list(kBlockPositions);
  matrix.coordinates[1] = Integers::list(kBlockColumns);
  cutAway(matrix, kOutsideCells);
  return matrix;
}

/// Blocks of one row: its only coordinate in the block is 0.
static StoredMatrix storeDBSR() {
  StoredMatrix matrix = make("#sparse.dbsr<1, 3>", {7, 1, 3},
                             {{0, 0, 1, 0},
                              {0, 3, 2, 3},
                              {1, 1, -3, 6 + 1},
                              {3, 2, 4, 9 + 2},
                              {3, 3, 0, 12},
                              {3, 6, -5, 15},
                              {4, 4, 6, 18 + 1}},
                             /*bitmap=*/true);
  matrix.coordinates[0] = Integers::list({0, 1, 3, 4});
  matrix.positions[1] = Integers::list({0, 2, 3, 6, 7});
  matrix.coordinates[1] = Integers::list({0, 1, 0, 0, 1, 2, 1});
  cutAway(matrix, {16, 17});
  return matrix;
}

//===----------------------------------------------------------------------===//
// Rows in an order of their own
//===----------------------------------------------------------------------===//

/// Rows 3, 0; 1, 2; 4, two of them side by side.
static StoredMatrix storeSELL() {
  StoredMatrix matrix = make("#sparse.sell<2, 4>", {5, 2},
                             {{3, 2, 4, 0},
                              {0, 0, 1, 1},
                              {3, 3, 0, 2},
                              {0, 3, 2, 3},
                              {3, 6, -5, 4},
                              {1, 1, -3, 6},
                              {4, 4, 6, 8}},
                             /*bitmap=*/true);
  matrix.positions[1] = Integers::list({0, 3, 4, 5});
  matrix.coordinates[3] = {{3, 2}, {3, 0, 1, 2, 4, 0}};
  matrix.coordinates[4] = {{5, 2}, {2, 0, 3, 3, 6, 0, 1, 0, 4, 0}};
  matrix.hasLookUps = false;
  cutAway(matrix, {9});
  return matrix;
}

/// Rows 1, 0, 3 of one window, by their lengths, and row 4 of the next one.
static StoredMatrix storeRowsByLength() {
  StoredMatrix matrix = make("#sparse.rowlen<4>", {7},
                             {{1, 1, -3, 0},
                              {0, 0, 1, 1},
                              {0, 3, 2, 2},
                              {3, 2, 4, 3},
                              {3, 3, 0, 4},
                              {3, 6, -5, 5},
                              {4, 4, 6, 6}});
  matrix.positions[1] = Integers::list({0, 3, 4});
  matrix.coordinates[1] = Integers::list({1, 2, 3, 1});
  matrix.positions[2] = Integers::list({0, 1, 2, 3, 4});
  matrix.coordinates[3] = Integers::list({1, 0, 3, 4});
  matrix.positions[4] = Integers::list({0, 1, 3, 6, 7});
  matrix.coordinates[4] = Integers::list({1, 0, 3, 2, 3, 6, 4});
  matrix.hasLookUps = false;
  return matrix;
}

/// The columns of each two rows, in groups of two.
static StoredMatrix storeSRBCRS() {
  StoredMatrix matrix = make("#sparse.sr_bcrs<2, 2>", {5, 2, 2},
                             {{0, 0, 1, 0},
                              {1, 1, -3, 3},
                              {0, 3, 2, 4},
                              {3, 2, 4, 10},
                              {3, 3, 0, 11},
                              {3, 6, -5, 14},
                              {4, 4, 6, 16}},
                             /*bitmap=*/true);
  matrix.positions[1] = Integers::list({0, 2, 4, 5});
  matrix.coordinates[4] = {{5, 2}, {0, 1, 3, 0, 2, 3, 6, 0, 4, 0}};
  matrix.hasLookUps = false;
  cutAway(matrix, {18, 19});
  return matrix;
}

//===----------------------------------------------------------------------===//
// Dense
//===----------------------------------------------------------------------===//

/// All cells are elements, each at the address that `getAddress` gives.
template <typename Fn> static Elements getAll(Fn getAddress) {
  Elements elements;
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t column = 0; column < kColumns; ++column)
      elements.push_back(
          {row, column, float(2 * row - column), getAddress(row, column)});
  return elements;
}

static StoredMatrix storeByColumns() {
  return make(
      "#sparse.format<(i, j) -> (j : dense, i : dense)>", {kColumns, kRows},
      getAll([](int64_t row, int64_t column) { return column * kRows + row; }));
}

static StoredMatrix storeDenseBlocks() {
  auto getAddress = [](int64_t row, int64_t column) {
    return ((row / 2 * 3 + column / 3) * 2 + row % 2) * 3 + column % 3;
  };
  StoredMatrix matrix = make(
      "#sparse.format<(i, j) -> (io = i floordiv 2 : dense, jo = j floordiv 3 "
      ": dense, i mod 2 : dense of io, j mod 3 : dense of jo)>",
      {3, 3, 2, 3}, getAll(getAddress));
  std::vector<int64_t> outside;
  for (int64_t row = 0; row < 6; ++row)
    for (int64_t column = 0; column < 9; ++column)
      if (row >= kRows || column >= kColumns)
        outside.push_back(getAddress(row, column));
  cutAway(matrix, outside);
  return matrix;
}

/// A dense matrix, of which a bitmap says what is an element.
static StoredMatrix storeBitmap() {
  Elements elements = getByRows();
  for (Element &element : elements)
    element.address = element.row * kColumns + element.column;
  return make("#sparse.format<(i, j) -> (i : dense, j : dense) bitmap>",
              {kRows, kColumns}, elements, /*bitmap=*/true);
}

std::vector<StoredMatrix> spindle::execution::storeMatrices() {
  return {storeCSR(),
          storeCSC(),
          storeDCSR(),
          storeCOO(),
          storeRagged(),
          storePanels(),
          storeELL("#sparse.ell<4>", 4, /*lengths=*/true, /*bitmap=*/false),
          storeELL("#sparse.ell<?>", 3, /*lengths=*/true, /*bitmap=*/false),
          storeELL("#sparse.ell<4, bitmap>", 4, /*lengths=*/false,
                   /*bitmap=*/true),
          storeFullELL(),
          storeBSR(),
          storeFullBSR(),
          storeDBSR(),
          storeSELL(),
          storeRowsByLength(),
          storeSRBCRS(),
          storeByColumns(),
          storeDenseBlocks(),
          storeBitmap()};
}
