//===- PatternStatistics.cpp - where the elements of a matrix are ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Statistics/PatternStatistics.h"

#include "PatternSample.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace spindle::runtime;

/// The elements of a sample: a share of all, but no fewer and no more than so
/// many. The windows of one: all, but no more.
static constexpr int64_t share = 18, leastElements = 2048,
                         mostElements = 1 << 18, mostWindows = 256;

/// The rows of a group that is looked at: of whole blocks of all sizes.
static constexpr int64_t groupRows = 48;

/// Whether `format` has the rows one after the other, each a fibre of columns.
static bool isRows(const Format &format) {
  if (format.rank != 2 || format.levels.size() != 2 ||
      !format.inspectors.empty())
    return false;
  const Level &rows = format.levels[0], &cells = format.levels[1];
  return rows.kind == LevelKind::Dense && rows.expr.isDim(0) &&
         cells.kind == LevelKind::Compressed && cells.expr.isDim(1) &&
         cells.ordered && cells.unique && cells.parents.size() == 1;
}

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

/// Adds `rows` rows of `length` elements.
static void addRows(int64_t length, int64_t rows, int64_t half,
                    PatternStatistics &statistics) {
  auto &bucket = statistics.buckets[findBucket(length)];
  bucket.rows += rows;
  bucket.elements += rows * length;
  statistics.halfVectors += (length + half - 1) / half * rows;
  statistics.largestLength = std::max(statistics.largestLength, length);
  double apart = double(length) - statistics.meanLength;
  statistics.lengthDeviation += double(rows) * apart * apart;
}

/// Sets what the lengths of all rows tell.
template <typename Index>
static void measureLengths(const Index *positions, int64_t lanes,
                           PatternStatistics &statistics) {
  constexpr uint64_t few = 256;
  std::array<int64_t, few> rowsOfLength = {};
  int64_t half = lanes / 2, last = 0, lengthChanges = 0, vectorChanges = 0;
  int shift = findBucket(half);
  auto rows = double(std::max<int64_t>(statistics.rows, 1));
  statistics.meanLength = double(statistics.elements) / rows;
  for (int64_t row = 0; row < statistics.rows; ++row) {
    auto length = int64_t(positions[row + 1] - positions[row]);
    lengthChanges += length != last;
    vectorChanges += (length + half - 1) >> shift != (last + half - 1) >> shift;
    last = length;
    if (uint64_t(length) < few)
      ++rowsOfLength[length];
    else
      addRows(length, 1, half, statistics);
  }
  for (uint64_t length = 1; length < few; ++length)
    if (rowsOfLength[length] > 0)
      addRows(int64_t(length), rowsOfLength[length], half, statistics);
  double mean = statistics.meanLength;
  statistics.emptyRows = rowsOfLength[0];
  statistics.lengthDeviation = std::sqrt(
      (statistics.lengthDeviation + double(rowsOfLength[0]) * mean * mean) /
      rows);
  statistics.lengthChanges = lengthChanges;
  statistics.vectorChanges = vectorChanges;
}

