//===- RowOrder.cpp - an order in which columns are near rows -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Inspect/RowOrder.h"

#include "BoundedRows.h"
#include "Spindle/Runtime/Check/Checks.h"

#include <algorithm>

using namespace spindle::runtime;

/// How often to look for a row that is further out: two or three times do as a
/// rule, and the time stays O(elements).
static constexpr int mostSearches = 8;

namespace {
/// The neighbours of rows, numbered by integers of type `Number`.
template <typename Number> class Neighbours {
public:
  std::optional<Error> find(const BoundedRows &rows);

  const Number *begin(int64_t row) const {
    return neighbours.data() + starts[row];
  }
  const Number *end(int64_t row) const { return neighbours.data() + ends[row]; }
  int64_t degree(int64_t row) const { return ends[row] - starts[row]; }
  /// Whether `row` comes before `other`: it has fewer neighbours.
  bool isBefore(int64_t row, int64_t other) const {
    int64_t first = degree(row), second = degree(other);
    return first != second ? first < second : row < other;
  }

  /// All rows, each before those that `isBefore` says it comes before.
  const FallibleVector<Number> &inOrder() const { return rowsInOrder; }

private:
  std::optional<Error> link(const BoundedRows &rows);
  std::optional<Error> dropRepeated(int64_t rows);
  std::optional<Error> sortRows(int64_t rows);
  std::optional<Error> sort(int64_t rows);

  /// Where the neighbours of each row begin and end.
  FallibleVector<int64_t> starts, ends;
  FallibleVector<Number> neighbours, rowsInOrder;
};

/// The order of rows, as far as it is found.
template <typename Number> class OrderSearch {
public:
  OrderSearch(int64_t rows, const Neighbours<Number> &neighbours, Number *order)
      : rows(rows), neighbours(neighbours), order(order) {}

  /// Fills `order`; returns the number of connected sets.
  Expected<int64_t> run();

private:
  /// The rows that are as far as possible from one: their part of `queue`, and
  /// how many steps it is to them.
  struct Outmost {
    int64_t begin, end, distance;
  };

  std::optional<Error> prepare();
  Outmost walk(int64_t root);
  int64_t findEnd(int64_t row);
  void place(int64_t root);
  std::optional<Error> reverse();

  int64_t rows;
  const Neighbours<Number> &neighbours;
  Number *order;
  int64_t placed = 0, searches = 0;
  FallibleVector<Number> queue;
  FallibleVector<char> isPlaced;
  /// The last search that came to each row.
  FallibleVector<int64_t> seen;
  /// Where each connected set begins in `order`.
  FallibleVector<int64_t> begins;
};
} // namespace

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// Calls `function(row, column)` for all elements off the diagonal.
template <typename Function>
static void forEachPair(const BoundedRows &rows, Function &&function) {
  for (int64_t row = 0; row < rows.rows; ++row)
    rows.forEachColumn(row, row + 1, [&](int64_t column) {
      if (column != row)
        function(row, column);
    });
}

/// Lists for each row its columns and the rows that have it as one.
template <typename Number>
std::optional<Error> Neighbours<Number>::link(const BoundedRows &rows) {
  for (FallibleVector<int64_t> *list : {&starts, &ends})
    if (auto error = list->assign(rows.rows, 0))
      return error;
  forEachPair(rows, [&](int64_t row, int64_t column) {
    ++ends[row];
    ++ends[column];
  });
  int64_t count = 0;
  for (int64_t row = 0; row < rows.rows; ++row) {
    starts[row] = count;
    count += std::exchange(ends[row], count);
  }
  if (auto error = neighbours.resize(count))
    return error;
  forEachPair(rows, [&](int64_t row, int64_t column) {
    neighbours[ends[row]++] = Number(column);
    neighbours[ends[column]++] = Number(row);
  });
  return std::nullopt;
}

template <typename Number>
std::optional<Error> Neighbours<Number>::dropRepeated(int64_t rows) {
  FallibleVector<int64_t> last;
  if (auto error = last.assign(rows, -1))
    return error;
  for (int64_t row = 0; row < rows; ++row) {
    auto isRepeated = [&](Number other) {
      return std::exchange(last[other], row) == row;
    };
    Number *data = neighbours.data();
    ends[row] =
        std::remove_if(data + starts[row], data + ends[row], isRepeated) - data;
  }
  return std::nullopt;
}

/// Fills `rowsInOrder`.
template <typename Number>
std::optional<Error> Neighbours<Number>::sortRows(int64_t rows) {
  FallibleVector<int64_t> places;
  if (auto error = places.assign(rows, 0))
    return error;
  if (auto error = rowsInOrder.resize(rows))
    return error;
  for (int64_t row = 0; row < rows; ++row)
    ++places[degree(row)];
  int64_t count = 0;
  for (int64_t degree = 0; degree < rows; ++degree)
    count += std::exchange(places[degree], count);
  for (int64_t row = 0; row < rows; ++row)
    rowsInOrder[places[degree(row)]++] = Number(row);
  return std::nullopt;
}

/// Brings the neighbours of each row in order: each row, in order, becomes the
/// next neighbour of those that it has as neighbours.
template <typename Number>
std::optional<Error> Neighbours<Number>::sort(int64_t rows) {
  FallibleVector<int64_t> begins, filled;
  for (FallibleVector<int64_t> *list : {&begins, &filled})
    if (auto error = list->resize(rows))
      return error;
  int64_t count = 0;
  for (int64_t row = 0; row < rows; ++row) {
    begins[row] = filled[row] = count;
    count += degree(row);
  }
  FallibleVector<Number> sorted;
  if (auto error = sorted.resize(count))
    return error;
  for (int64_t at = 0; at < rows; ++at) {
    Number row = rowsInOrder[at];
    for (const Number *other = begin(row), *last = end(row); other != last;
         ++other)
      sorted[filled[*other]++] = row;
  }
  starts = std::move(begins);
  ends = std::move(filled);
  neighbours = std::move(sorted);
  return std::nullopt;
}

