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

  std::optional<Error> check(int64_t wavefronts);

private:
  std::optional<Error> visit(int64_t row);
  std::optional<Error> readNumbers();
  std::optional<Error> checkRow(int64_t row) const;
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
// Checking
//===----------------------------------------------------------------------===//

/// Sets the wavefront of each row by `starts` and `order`.
template <typename P, typename C, typename R>
std::optional<Error> Search<P, C, R>::readNumbers() {
  std::fill_n(numbers.data, rows, R(-1));
  if (count < 0 || count > rows)
    return Error::expectedGot("at most " + std::to_string(rows) +
                                  " wavefronts, one a row,",
                              std::to_string(count));
  int64_t end = 0;
  for (int64_t wavefront = 0; wavefront < count; ++wavefront) {
    int64_t begin = starts[wavefront], next = starts[wavefront + 1];
    std::string name = "wavefront " + std::to_string(wavefront);
    if (begin != end || next < begin || next > rows)
      return Error::expectedGot(
          name + " to begin at " + std::to_string(end) +
              " and to end behind it, at most at " + std::to_string(rows) + ",",
          std::to_string(begin) + " and " + std::to_string(next));
    end = next;
    for (int64_t place = begin; place < end; ++place) {
      int64_t row = order[place];
      if (row < 0 || row >= rows || numbers[row] >= 0)
        return Error::expectedGot(name + " to have rows that no other has",
                                  std::to_string(row));
      numbers[row] = R(wavefront);
    }
  }
  if (end == rows)
    return std::nullopt;
  return Error::expectedGot(std::to_string(rows) + " rows in wavefronts",
                            std::to_string(end));
}

/// Checks that `row` and its columns are in wavefronts that come as they do.
template <typename P, typename C, typename R>
std::optional<Error> Search<P, C, R>::checkRow(int64_t row) const {
  int64_t begin = positions[row], end = positions[row + 1];
  if (auto error = checkFibre(row, begin, end, size))
    return error;
  for (int64_t position = begin; position < end; ++position) {
    int64_t column = columns[position];
    if (column < 0 || column >= rows || column == row)
      continue;
    bool isFirst = isBefore(row, column);
    if (isFirst ? numbers[row] < numbers[column]
                : numbers[column] < numbers[row])
      continue;
    return Error::expectedGot(
        "row " + std::to_string(row) + " in a wavefront " +
            (isFirst ? "before" : "after") + " that of its column " +
            std::to_string(column) + ", wavefront " +
            std::to_string(numbers[column]) + ",",
        "wavefront " + std::to_string(numbers[row]));
  }
  return std::nullopt;
}

template <typename P, typename C, typename R>
std::optional<Error> Search<P, C, R>::check(int64_t wavefronts) {
  count = wavefronts;
  if (auto error = readNumbers())
    return error;
  for (int64_t row = 0; row < rows; ++row)
    if (auto error = checkRow(row))
      return error;
  return std::nullopt;
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

/// Calls `function` with the search for the types of `pattern` and `found`.
template <typename Function>
static Expected<int64_t> visitSearch(const RowPattern &pattern, bool backwards,
                                     const WavefrontArrays &found,
                                     Function function) {
  if (auto error = checkArrays(pattern, found))
    return *error;
  return visitIntegers(pattern.positions, [&](auto position) {
    return visitIntegers(pattern.columns, [&](auto column) {
      return visitIntegers(found.starts, [&](auto result) {
        return function(
            Search<decltype(position), decltype(column), decltype(result)>(
                pattern, backwards, found));
      });
    });
  });
}

Expected<int64_t>
spindle::runtime::findWavefronts(const RowPattern &pattern, bool backwards,
                                 const WavefrontArrays &found) {
  return visitSearch(pattern, backwards, found,
                     [](auto search) { return search.run(); });
}

std::optional<Error>
spindle::runtime::checkWavefronts(const RowPattern &pattern, bool backwards,
                                  const WavefrontArrays &found, int64_t count) {
  auto checked = visitSearch(pattern, backwards, found,
                             [&](auto search) -> Expected<int64_t> {
                               if (auto error = search.check(count))
                                 return *error;
                               return count;
                             });
  return checked ? std::nullopt : std::optional<Error>(checked.error());
}
