//===- Wavefronts.cpp - rows that do not wait for one another -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Inspect/Wavefronts.h"

#include "PatternArrays.h"

#include <algorithm>
#include <optional>
#include <string>

using namespace spindle::runtime;

namespace {
/// The search, for positions, columns and results of these types.
template <typename Position, typename Column, typename Result> struct Search {
  Search(const RowPattern &pattern, bool backwards,
         const WavefrontArrays &found)
      : rows(pattern.rows), backwards(backwards), size(pattern.columns.size),
        positions(pattern.positions), columns(pattern.columns),
        starts(found.starts), order(found.order), numbers(found.numbers) {}

  Expected<int64_t> run() {
    std::fill_n(numbers.data, rows, Result(0));
    for (int64_t step = 0; step < rows; ++step)
      if (auto error = visit(backwards ? rows - 1 - step : step))
        return *error;
    sort();
    return count;
  }

private:
  std::optional<Error> visit(int64_t row);
  void sort();

  /// Whether the loop comes to `row` before it comes to `other`.
  bool isBefore(int64_t row, int64_t other) const {
    return backwards ? row > other : row < other;
  }

  int64_t rows;
  bool backwards;
  int64_t size;
  Elements<Position> positions;
  Elements<Column> columns;
  Elements<Result> starts, order, numbers;
  int64_t count = 0;
};
} // namespace

/// Sets the wavefront of `row`, and the least one of the rows after it that
/// have to wait until it has read what belongs to them.
template <typename P, typename C, typename R>
std::optional<Error> Search<P, C, R>::visit(int64_t row) {
  int64_t begin = positions[row], end = positions[row + 1];
  if (auto error = checkFibre(row, begin, end, size))
    return error;
  int64_t number = numbers[row];
  bool readsAhead = false;
  for (int64_t position = begin; position < end; ++position) {
    int64_t column = columns[position];
    if (column < 0)
      return Error::expectedGot("no negative column of row " +
                                    std::to_string(row),
                                std::to_string(column));
    if (column >= rows)
      continue;
    if (isBefore(column, row))
      number = std::max<int64_t>(number, numbers[column] + 1);
    else
      readsAhead |= column != row;
  }
  numbers[row] = R(number);
  count = std::max(count, number + 1);
  for (int64_t position = begin; readsAhead && position < end; ++position) {
    int64_t column = columns[position];
    if (column < rows && isBefore(row, column))
      numbers[column] = R(std::max<int64_t>(numbers[column], number + 1));
  }
  return std::nullopt;
}

/// Sorts the rows by their wavefronts.
template <typename P, typename C, typename R> void Search<P, C, R>::sort() {
  std::fill_n(starts.data, count + 1, R(0));
  for (int64_t row = 0; row < rows; ++row)
    ++starts[numbers[row] + 1];
  for (int64_t wavefront = 0; wavefront < count; ++wavefront)
    starts[wavefront + 1] += starts[wavefront];
  // Each start moves on to the next one.
  for (int64_t row = 0; row < rows; ++row)
    order[starts[numbers[row]]++] = R(row);
  for (int64_t wavefront = count; wavefront > 0; --wavefront)
    starts[wavefront] = starts[wavefront - 1];
  starts[0] = 0;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::optional<Error> checkArrays(const RowPattern &pattern,
                                        const WavefrontArrays &found) {
  if (auto error = checkRows(pattern))
    return error;
  if (auto error = checkResults({&found.starts, &found.order, &found.numbers},
                                pattern.rows))
    return error;
  if (auto error = checkRoom("starts", found.starts, pattern.rows + 1))
    return error;
  if (auto error = checkRoom("rows", found.order, pattern.rows))
    return error;
  return checkRoom("numbers", found.numbers, pattern.rows);
}

Expected<int64_t>
spindle::runtime::findWavefronts(const RowPattern &pattern, bool backwards,
                                 const WavefrontArrays &found) {
  if (auto error = checkArrays(pattern, found))
    return *error;
  return visitIntegers(pattern.positions, [&](auto position) {
    return visitIntegers(pattern.columns, [&](auto column) {
      return visitIntegers(found.starts, [&](auto result) {
        return Search<decltype(position), decltype(column), decltype(result)>(
                   pattern, backwards, found)
            .run();
      });
    });
  });
}
