//===- TensorCores.cpp - 2:4 matrices as tensor cores take them -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Device/TensorCores.h"

#include "Spindle/Runtime/Check/StorageCheck.h"

#include <algorithm>
#include <cstring>

using namespace spindle::runtime;

/// Columns of a group, those of them that are kept, and the rows and columns of
/// a tile.
static constexpr int64_t group = 4, kept = 2, tileRows = 16, tileColumns = 16;
/// The rows whose offsets are in the lower halves of the words of a tile.
static constexpr int64_t words = tileRows / 2;

/// Whether `level` is dense and of the coordinate `expr`.
static bool isDense(const Level &level, const Expr &expr) {
  return level.kind == LevelKind::Dense && level.expr == expr;
}

/// Whether a matrix in `format` keeps two of each four columns of a row.
static bool keepsTwoOfFour(const Format &format) {
  if (format.rank != 2 || format.levels.size() != 3)
    return false;
  const Level &last = format.levels[2];
  Expr columns = Expr::dim(1);
  return isDense(format.levels[0], Expr::dim(0)) &&
         isDense(format.levels[1], columns.floorDiv(group)) &&
         last.kind == LevelKind::Structured && last.expr == columns % group &&
         last.width() == kept;
}

/// `count` rounded up to a multiple of `unit`.
static int64_t roundUp(int64_t count, int64_t unit) {
  return count / unit * unit + (count % unit != 0) * unit;
}

namespace {
/// The tiles while they are filled.
struct TileWriter {
  /// Sets the offset of value `kept` of the group at column `start` of row
  /// `row`.
  void setPlace(int64_t row, int64_t start, int64_t which, int64_t place) {
    int64_t tile =
        row / tileRows * (columns / tileColumns) + start / tileColumns;
    int64_t half = row % tileRows / words;
    int64_t bit = 16 * half + start % tileColumns + 2 * which;
    tiles.metadata.as<int32_t>()[tile * words + row % words] |=
        static_cast<int32_t>(static_cast<uint32_t>(place) << bit);
  }
  /// Sets a value of the same group, by its bytes.
  void setValue(int64_t row, int64_t start, int64_t which, const char *value) {
    int64_t size = dtypeSize(tiles.values.dtype());
    int64_t at = row * (columns / kept) + start / kept + which;
    std::memcpy(static_cast<char *>(tiles.values.data()) + at * size, value,
                size);
  }

  SparseTiles tiles;
  int64_t columns;
};
} // namespace

/// Tiles of zeros for a matrix of `shape`.
static Expected<TileWriter> makeTiles(const std::vector<int64_t> &shape,
                                      DType dtype, int64_t unit) {
  int64_t rows = roundUp(shape[0], tileRows), columns = roundUp(shape[1], unit);
  Expected<Array> values = Array::allocate(dtype, {rows, columns / kept});
  if (!values)
    return values.takeError();
  Expected<Array> metadata = Array::allocate(
      DType::I32, {rows / tileRows, columns / tileColumns, words});
  if (!metadata)
    return metadata.takeError();
  for (Array *array : {&*values, &*metadata})
    std::fill_n(static_cast<char *>(array->data()), array->byteSize(), '\0');
  return TileWriter{{std::move(*values), std::move(*metadata)}, columns};
}

/// The offsets that the group at cell `first` of `storage` keeps, ascending,
/// and for each the cell that has its value; -1: none. Of a group that juts out
/// of the matrix and has one cell, another offset is made up.
static void readGroup(const Storage &storage, int64_t first, int64_t cells,
                      int64_t (&places)[kept], int64_t (&from)[kept]) {
  const Array &coordinates = storage.coordinates[2];
  for (int64_t which = 0; which < kept; ++which) {
    from[which] = which < cells ? first + which : -1;
    places[which] = which == 0 ? 0 : 1 - places[0];
    if (which < cells)
      places[which] = visitIndexType(coordinates.dtype(), [&](auto zero) {
        return int64_t(coordinates.as<decltype(zero)>()[first + which]);
      });
  }
  if (places[0] > places[1]) {
    std::swap(places[0], places[1]);
    std::swap(from[0], from[1]);
  }
}

Expected<SparseTiles> spindle::runtime::packTiles(const Storage &storage,
                                                  const Format &format,
                                                  int64_t columns) {
  if (!keepsTwoOfFour(format))
    return Error::expectedGot("a matrix in nm<2, 4>", printFormat(format));
  if (columns != 16 && columns != 32 && columns != 64)
    return Error::expectedGot("tiles of 16, 32 or 64 columns",
                              std::to_string(columns));
  if (auto error = validate(storage, format))
    return std::move(*error);
  Expected<TileWriter> writer =
      makeTiles(storage.shape, storage.values.dtype(), columns);
  if (!writer)
    return writer.takeError();
  int64_t rows = writer->tiles.values.shape()[0];
  int64_t groups = roundUp(storage.shape[1], group) / group;
  const auto *bytes = static_cast<const char *>(storage.values.data());
  int64_t size = dtypeSize(storage.values.dtype());
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t start = 0; start < writer->columns; start += group) {
      int64_t number = start / group, places[kept], from[kept];
      bool isInside = row < storage.shape[0] && number < groups;
      int64_t cells =
          isInside ? std::min(kept, storage.shape[1] - start) : int64_t(0);
      readGroup(storage, (row * groups + number) * kept, cells, places, from);
      for (int64_t which = 0; which < kept; ++which) {
        writer->setPlace(row, start, which, places[which]);
        if (from[which] >= 0)
          writer->setValue(row, start, which, bytes + from[which] * size);
      }
    }
  return std::move(writer->tiles);
}
