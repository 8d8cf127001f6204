//===- MatrixStatistics.cpp - what a stored matrix looks like -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Statistics/MatrixStatistics.h"

#include "Spindle/Runtime/Storage/StoragePath.h"

#include <algorithm>
#include <cmath>

using namespace spindle::runtime;

/// The fibres whose columns are looked at, and the cells of each.
static constexpr int64_t mostSampled = 4096;

namespace {
/// A format of a matrix: fibres of cells, each cell `blockRows` times
/// `blockColumns` elements.
struct RowLayout {
  StoredLevel rows, cells;
  int64_t blockRows = 1, blockColumns = 1;
};

/// The fibre `index` of a matrix, that of row `row` of blocks.
struct Fibre {
  int64_t index, row, start, length;
};

/// Goes through the fibres of a matrix.
class PatternFibres {
public:
  PatternFibres(const Storage &storage, const RowLayout &layout)
      : storage(storage), layout(layout) {}

  /// Calls `visit` with each fibre.
  template <typename Visit> void visit(Visit &&visit) const;

  /// The number of columns from the first to the last cell of a fibre that has
  /// cells.
  int64_t getSpan(const Fibre &fibre) const;

  /// The runs of cells in neighbouring columns among the first `most` cells of
  /// a fibre that has cells.
  int64_t countRuns(const Fibre &fibre, int64_t most) const;

private:
  template <typename Visit> void visitRuns(Visit &visit) const;
  template <typename Visit> void visitPositions(Visit &visit) const;
  template <typename Visit> void visitFixed(Visit &visit) const;

  /// The number of fibres, and the row of blocks of one of them.
  int64_t count() const;
  int64_t getRow(int64_t index) const {
    return layout.rows.kind == LevelKind::Dense
               ? index
               : readIndex(storage.coordinates[0], index);
  }

  const Storage &storage;
  const RowLayout &layout;
};
} // namespace

//===----------------------------------------------------------------------===//
// Formats with rows
//===----------------------------------------------------------------------===//

/// Whether the coordinate of `level` is the dimension, by blocks of `size`.
static bool isQuotient(const StoredLevel &level, int64_t size) {
  if (level.steps.empty())
    return size == 1;
  return level.steps.size() == 1 && level.steps[0].isQuotient &&
         level.steps[0].divisor == size;
}

/// The rows of a format; nothing where it has none of its own.
static std::optional<RowLayout> findRows(const StoredFormat &format,
                                         const std::vector<int64_t> &shape) {
  if (format.rank != 2 || format.levels.size() < 2 ||
      !format.inspectors.empty())
    return std::nullopt;
  RowLayout layout{format.levels[0], format.levels[1]};
  if (layout.cells.dim == layout.rows.dim ||
      (layout.rows.kind != LevelKind::Dense &&
       layout.rows.kind != LevelKind::Compressed))
    return std::nullopt;
  for (size_t index = 2; index < format.levels.size(); ++index) {
    const StoredLevel &level = format.levels[index];
    if (level.kind != LevelKind::Dense)
      return std::nullopt;
    (level.dim == layout.rows.dim ? layout.blockRows : layout.blockColumns) *=
        getExtent(level, shape);
  }
  if (!isQuotient(layout.rows, layout.blockRows) ||
      !isQuotient(layout.cells, layout.blockColumns))
    return std::nullopt;
  return layout;
}

//===----------------------------------------------------------------------===//
// PatternFibres
//===----------------------------------------------------------------------===//

int64_t PatternFibres::count() const {
  return layout.rows.kind == LevelKind::Dense
             ? getExtent(layout.rows, storage.shape)
             : storage.coordinates[0].size();
}

/// Rows whose coordinates are listed for each cell: one of equal coordinates.
template <typename Visit> void PatternFibres::visitRuns(Visit &visit) const {
  const Array &rows = storage.coordinates[0];
  visitIndexType(rows.dtype(), [&](auto zero) {
    const auto *row = rows.as<decltype(zero)>();
    int64_t index = 0;
    for (int64_t start = 0, end = 0; start < rows.size(); start = end) {
      while (end < rows.size() && row[end] == row[start])
        ++end;
      visit(Fibre{index++, int64_t(row[start]), start, end - start});
    }
  });
}

template <typename Visit>
void PatternFibres::visitPositions(Visit &visit) const {
  const Array &positions = storage.positions[1];
  visitIndexType(positions.dtype(), [&](auto zero) {
    const auto *position = positions.as<decltype(zero)>();
    for (int64_t index = 0; index + 1 < positions.size(); ++index)
      visit(Fibre{index, getRow(index), position[index],
                  position[index + 1] - position[index]});
  });
}

/// PatternFibres of as many cells each, of which lengths may say how many
/// exist.
template <typename Visit> void PatternFibres::visitFixed(Visit &visit) const {
  bool isDense = layout.cells.kind == LevelKind::Dense;
  int64_t fibres = count();
  int64_t width = isDense  ? getExtent(layout.cells, storage.shape)
                  : fibres ? storage.coordinates[1].size() / fibres
                           : 0;
  const Array &lengths = storage.lengths[1];
  for (int64_t index = 0; index < fibres; ++index)
    visit(Fibre{index, getRow(index), index * width,
                lengths.size() ? readIndex(lengths, index) : width});
}

