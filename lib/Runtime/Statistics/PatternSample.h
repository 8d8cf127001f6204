//===- PatternSample.h - counting in a sample of rows -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_STATISTICS_PATTERNSAMPLE_H
#define SPINDLE_LIB_RUNTIME_STATISTICS_PATTERNSAMPLE_H

#include "Spindle/Runtime/Statistics/PatternStatistics.h"

#include <algorithm>
#include <utility>

namespace spindle::runtime {

/// The least b with 2^b >= `number`, which is at least 1.
inline int findBucket(int64_t number) {
  return number <= 1 ? 0 : 64 - __builtin_clzll(uint64_t(number - 1));
}

/// Tells which numbers of a group are new. Groups follow one another: what one
/// left is not cleared, but known by its number.
class DistinctNumbers {
public:
  /// All numbers are below `bound`, instead of any: each has a slot of its own
  /// then, and none is searched for.
  void setBound(int64_t bound) {
    slots = std::vector<Slot>(bound);
    isBounded = true;
  }

  /// Begins a group of at most `most` numbers.
  void begin(int64_t most) {
    ++group;
    if (isBounded)
      return;
    size_t size = 64;
    while (size < 2 * size_t(most))
      size *= 2;
    if (slots.size() < size) {
      // What is there is of other groups: nothing is moved.
      slots = std::vector<Slot>(size);
      group = 1;
    }
    mask = size - 1;
  }

  /// Whether `number` was not in the group before; it is now.
  bool insert(int64_t number) { return replace(number, 0) < 0; }

  /// Notes that `number` is at `place`, from 0 on; gives where it was last in
  /// the group, -1 for nowhere.
  int64_t replace(int64_t number, int32_t place) {
    size_t at = number;
    if (!isBounded) {
      // Neighbours lie apart, so that runs of numbers do not pile up.
      at = (uint64_t(number) * 0x9E3779B97F4A7C15u >> 20) & mask;
      while (slots[at].group == group && slots[at].number != number)
        at = (at + 1) & mask;
    }
    if (slots[at].group == group)
      return std::exchange(slots[at].place, place);
    slots[at] = {number, group, place};
    return -1;
  }

private:
  struct Slot {
    int64_t number = 0;
    int32_t group = 0, place = 0;
  };
  std::vector<Slot> slots;
  size_t mask = 0;
  int32_t group = 0;
  bool isBounded = false;
};

/// What the lengths of rows are like when they are sorted in windows.
struct WindowSample {
  /// The rows of the smaller windows, which are within one another.
  static constexpr int64_t smallWindow = 64;

  explicit WindowSample(int64_t lanes) : lanes(lanes) {}

  /// Adds a window of `count` rows, which start at `positions`.
  template <typename Index> void add(const Index *positions, int64_t count) {
    rows += count;
    for (int64_t first = 0; first < count; first += smallWindow)
      smallCells +=
          addLengths(positions + first, std::min(smallWindow, count - first));
    cells += addLengths(positions, count);
    groups += double(counted);
  }
  /// Adds a large window of `count` rows, which start at `positions`.
  template <typename Index>
  void addLarge(const Index *positions, int64_t count) {
    largeRows += count;
    largeCells += addLengths(positions, count);
  }

  int64_t rows = 0, largeRows = 0;
  /// The cells of slices of `lanes` rows, sorted in small windows and in whole
  /// ones, and the different lengths above 0 in whole ones.
  double smallCells = 0, cells = 0, groups = 0;
  /// The cells of slices sorted in large windows.
  double largeCells = 0;

private:
  /// The cells of the slices of `count` rows in order of their lengths.
  template <typename Index>
  double addLengths(const Index *positions, int64_t count) {
    counted = 0;
    longest.clear();
    int64_t most = 0;
    for (int64_t row = 0; row < count; ++row) {
      auto length = int64_t(positions[row + 1] - positions[row]);
      if (length >= int64_t(rowsOfLength.size()))
        longest.push_back(length);
      else {
        ++rowsOfLength[length];
        most = std::max(most, length);
      }
    }
    std::sort(longest.begin(), longest.end(), std::greater<>());
    double sum = 0;
    int64_t place = 0;
    for (int64_t length : longest)
      sum += addRows(place, length, 1);
    counted += std::unique(longest.begin(), longest.end()) - longest.begin();
    for (int64_t length = most; length >= 0; --length) {
      sum += addRows(place, length, rowsOfLength[length]);
      counted += length > 0 && rowsOfLength[length] > 0;
      rowsOfLength[length] = 0;
    }
    return sum;
  }

