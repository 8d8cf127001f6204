//===- NpzBlocks.cpp - Blocks and diagonals in archives -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpzBlocks.h"

#include "CompressedEntries.h"

#include <algorithm>

using namespace spindle::runtime;

/// Allocates the lists of coordinates of `entries` entries.
static std::optional<Error> allocateCoordinates(CooMatrix &matrix,
                                                int64_t entries) {
  for (Array *list : {&matrix.row, &matrix.col}) {
    Expected<Array> allocated = Array::allocate(DType::I64, {entries});
    if (!allocated)
      return allocated.takeError();
    *list = *allocated;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Checks that the sizes of the matrix are multiples of those of the blocks.
static std::optional<Error> checkBlocks(const CooMatrix &matrix, int64_t rows,
                                        int64_t cols) {
  if (rows > 0 && cols > 0 && matrix.rows % rows == 0 &&
      matrix.cols % cols == 0)
    return std::nullopt;
  return inEntry("data",
                 Error::expectedGot("blocks that divide " +
                                        shapeText({matrix.rows, matrix.cols}),
                                    "blocks of " + shapeText({rows, cols})));
}

/// Reads which cells of the blocks, an array of `shape`, are entries: an array
/// without data where all are.
static Expected<Array> readElements(NpzArchive &archive,
                                    const std::vector<int64_t> &shape) {
  if (!archive.has("elements"))
    return Array();
  Expected<Array> chosen = archive.readAny("elements");
  if (!chosen)
    return chosen;
  if (chosen->dtype() != DType::I1 || chosen->shape() != shape)
    return inEntry("elements",
                   Error::expectedGot("bool of shape " + shapeText(shape),
                                      std::string(numpyName(chosen->dtype())) +
                                          " of shape " +
                                          shapeText(chosen->shape())));
  return chosen;
}

/// Sets the entries of `matrix` to the cells of `blocks`, whose values are an
/// array of blocks, where `chosen` is true. All cells are chosen where `chosen`
/// has no data.
template <typename T>
static std::optional<Error>
spreadBlocks(const CooMatrix &blocks, const Array &chosen, CooMatrix &matrix) {
  int64_t rows = blocks.values.shape()[1], cols = blocks.values.shape()[2];
  const bool *isChosen = chosen.data() ? chosen.as<bool>() : nullptr;
  int64_t cells = blocks.values.size();
  int64_t count =
      isChosen ? std::count(isChosen, isChosen + cells, true) : cells;
  Expected<Array> values = Array::allocate(blocks.values.dtype(), {count});
  if (!values)
    return values.takeError();
  matrix.values = *values;
  if (auto error = allocateCoordinates(matrix, count))
    return error;
  int64_t *row = matrix.row.as<int64_t>(), *col = matrix.col.as<int64_t>();
  T *value = matrix.values.as<T>();
  const T *from = blocks.values.as<T>();
  for (int64_t cell = 0; cell < cells; ++cell) {
    if (isChosen && !isChosen[cell])
      continue;
    int64_t block = cell / (rows * cols);
    *row++ = blocks.row.as<int64_t>()[block] * rows + cell / cols % rows;
    *col++ = blocks.col.as<int64_t>()[block] * cols + cell % cols;
    *value++ = from[cell];
  }
  return std::nullopt;
}

std::optional<Error> spindle::runtime::readBlocks(NpzArchive &archive,
                                                  CooMatrix &matrix) {
  Expected<Array> values = archive.read("data", /*rank=*/3);
  if (!values)
    return values.takeError();
  int64_t count = values->shape()[0];
  int64_t rows = values->shape()[1], cols = values->shape()[2];
  if (auto error = checkBlocks(matrix, rows, cols))
    return error;
  Expected<Array> offsets = archive.readIntegers(
      "indptr", matrix.rows / rows + 1, "offsets, one more than block rows,");
  if (!offsets)
    return offsets.takeError();
  Expected<Array> row = expandOffsets(*offsets, count, "block row");
  if (!row)
    return inEntry("indptr", row.takeError());
  Expected<Array> col = archive.readIntegers(
      "indices", count, "indices, as data.npy has blocks,");
  if (!col)
    return col.takeError();
  if (auto error = checkIndices(*col, matrix.cols / cols, "block column", &*row,
                                "block row"))
    return inEntry("indices", std::move(*error));
  Expected<Array> chosen = readElements(archive, values->shape());
  if (!chosen)
    return chosen.takeError();
  CooMatrix blocks{matrix.rows / rows, matrix.cols / cols, *row, *col, *values};
  return visitDType(values->dtype(), [&](auto zero) {
    return spreadBlocks<decltype(zero)>(blocks, *chosen, matrix);
  });
}

//===----------------------------------------------------------------------===//
// Diagonals
//===----------------------------------------------------------------------===//

/// Calls `fn(row, column, place)` for every cell of the diagonals `offsets`
/// inside a matrix, `place` its address in an array with `width` columns kept.
template <typename Fn>
static void forEachCell(const CooMatrix &matrix, const Array &offsets,
                        int64_t width, Fn &&fn) {
  for (int64_t k = 0; k < offsets.size(); ++k) {
    int64_t offset = offsets.as<int64_t>()[k];
    // Other diagonals have no cell in the matrix.
    if (offset <= -matrix.rows || offset >= matrix.cols)
      continue;
    int64_t last;
    if (__builtin_add_overflow(matrix.rows, offset, &last))
      last = matrix.cols;
    int64_t end = std::min({width, matrix.cols, last});
    for (int64_t col = std::max<int64_t>(0, offset); col < end; ++col)
      fn(col - offset, col, k * width + col);
  }
}

/// Checks that no diagonal is there twice.
static std::optional<Error> checkDistinct(const Array &offsets) {
  const int64_t *first = offsets.as<int64_t>();
  std::vector<int64_t> sorted(first, first + offsets.size());
  std::sort(sorted.begin(), sorted.end());
  auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end())
    return std::nullopt;
  return inEntry("offsets",
                 Error::expectedGot("each diagonal once",
                                    std::to_string(*twice) + " twice"));
}

/// Writes the entries of the diagonals that are not zero.
template <typename T>
static std::optional<Error> gather(const Array &offsets, const Array &data,
                                   CooMatrix &matrix) {
  int64_t width = data.shape()[1], entries = 0;
  const T *from = data.as<T>();
  forEachCell(matrix, offsets, width, [&](int64_t, int64_t, int64_t place) {
    entries += from[place] != T(0);
  });
  Expected<Array> values = Array::allocate(data.dtype(), {entries});
  if (!values)
    return values.takeError();
  matrix.values = *values;
  if (auto error = allocateCoordinates(matrix, entries))
    return error;
  int64_t *row = matrix.row.as<int64_t>(), *col = matrix.col.as<int64_t>();
  T *to = matrix.values.as<T>();
  forEachCell(matrix, offsets, width, [&](int64_t r, int64_t c, int64_t place) {
    if (from[place] == T(0))
      return;
    *row++ = r;
    *col++ = c;
    *to++ = from[place];
  });
  return std::nullopt;
}

std::optional<Error> spindle::runtime::readDiagonals(NpzArchive &archive,
                                                     CooMatrix &matrix) {
  Expected<Array> data = archive.read("data", /*rank=*/2);
  if (!data)
    return data.takeError();
  Expected<Array> offsets = archive.readIntegers(
      "offsets", data->shape()[0], "offsets, as data.npy has diagonals,");
  if (!offsets)
    return offsets.takeError();
  if (auto error = checkDistinct(*offsets))
    return error;
  return visitDType(data->dtype(), [&](auto zero) {
    return gather<decltype(zero)>(*offsets, *data, matrix);
  });
}
