//===- BoundedRows.cpp - rows and their outermost columns -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundedRows.h"

#include <algorithm>
#include <limits>

using namespace spindle::runtime;

static std::optional<Error> checkFibres(const RowPattern &pattern,
                                        const char *of, Workers &workers) {
  Integers positions(pattern.positions);
  return runChecked(workers, [&](int64_t worker) -> std::optional<Error> {
    int64_t end = workers.begin(worker + 1, pattern.rows);
    for (int64_t row = workers.begin(worker, pattern.rows); row < end; ++row)
      if (auto error = checkFibre(row, positions[row], positions[row + 1],
                                  pattern.columns.size, of))
        return error;
    return std::nullopt;
  });
}

/// Finds the bounds of `row`.
static std::optional<Error> boundRow(BoundedRows &rows, int64_t row,
                                     int64_t width, const char *of) {
  int64_t least = std::numeric_limits<int64_t>::max(), greatest = -1;
  rows.forEachColumn(row, row + 1, [&](int64_t column) {
    least = std::min(least, column);
    greatest = std::max(greatest, column);
  });
  rows.least[row] = least;
  rows.greatest[row] = greatest;
  if (least >= 0 && greatest < width)
    return std::nullopt;
  std::string where = "row " + std::to_string(row) + of;
  if (least < 0)
    return Error::expectedGot("no negative column of " + where,
                              std::to_string(least));
  return Error::expectedGot("columns of " + where + " below " +
                                std::to_string(width),
                            std::to_string(greatest));
}

Expected<BoundedRows> spindle::runtime::boundRows(const RowPattern &pattern,
                                                  int64_t width, const char *of,
                                                  Workers &workers) {
  if (auto error = checkRows(pattern))
    return *error;
  for (const IndexArray *array : {&pattern.positions, &pattern.columns})
    if (auto error = checkBytes(*array))
      return *error;
  if (auto error = checkFibres(pattern, of, workers))
    return *error;
  BoundedRows bounded(pattern);
  for (FallibleVector<int64_t> *bounds : {&bounded.least, &bounded.greatest})
    if (auto error = bounds->resize(pattern.rows))
      return *error;
  auto before = [&](int64_t row) { return bounded.elementsBefore(row) + row; };
  auto error = runChecked(workers, [&](int64_t worker) -> std::optional<Error> {
    int64_t end = beginByWeight(workers, worker + 1, pattern.rows, before);
    for (int64_t row = beginByWeight(workers, worker, pattern.rows, before);
         row < end; ++row)
      if (auto error = boundRow(bounded, row, width, of))
        return error;
    return std::nullopt;
  });
  if (error)
    return std::move(*error);
  return std::move(bounded);
}

std::optional<Error> spindle::runtime::readItself(BoundedRows &bounded,
                                                  int64_t width,
                                                  Workers &workers) {
  if (bounded.rows > width)
    return Error::expectedGot("no more rows than the " + std::to_string(width) +
                                  " of which each reads that of its number",
                              std::to_string(bounded.rows));
  bounded.readsItself = true;
  workers.split(bounded.rows, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      bounded.least[row] = std::min(bounded.least[row], row);
      bounded.greatest[row] = std::max(bounded.greatest[row], row);
    }
  });
  return std::nullopt;
}