/// Sets what the lengths of some windows of rows tell when they are sorted.
template <typename Index>
static void sampleWindows(const Index *positions, int64_t lanes,
                          PatternStatistics &statistics) {
  constexpr int64_t size = PatternStatistics::groupWindow;
  int64_t windows = (statistics.rows + size - 1) / size;
  int64_t step = (windows + mostWindows - 1) / mostWindows;
  WindowSample sample(lanes);
  for (int64_t window = 0; window < windows; window += step) {
    int64_t first = window * size;
    sample.add(positions + first, std::min(size, statistics.rows - first));
  }
  double scale =
      double(statistics.rows) / double(std::max<int64_t>(sample.rows, 1));
  statistics.slices = {{WindowSample::smallWindow, sample.smallCells * scale},
                       {size, sample.cells * scale}};
  statistics.lengthGroups = sample.groups * scale;
  if (windows < 2)
    return;
  constexpr int64_t large = PatternStatistics::largeWindow;
  int64_t stride = large * ((step * size + large - 1) / large);
  for (int64_t first = 0; first < statistics.rows; first += stride)
    sample.addLarge(positions + first,
                    std::min(large, statistics.rows - first));
  statistics.slices.push_back(
      {large, sample.largeCells * double(statistics.rows) /
                  double(std::max<int64_t>(sample.largeRows, 1))});
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// Sets what the columns of some groups of rows tell.
template <typename Index, typename Column>
static void sampleColumns(const Index *positions, const Column *columns,
                          int64_t lanes, PatternStatistics &statistics) {
  int64_t groups = (statistics.rows + groupRows - 1) / groupRows;
  int64_t budget =
      std::clamp(statistics.elements / share, leastElements, mostElements);
  bool isWhole = statistics.elements <= budget;
  int64_t wanted =
      isWhole ? groups
              : std::max<int64_t>(groups * budget / statistics.elements, 1);
  int64_t step = std::max<int64_t>(groups / std::max<int64_t>(wanted, 1), 1);
  ColumnSample<Index, Column> sample(positions, columns, statistics.columns,
                                     budget, lanes);
  for (int64_t group = 0; group < groups; group += step) {
    int64_t first = group * groupRows;
    sample.add(first, std::min(first + groupRows, statistics.rows));
    // A few rows may hold most of the matrix.
    if (!isWhole && sample.elements > 2 * budget)
      break;
  }
  sample.finish(statistics);
}

/// Counts the different diagonals of all elements, where those of the sample
/// leave it open that they are full: up to that many.
template <typename Index, typename Column>
static void countDiagonals(const Index *positions, const Column *columns,
                           PatternStatistics &statistics) {
  int64_t longest = std::min(statistics.rows, statistics.columns);
  if (statistics.sawAllDiagonals || statistics.diagonals == 0 ||
      statistics.diagonals > 2 * statistics.elements / longest)
    return;
  int64_t most = 2 * statistics.elements / longest + 1, all;
  // Of so few elements the table would be larger than the matrix.
  bool isLarge =
      __builtin_add_overflow(statistics.rows, statistics.columns, &all) ||
      all > 4 * statistics.elements + (1 << 16);
  if (isLarge)
    return;
  std::vector<uint8_t> isSeen(all);
  int64_t count = 0;
  for (int64_t row = 0; row < statistics.rows; ++row) {
    uint8_t *ofRow = isSeen.data() + (statistics.rows - 1 - row);
    for (Index at = positions[row]; at < positions[row + 1]; ++at)
      count += !std::exchange(ofRow[columns[at]], 1);
    if (count >= most)
      break;
  }
  statistics.diagonals = count;
  if (count >= most)
    return;
  statistics.sawAllDiagonals = true;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

double PatternStatistics::countBlocks(int64_t rows, int64_t columns) const {
  for (const Blocks &counted : blocks)
    if (counted.rows == rows && counted.columns == columns)
      return counted.count;
  return 0;
}

double PatternStatistics::countCells(int64_t window) const {
  for (const Slices &counted : slices)
    if (counted.window == window)
      return counted.cells;
  return 0;
}

double PatternStatistics::getMissShare(double columns) const {
  // Held are as many columns as the shares that miss add up to (P. J. Denning,
  // The working set model for program behavior, Communications of the ACM 11
  // (5), 1968): `missing` of those that look `before` elements back.
  double missing = 1, held = 0, before = 0;
  auto all = double(std::max<int64_t>(sampled, 1));
  for (size_t bucket = 0; bucket < reuses.size() && missing > 0; ++bucket) {
    double after = std::ldexp(1.0, int(bucket));
    double found = double(reuses[bucket]) / all;
    double more = (after - before) * (missing - found / 2);
    if (held + more >= columns)
      return missing - found * (columns - held) / more;
    held += more;
    missing -= found;
    before = after;
  }
  return missing;
}

std::optional<PatternStatistics>
spindle::runtime::measurePattern(const Storage &storage, const Format &format,
                                 int64_t lanes) {
  if (!isRows(format))
    return std::nullopt;
  PatternStatistics statistics;
  statistics.rows = storage.shape[0];
  statistics.columns = storage.shape[1];
  statistics.elements = storage.values.size();
  const Array &positions = storage.positions[1];
  const Array &coordinates = storage.coordinates[1];
  visitIndexType(positions.dtype(), [&](auto index) {
    const auto *position = positions.as<decltype(index)>();
    measureLengths(position, lanes, statistics);
    sampleWindows(position, lanes, statistics);
    visitIndexType(coordinates.dtype(), [&](auto column) {
      const auto *first = coordinates.as<decltype(column)>();
      sampleColumns(position, first, lanes, statistics);
      countDiagonals(position, first, statistics);
    });
  });
  return statistics;
}
