//===- PatternStatistics.h - where the elements of a matrix are -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What formats would make of a matrix: how much of their padding its elements
// leave. Lengths of rows are counted all; what takes a look at columns, or at
// the order of lengths, is counted in a sample of rows, spread evenly, and
// scaled. Of a matrix that is no larger than the sample all counts are exact.
// The sample depends on the matrix alone.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STATISTICS_PATTERNSTATISTICS_H
#define SPINDLE_RUNTIME_STATISTICS_PATTERNSTATISTICS_H

#include "Spindle/Runtime/Storage/Storage.h"

#include <array>
#include <optional>

namespace spindle::runtime {

/// Where the elements of a matrix are.
struct PatternStatistics {
  /// Rows of about the same length.
  struct Bucket {
    int64_t rows = 0, elements = 0;
  };
  /// Blocks of `rows` x `columns`, from the first row and column on, that hold
  /// an element.
  struct Blocks {
    int64_t rows = 0, columns = 0;
    double count = 0;
  };
  /// Slices of so many rows, sorted by length in windows of `window` rows; each
  /// row has as many cells as the longest of its slice.
  struct Slices {
    int64_t window = 0;
    double cells = 0;
  };

  int64_t rows = 0, columns = 0, elements = 0;
  int64_t emptyRows = 0;
  /// The elements of a row: the mean, the standard deviation, the most.
  double meanLength = 0, lengthDeviation = 0;
  int64_t largestLength = 0;
  /// Bucket b has the rows of more than 2^(b - 1) and at most 2^b elements;
  /// empty rows are in none.
  std::array<Bucket, 64> buckets = {};
  /// The half vectors, of `lanes / 2` elements, that rows need one by one.
  int64_t halfVectors = 0;
  /// The rows that have another length, and that need another number of half
  /// vectors, than the row before them.
  int64_t lengthChanges = 0, vectorChanges = 0;

  /// Elements that were looked at for what follows. What turns out to have more
  /// than `mostCells` cells for each of them is given up, and 0 or not there.
  int64_t sampled = 0;
  std::vector<Blocks> blocks;
  std::vector<Slices> slices;
  /// The different lengths of rows in each window of `groupWindow` rows.
  double lengthGroups = 0;
  /// The different diagonals that each block of `lanes` rows has elements on,
  /// and how many of them are those of blocks in which one of them ends,
  /// outside of the matrix.
  double localDiagonals = 0, endingDiagonals = 0;
  /// The different diagonals that were seen, and whether all elements were
  /// looked at for that: else there may be more.
  int64_t diagonals = 0;
  bool sawAllDiagonals = false;
  /// Bucket b has the elements whose column was last used more than 2^(b - 1)
  /// and at most 2^b elements before, by a row of the same group of neighbours;
  /// columns that were not are in none.
  std::array<int64_t, 64> reuses = {};
  /// The columns from the first to the last element of a row, these included:
  /// the mean over rows that have elements.
  double meanSpan = 0;

  /// More padding is worth no format.
  static constexpr double mostCells = 5;
  /// The rows of a window whose lengths are counted in `lengthGroups`.
  static constexpr int64_t groupWindow = 1024;
  /// The rows of a large window, where there are more than of another.
  static constexpr int64_t largeWindow = 8192;

  /// The blocks of `rows` x `columns` that hold an element; 0 where such were
  /// not counted.
  double countBlocks(int64_t rows, int64_t columns) const;
  /// The share of the elements whose column is none of the last `columns`
  /// different ones, by the reuses that were seen: the share of the rows of a
  /// dense operand that a cache which holds so many does not have.
  double getMissShare(double columns) const;
  /// The cells of slices sorted in windows of `window` rows; 0 as above.
  double countCells(int64_t window) const;
};

/// The statistics of a matrix in `format`, csr with any types of positions and
/// coordinates, whose arrays are valid; nothing where it is in another one.
/// `lanes`, a power of two from 2 on, are the rows of a slice and of a block of
/// diagonals.
std::optional<PatternStatistics>
measurePattern(const Storage &storage, const Format &format, int64_t lanes);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STATISTICS_PATTERNSTATISTICS_H
