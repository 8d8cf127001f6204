//===- TileCase.h - a pair of loops, and its tiles --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_INSPECT_TILECASE_H
#define SPINDLE_UNITTESTS_RUNTIME_INSPECT_TILECASE_H

#include "Convert/MuchWork.h"

#include "Spindle/Runtime/Inspect/TileFusion.h"
#include "Spindle/Runtime/Support/Workers.h"

#include <string>
#include <vector>

namespace spindle::runtime {

/// The columns of each row, or the rows of each tile.
using RowLists = std::vector<std::vector<int64_t>>;

/// A pattern in memory.
template <typename Position, typename Column> struct StoredPattern {
  StoredPattern() = default;
  explicit StoredPattern(const RowLists &lists) {
    for (const auto &list : lists) {
      columns.insert(columns.end(), list.begin(), list.end());
      positions.push_back(columns.size());
    }
  }

  RowPattern view();

  std::vector<Position> positions = {0};
  std::vector<Column> columns;
};

template <typename T> IndexArray arrayOf(std::vector<T> &numbers) {
  return {reinterpret_cast<char *>(numbers.data()), sizeof(T),
          static_cast<int64_t>(numbers.size()), 1};
}

template <typename P, typename C> RowPattern StoredPattern<P, C>::view() {
  return {static_cast<int64_t>(positions.size()) - 1, arrayOf(positions),
          arrayOf(columns)};
}

/// A producer, a consumer, and what is found for them.
template <typename Position = int32_t, typename Column = int32_t,
          typename Result = int32_t>
struct TileCase {
  TileCase(int64_t producerRows, const RowLists &lists)
      : producerRows(producerRows), consumer(lists),
        starts(producerRows + 1, -1), fusedStarts(starts), escapeStarts(starts),
        escapes(producerRows, -1), fused(lists.size(), -1), rest(fused),
        restStarts(lists.size() + 1, -1) {}

  void setProducer(const RowLists &lists) {
    producer = StoredPattern<Position, Column>(lists);
    hasProducer = true;
  }

  TileArrays arrays() {
    return {arrayOf(starts),     arrayOf(fusedStarts), arrayOf(fused),
            arrayOf(restStarts), arrayOf(rest),        arrayOf(escapeStarts),
            arrayOf(escapes)};
  }

  /// Finds the tiles by exactly so many threads; the error's text, if any.
  std::string find(int64_t threads = 1) {
    Workers workers(threads, muchWork);
    RowPattern pattern = producer.view();
    Expected<TileCounts> found =
        findTiles(producerRows, consumer.view(),
                  hasProducer ? &pattern : nullptr, costs, arrays(), workers);
    if (!found)
      return found.error().str();
    counts = *found;
    return "";
  }

  /// The law that the tiles break, if any.
  std::string check() {
    auto error = checkTiles(producerRows, consumer.view(), arrays(), counts,
                            costs.readsItself);
    return error ? error->str() : "";
  }

  std::vector<int64_t> getStarts() const {
    return {starts.begin(), starts.begin() + counts.tiles + 1};
  }
  RowLists getFused() const { return split(fusedStarts, fused, counts.tiles); }
  RowLists getRest() const { return split(restStarts, rest, counts.restTiles); }
  RowLists getEscapes() const {
    return split(escapeStarts, escapes, counts.tiles);
  }

  static RowLists split(const std::vector<Result> &starts,
                        const std::vector<Result> &rows, int64_t tiles) {
    RowLists lists;
    for (int64_t tile = 0; tile < tiles; ++tile)
      lists.emplace_back(rows.begin() + starts[tile],
                         rows.begin() + starts[tile + 1]);
    return lists;
  }

  int64_t producerRows;
  StoredPattern<Position, Column> consumer, producer;
  bool hasProducer = false;
  TileCosts costs;
  std::vector<Result> starts, fusedStarts, escapeStarts, escapes;
  std::vector<Result> fused, rest, restStarts;
  TileCounts counts;
};

/// One with the types that most have.
using UsualTiles = TileCase<>;

/// The rows of a square tridiagonal matrix.
inline RowLists makeTridiagonal(int64_t size) {
  RowLists lists(size);
  for (int64_t row = 0; row < size; ++row)
    for (int64_t column = row - 1; column <= row + 1; ++column)
      if (column >= 0 && column < size)
        lists[row].push_back(column);
  return lists;
}

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_INSPECT_TILECASE_H
