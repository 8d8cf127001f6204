//===- MatrixStatistics.h - what a stored matrix looks like -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STATISTICS_MATRIXSTATISTICS_H
#define SPINDLE_RUNTIME_STATISTICS_MATRIXSTATISTICS_H

#include "Spindle/Runtime/Storage/Storage.h"

#include <optional>

namespace spindle::runtime {

/// A row is long if it has more than so many times the mean.
inline constexpr double longFactor = 8;

/// How long the rows of a matrix are. Rows are those of the storage: of a
/// format whose first level is of the columns, as csc, they are the columns. Of
/// a format in blocks each cell of a block counts as an element.
struct MatrixStatistics {
  int64_t rows = 0, columns = 0;
  int64_t elements = 0;
  /// The rows without an element.
  int64_t emptyRows = 0;
  /// The elements of a row: the mean, the standard deviation, the most.
  double meanLength = 0, lengthDeviation = 0;
  int64_t largestLength = 0;
  /// The share of the elements that are in rows of more than 8 times the mean.
  double longShare = 0;
  /// The columns from the first to the last element of a row, those two
  /// included: the mean over rows that have elements, 4096 of them at most.
  double meanSpan = 0;
  /// The elements of a row that are in neighbouring columns, one after the
  /// other: the mean over such runs of the same rows; 0 where there is none.
  double meanRun = 0;
};

/// The statistics of a matrix that is stored in `format`, in time linear in its
/// fibres, or in its elements where those are listed one by one, as in coo.
/// Nothing where the format is not one of a matrix, or has no rows of its own:
/// where the second level is of the first one's dimension, and where levels
/// below those two are not blocks.
std::optional<MatrixStatistics> measureMatrix(const Storage &storage,
                                              const Format &format);

/// The statistics of a matrix by its elements, which come in any order, those
/// of a row from left to right; in time linear in rows and elements. Rows are
/// those of the matrix, and all elements are looked at. Nothing of a tensor
/// that is no matrix.
std::optional<MatrixStatistics> measureEntries(const CooTensor &entries);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STATISTICS_MATRIXSTATISTICS_H