template <typename Visit> void PatternFibres::visit(Visit &&visit) const {
  switch (layout.cells.kind) {
  case LevelKind::Singleton:
    // Rows that are not listed have one cell each.
    return layout.rows.kind == LevelKind::Dense ? visitFixed(visit)
                                                : visitRuns(visit);
  case LevelKind::Compressed:
  case LevelKind::Variable:
    return visitPositions(visit);
  case LevelKind::Dense:
  case LevelKind::Fixed:
  case LevelKind::Structured:
    return visitFixed(visit);
  }
}

int64_t PatternFibres::getSpan(const Fibre &fibre) const {
  const Array &columns = storage.coordinates[1];
  if (columns.size() == 0)
    return fibre.length;
  return visitIndexType(columns.dtype(), [&](auto zero) -> int64_t {
    const auto *first = columns.as<decltype(zero)>() + fibre.start;
    const auto *last = first + fibre.length - 1;
    if (layout.cells.ordered)
      return int64_t(*last) - *first + 1;
    auto [least, most] = std::minmax_element(first, last + 1);
    return int64_t(*most) - *least + 1;
  });
}

int64_t PatternFibres::countRuns(const Fibre &fibre, int64_t most) const {
  const Array &columns = storage.coordinates[1];
  if (columns.size() == 0)
    return 1;
  return visitIndexType(columns.dtype(), [&](auto zero) -> int64_t {
    const auto *column = columns.as<decltype(zero)>() + fibre.start;
    int64_t runs = 1;
    for (int64_t cell = 1; cell < std::min(fibre.length, most); ++cell)
      runs += int64_t(column[cell]) != int64_t(column[cell - 1]) + 1;
    return runs;
  });
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// The rows of the matrix that `fibre` stands for: fewer at its lower border.
static int64_t countRows(const Fibre &fibre, const RowLayout &layout,
                         int64_t rows) {
  return std::min(layout.blockRows, rows - fibre.row * layout.blockRows);
}

/// Sets what the lengths alone tell; returns the number of fibres with cells.
static int64_t measureLengths(const PatternFibres &fibres,
                              const RowLayout &layout,
                              MatrixStatistics &statistics) {
  int64_t filled = 0;
  double squares = 0;
  statistics.emptyRows = statistics.rows;
  fibres.visit([&](const Fibre &fibre) {
    if (fibre.length == 0)
      return;
    ++filled;
    int64_t rows = countRows(fibre, layout, statistics.rows);
    int64_t length = fibre.length * layout.blockColumns;
    statistics.emptyRows -= rows;
    statistics.elements += rows * length;
    squares += double(rows) * double(length) * double(length);
    statistics.largestLength = std::max(statistics.largestLength, length);
  });
  if (statistics.rows == 0)
    return filled;
  double rows = double(statistics.rows);
  double mean = double(statistics.elements) / rows;
  statistics.meanLength = mean;
  statistics.lengthDeviation =
      std::sqrt(std::max(squares / rows - mean * mean, 0.0));
  return filled;
}

/// Sets what takes the mean, and looks at the columns of some of the `filled`
/// fibres with cells, evenly chosen.
static void measureSpans(const PatternFibres &fibres, const RowLayout &layout,
                         int64_t filled, MatrixStatistics &statistics) {
  int64_t step = (filled + mostSampled - 1) / mostSampled;
  int64_t seen = 0, sampled = 0, inLongRows = 0, cells = 0, runs = 0;
  double spans = 0;
  fibres.visit([&](const Fibre &fibre) {
    if (fibre.length == 0)
      return;
    int64_t length = fibre.length * layout.blockColumns;
    if (double(length) > longFactor * statistics.meanLength)
      inLongRows += countRows(fibre, layout, statistics.rows) * length;
    if (seen++ % step != 0)
      return;
    ++sampled;
    spans += double(fibres.getSpan(fibre) * layout.blockColumns);
    cells += std::min(fibre.length, mostSampled);
    runs += fibres.countRuns(fibre, mostSampled);
  });
  if (sampled == 0)
    return;
  statistics.longShare = double(inLongRows) / double(statistics.elements);
  statistics.meanSpan = spans / double(sampled);
  statistics.meanRun = double(cells * layout.blockColumns) / double(runs);
}

std::optional<MatrixStatistics>
spindle::runtime::measureMatrix(const Storage &storage, const Format &format) {
  std::optional<RowLayout> layout = findRows(getStored(format), storage.shape);
  if (!layout)
    return std::nullopt;
  MatrixStatistics statistics;
  statistics.rows = storage.shape[layout->rows.dim];
  statistics.columns = storage.shape[layout->cells.dim];
  PatternFibres fibres(storage, *layout);
  int64_t filled = measureLengths(fibres, *layout, statistics);
  measureSpans(fibres, *layout, filled, statistics);
  return statistics;
}
