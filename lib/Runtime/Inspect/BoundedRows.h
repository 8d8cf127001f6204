//===- BoundedRows.h - rows and their outermost columns ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_INSPECT_BOUNDEDROWS_H
#define SPINDLE_LIB_RUNTIME_INSPECT_BOUNDEDROWS_H

#include "PatternArrays.h"

#include "Spindle/Runtime/Support/FallibleVector.h"
#include "Spindle/Runtime/Support/Workers.h"

#include <utility>
#include <vector>

namespace spindle::runtime {

/// The rows of a pattern that keeps its laws, and the least and the greatest
/// column of each. Where a row has none, they are greater and less than any.
struct BoundedRows {
  explicit BoundedRows(const RowPattern &pattern)
      : rows(pattern.rows), columns(pattern.columns),
        positions(pattern.positions) {}

  /// The number of elements in all rows before `row`.
  int64_t elementsBefore(int64_t row) const {
    return rows ? positions[row] : 0;
  }
  int64_t length(int64_t row) const {
    return positions[row + 1] - positions[row];
  }
  bool readsNothing(int64_t row) const {
    return length(row) == 0 && !readsItself;
  }
  /// Calls `function` with each row that `row` reads.
  template <typename Function>
  void forEachRead(int64_t row, Function &&function) const {
    forEachColumn(row, row + 1, function);
    if (readsItself)
      function(row);
  }
  /// Calls `function` with each column of the rows in [begin, end).
  template <typename Function>
  void forEachColumn(int64_t begin, int64_t end, Function &&function) const {
    forEachInteger(columns, positions[begin], positions[end], function);
  }

  int64_t rows;
  IndexArray columns;
  Integers positions;
  FallibleVector<int64_t> least, greatest;
  /// Whether each row reads, besides those of its columns, that of its number,
  /// which is one of these then.
  bool readsItself = false;
};

/// The rows of `pattern`, whose columns are less than `width`. `of` follows
/// rows' numbers in errors: a law that the pattern breaks; no memory.
Expected<BoundedRows> boundRows(const RowPattern &pattern, int64_t width,
                                const char *of, Workers &workers);

/// Has each row read the row of its own number, too, of which there are
/// `width`. Error: more rows than that.
std::optional<Error> readItself(BoundedRows &bounded, int64_t width,
                                Workers &workers);

/// Calls `function` for each of `workers`, and returns the error of the first
/// of them that has one: where they share a list in order, that of the first
/// element.
template <typename Function>
std::optional<Error> runChecked(Workers &workers, Function &&function) {
  std::vector<std::optional<Error>> errors(workers.count());
  workers.run([&](int64_t worker) { errors[worker] = function(worker); });
  for (std::optional<Error> &error : errors)
    if (error)
      return std::move(error);
  return std::nullopt;
}

/// Where the range of `worker` begins when `workers` share `count` things of
/// which all before i weigh `before(i)`, which ascends with each i.
template <typename Weight>
int64_t beginByWeight(const Workers &workers, int64_t worker, int64_t count,
                      Weight &&before) {
  int64_t wanted = workers.begin(worker, before(count));
  int64_t low = 0, high = count;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (before(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_INSPECT_BOUNDEDROWS_H