template <typename Number>
std::optional<Error> Neighbours<Number>::find(const BoundedRows &rows) {
  if (auto error = link(rows))
    return error;
  if (auto error = dropRepeated(rows.rows))
    return error;
  if (auto error = sortRows(rows.rows))
    return error;
  return sort(rows.rows);
}

//===----------------------------------------------------------------------===//
// The order
//===----------------------------------------------------------------------===//

template <typename Number> std::optional<Error> OrderSearch<Number>::prepare() {
  if (auto error = queue.resize(rows))
    return error;
  if (auto error = isPlaced.assign(rows, false))
    return error;
  return seen.assign(rows, 0);
}

/// Goes from `root` to all rows that are connected, the nearest first.
template <typename Number>
typename OrderSearch<Number>::Outmost OrderSearch<Number>::walk(int64_t root) {
  ++searches;
  seen[root] = searches;
  queue[0] = Number(root);
  Outmost outmost = {0, 1, 0};
  while (true) {
    int64_t end = outmost.end;
    for (int64_t at = outmost.begin; at < outmost.end; ++at)
      for (const Number *row = neighbours.begin(queue[at]),
                        *last = neighbours.end(queue[at]);
           row != last; ++row)
        if (std::exchange(seen[*row], searches) != searches)
          queue[end++] = *row;
    if (end == outmost.end)
      return outmost;
    outmost = {outmost.end, end, outmost.distance + 1};
  }
}

/// A row that is connected with `row` and far from some other one.
template <typename Number> int64_t OrderSearch<Number>::findEnd(int64_t row) {
  Outmost outmost = walk(row);
  for (int search = 1; search < mostSearches; ++search) {
    int64_t next = *std::min_element(
        queue.data() + outmost.begin, queue.data() + outmost.end,
        [&](Number a, Number b) { return neighbours.isBefore(a, b); });
    Outmost further = walk(next);
    if (further.distance <= outmost.distance)
      break;
    row = next;
    outmost = further;
  }
  return row;
}

/// Places `root` and all rows that are connected with it.
template <typename Number> void OrderSearch<Number>::place(int64_t root) {
  int64_t at = placed;
  isPlaced[root] = true;
  order[placed++] = Number(root);
  for (; at < placed; ++at)
    for (const Number *row = neighbours.begin(order[at]),
                      *last = neighbours.end(order[at]);
         row != last; ++row)
      if (!std::exchange(isPlaced[*row], true))
        order[placed++] = *row;
}

/// Reverses the order of each set, and puts the largest sets first.
template <typename Number> std::optional<Error> OrderSearch<Number>::reverse() {
  // Where the next set goes that has so many rows less than there are.
  FallibleVector<int64_t> places;
  if (auto error = places.assign(rows, 0))
    return error;
  auto sizeOf = [&](int64_t set) {
    return (set + 1 < begins.size() ? begins[set + 1] : rows) - begins[set];
  };
  for (int64_t set = 0; set < begins.size(); ++set)
    places[rows - sizeOf(set)] += sizeOf(set);
  int64_t count = 0;
  for (int64_t less = 0; less < rows; ++less)
    count += std::exchange(places[less], count);
  for (int64_t set = begins.size() - 1; set >= 0; --set) {
    const Number *first = order + begins[set];
    int64_t size = sizeOf(set);
    std::reverse_copy(first, first + size, queue.data() + places[rows - size]);
    places[rows - size] += size;
  }
  std::copy(queue.data(), queue.data() + rows, order);
  return std::nullopt;
}

template <typename Number> Expected<int64_t> OrderSearch<Number>::run() {
  if (auto error = prepare())
    return *error;
  for (int64_t at = 0; at < rows; ++at) {
    Number row = neighbours.inOrder()[at];
    if (isPlaced[row])
      continue;
    if (!begins.append(placed))
      return Error::expectedGot("memory for a list of connected sets", "none");
    place(findEnd(row));
  }
  if (auto error = reverse())
    return *error;
  return begins.size();
}

Expected<int64_t> spindle::runtime::findRowOrder(const RowPattern &pattern,
                                                 const IndexArray &order) {
  if (auto error = checkResults({&order}, pattern.rows))
    return *error;
  if (auto error = checkRoom("rows", order, pattern.rows))
    return *error;
  Workers workers(1, 0);
  Expected<BoundedRows> rows = boundRows(pattern, pattern.rows, "", workers);
  if (!rows)
    return rows.takeError();
  return visitIntegers(order, [&](auto number) -> Expected<int64_t> {
    using Number = decltype(number);
    Neighbours<Number> neighbours;
    if (auto error = neighbours.find(*rows))
      return *error;
    return OrderSearch<Number>(pattern.rows, neighbours,
                               reinterpret_cast<Number *>(order.data))
        .run();
  });
}

int64_t spindle_find_row_order(int64_t rows, int64_t bytes,
                               const void *positions, const void *columns,
                               void *order) {
  auto view = [&](const void *data, int64_t size) {
    return IndexArray{static_cast<char *>(const_cast<void *>(data)), bytes,
                      size};
  };
  RowPattern pattern{rows, view(positions, rows + 1), view(columns, 0)};
  bool isCounted = rows > 0 && (bytes == 4 || bytes == 8);
  if (isCounted)
    pattern.columns.size = Integers(pattern.positions)[rows];
  Expected<int64_t> sets = findRowOrder(pattern, view(order, rows));
  if (sets)
    return *sets;
  reportFault(sets.error().str());
  return -1;
}
