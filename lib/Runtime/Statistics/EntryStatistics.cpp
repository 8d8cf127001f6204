//===- EntryStatistics.cpp - what the entries of a matrix look like -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Statistics/MatrixStatistics.h"

#include <algorithm>
#include <cmath>

using namespace spindle::runtime;

namespace {
/// What was seen of a row.
struct RowSeen {
  int64_t length = 0, runs = 0;
  /// The least and the most column, and that of the entry before.
  int64_t least = 0, most = 0, before = -2;

  void add(int64_t column) {
    least = length == 0 ? column : std::min(least, column);
    most = length == 0 ? column : std::max(most, column);
    runs += column != before + 1;
    before = column;
    ++length;
  }
};
} // namespace

static std::vector<RowSeen> lookAtRows(const CooTensor &entries) {
  std::vector<RowSeen> rows(size_t(entries.shape[0]));
  const auto *row = entries.coordinates[0].as<int64_t>();
  const auto *column = entries.coordinates[1].as<int64_t>();
  for (int64_t entry = 0; entry < entries.entries(); ++entry)
    rows[size_t(row[entry])].add(column[entry]);
  return rows;
}

std::optional<MatrixStatistics>
spindle::runtime::measureEntries(const CooTensor &entries) {
  if (entries.rank() != 2)
    return std::nullopt;
  std::vector<RowSeen> rows = lookAtRows(entries);
  MatrixStatistics found;
  found.rows = entries.shape[0];
  found.columns = entries.shape[1];
  found.elements = entries.entries();
  if (found.rows == 0 || found.elements == 0) {
    found.emptyRows = found.rows;
    return found;
  }
  found.meanLength = double(found.elements) / double(found.rows);
  double squares = 0, spans = 0, inLongRows = 0, runs = 0;
  for (const RowSeen &row : rows) {
    double length = double(row.length);
    squares += length * length;
    runs += double(row.runs);
    found.emptyRows += row.length == 0;
    found.largestLength = std::max(found.largestLength, row.length);
    spans += row.length == 0 ? 0 : double(row.most - row.least + 1);
    inLongRows += length > longFactor * found.meanLength ? length : 0;
  }
  double variance =
      squares / double(found.rows) - found.meanLength * found.meanLength;
  found.lengthDeviation = std::sqrt(std::max(variance, 0.0));
  found.longShare = inLongRows / double(found.elements);
  found.meanSpan = spans / double(found.rows - found.emptyRows);
  found.meanRun = double(found.elements) / runs;
  return found;
}