  /// The cells of slices that begin with one of the `count` rows of `length`
  /// from `place` on, which is moved behind them.
  double addRows(int64_t &place, int64_t length, int64_t count) const {
    int64_t before = (place + lanes - 1) / lanes;
    place += count;
    int64_t slices = (place + lanes - 1) / lanes - before;
    return double(slices * length * lanes);
  }

  int64_t lanes;
  /// The rows of each smaller length, and the lengths of the others.
  std::array<int64_t, 256> rowsOfLength = {};
  std::vector<int64_t> longest;
  /// The different lengths of the last rows.
  int64_t counted = 0;
};

/// What the columns of groups of rows are like.
template <typename Index, typename Column> class ColumnSample {
public:
  /// `width` is the number of columns of the matrix, `budget` about how many
  /// elements are added.
  ColumnSample(const Index *positions, const Column *columns, int64_t width,
               int64_t budget, int64_t lanes)
      : positions(positions), columns(columns), width(width), lanes(lanes) {
    constexpr int64_t most = 1 << 16;
    if (width <= std::min(most, budget))
      numbers.setBound(width);
  }

  /// Adds the rows [`first`, `last`), `first` that of whole blocks; leaves them
  /// out where they hold more than a sample.
  void add(int64_t first, int64_t last) {
    constexpr int64_t most = 1 << 18;
    auto count = int64_t(positions[last] - positions[first]);
    if (count > most)
      return;
    elements += count;
    for (int64_t row = first; row < last; ++row)
      addSpan(row);
    countBlocks<2, 2>(blocks[0], first, last);
    countBlocks<3, 3>(blocks[1], first, last);
    countBlocks<4, 4>(blocks[2], first, last);
    countBlocks<8, 8>(blocks[3], first, last);
    countBlocks<1, 64>(pieces, first, last);
    countBlocks<16, 16>(lines, first, last);
    countReuses(first, last);
    if (!hasManyDiagonals)
      countDiagonals(first, last);
    dropEmpty();
  }

  /// Sets what was counted, for all rows.
  void finish(PatternStatistics &statistics) {
    statistics.sampled = elements;
    statistics.reuses = reuses;
    double scale =
        elements ? double(statistics.elements) / double(elements) : 0;
    for (PatternStatistics::Blocks &counted : blocks)
      if (counted.rows > 0)
        statistics.blocks.push_back(counted);
    statistics.blocks.insert(statistics.blocks.end(), {pieces, lines});
    for (PatternStatistics::Blocks &counted : statistics.blocks)
      counted.count *= scale;
    statistics.sawAllDiagonals =
        !hasManyDiagonals && elements == statistics.elements;
    statistics.localDiagonals = hasManyDiagonals ? 0 : localDiagonals * scale;
    statistics.endingDiagonals = hasManyDiagonals ? 0 : endingDiagonals * scale;
    statistics.diagonals = hasManyDiagonals ? 0 : diagonals;
    statistics.meanSpan = spans ? span / double(spans) : 0;
  }

  /// The elements that were looked at.
  int64_t elements = 0;

private:
  void addSpan(int64_t row) {
    if (positions[row] == positions[row + 1])
      return;
    ++spans;
    span += double(columns[positions[row + 1] - 1]) -
            double(columns[positions[row]]) + 1;
  }

  /// Whether `cells` are so many more than the elements that were looked at
  /// that no more of them are worth it.
  bool areMostlyEmpty(double cells) const {
    constexpr int64_t least = 512;
    return elements >= least &&
           cells > PatternStatistics::mostCells * double(elements);
  }

  /// Has no more counted what turns out to be mostly empty.
  void dropEmpty() {
    for (PatternStatistics::Blocks &counted : blocks)
      if (areMostlyEmpty(counted.count *
                         double(counted.rows * counted.columns)))
        counted = {-1, 0, 0};
    hasManyDiagonals |= areMostlyEmpty(localDiagonals * double(lanes));
  }

  /// Adds to `counted` the blocks of that size that have elements.
  template <int64_t blockRows, int64_t blockColumns>
  void countBlocks(PatternStatistics::Blocks &counted, int64_t first,
                   int64_t last) {
    if (counted.rows < 0)
      return;
    counted.rows = blockRows;
    counted.columns = blockColumns;
    int64_t count = 0;
    for (int64_t block = first; block < last; block += blockRows) {
      int64_t end = std::min(block + blockRows, last);
      if (blockRows > 1)
        numbers.begin(int64_t(positions[end] - positions[block]));
      for (int64_t row = block; row < end; ++row) {
        int64_t before = -1;
        for (Index at = positions[row]; at < positions[row + 1]; ++at) {
          int64_t number = int64_t(columns[at]) / blockColumns;
          // Rows ascend: what one row has had comes again right after.
          if (number != before)
            count += blockRows == 1 || numbers.insert(number);
          before = number;
        }
      }
    }
    counted.count += double(count);
  }

  /// Adds how many elements back the columns of elements were used before.
  void countReuses(int64_t first, int64_t last) {
    auto count = int32_t(positions[last] - positions[first]);
    const Column *group = columns + positions[first];
    numbers.begin(count);
    for (int32_t at = 0; at < count; ++at)
      if (int64_t before = numbers.replace(group[at], at); before >= 0)
        ++reuses[findBucket(at - before)];
  }

  /// Adds the diagonals of blocks of `lanes` rows, and those that are new.
  void countDiagonals(int64_t first, int64_t last) {
    for (int64_t block = first; block < last; block += lanes) {
      int64_t end = std::min(block + lanes, last), count = 0;
      int64_t least = 0, most = 0;
      inBlock.begin(int64_t(positions[end] - positions[block]));
      for (int64_t row = block; row < end; ++row)
        for (Index at = positions[row]; at < positions[row + 1]; ++at)
          if (int64_t diagonal = int64_t(columns[at]) - row;
              inBlock.insert(diagonal)) {
            least = count ? std::min(least, diagonal) : diagonal;
            most = count ? std::max(most, diagonal) : diagonal;
            ++count;
            addDiagonal(diagonal);
          }
      localDiagonals += double(count);
      if (least + block < 0 || most + end > width)
        endingDiagonals += double(count);
    }
  }

  /// Adds one of the whole matrix, unless these are many.
  void addDiagonal(int64_t diagonal) {
    constexpr int64_t many = 4096;
    if (diagonals == 0)
      seen.begin(many);
    if (diagonals < many)
      diagonals += seen.insert(diagonal);
  }

  const Index *positions;
  const Column *columns;
  int64_t width, lanes;
  /// The different columns, diagonals of a block, and diagonals of all.
  DistinctNumbers numbers, inBlock, seen;
  /// The blocks that may be a format's; what is dropped has -1 rows.
  std::array<PatternStatistics::Blocks, 4> blocks = {};
  PatternStatistics::Blocks pieces, lines;
  std::array<int64_t, 64> reuses = {};
  double localDiagonals = 0, endingDiagonals = 0, span = 0;
  int64_t diagonals = 0, spans = 0;
  bool hasManyDiagonals = false;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_STATISTICS_PATTERNSAMPLE_H
