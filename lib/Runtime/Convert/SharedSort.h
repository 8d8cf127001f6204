//===- SharedSort.h - Stable sorting by several threads ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sort of RadixSort.h by all workers. They split the elements by the
// highest digit in which any two differ, each counting and moving those of its
// own range: those of the ranges before come first, which keeps the order among
// equal ones. What is still a large share of all is split again, the rest is
// dealt out and sorted by one worker each. So most elements may have the same
// high digits, and the work is shared all the same.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_SHAREDSORT_H
#define SPINDLE_LIB_RUNTIME_CONVERT_SHAREDSORT_H

#include "RadixSort.h"

#include "Spindle/Runtime/Support/FallibleVector.h"
#include "Spindle/Runtime/Support/Workers.h"

#include <utility>

namespace spindle::runtime {

/// Sorts elements of type `T` by the bits that `Key` gives of one.
template <typename T, typename Key> class SharedSort {
public:
  SharedSort(Key key, Workers &workers) : key(key), workers(workers) {}

  /// Sorts the `count` elements of `data` by bits [low, high) of their keys;
  /// `scratch` is memory for as many. Error: memory that cannot be had.
  std::optional<Error> sort(T *data, T *scratch, int64_t count, int low,
                            int high) {
    if (workers.count() == 1) {
      RadixSort<T, Key>(key).sort(data, scratch, count, low, high);
      return std::nullopt;
    }
    if (auto error = table.resize(workers.count() << splitBits))
      return error;
    lists[0] = data;
    lists[1] = scratch;
    this->low = low;
    mostAlone = std::max(leastSplit, count / (8 * workers.count()));
    if (auto error = ranges.reserve(1))
      return error;
    if (auto error = split({0, count, high, 0}))
      return error;
    workers.run([&](int64_t w) {
      sortRanges(workers.begin(w, count), workers.begin(w + 1, count));
    });
    return std::nullopt;
  }

private:
  static constexpr int splitBits = 11;
  /// Fewer elements are not worth a step of all workers.
  static constexpr int64_t leastSplit = 1 << 12;

  /// Elements that lie where they belong among the others, in one of the lists,
  /// and differ in the bits below `high` alone.
  struct Range {
    int64_t begin, end;
    int high, list;
  };

  /// The bits from `low` to those of `range` in which any two of its keys
  /// differ.
  uint64_t findDifferences(Range range) {
    const T *from = lists[range.list];
    uint64_t first = key(from[range.begin]);
    std::atomic<uint64_t> all{0};
    share(range, [&](int64_t, int64_t begin, int64_t end) {
      uint64_t own = 0;
      for (int64_t e = begin; e < end; ++e)
        own |= key(from[e]) ^ first;
      all |= own;
    });
    uint64_t below =
        range.high >= 64 ? ~uint64_t(0) : (uint64_t(1) << range.high) - 1;
    return (all & below) >> low << low;
  }

  /// Calls `fn(worker, begin, end)` with the range of each of the range.
  template <typename Fn> void share(Range range, Fn &&fn) {
    workers.split(range.end - range.begin,
                  [&](int64_t w, int64_t begin, int64_t end) {
                    fn(w, range.begin + begin, range.begin + end);
                  });
  }

  /// Splits `range` by all workers until what is left is no large share. There
  /// is room for one more range. Error: memory that cannot be had.
  std::optional<Error> split(Range range) {
    bool isLarge = range.end - range.begin > mostAlone;
    uint64_t differences = isLarge ? findDifferences(range) : 0;
    if (!differences) {
      range.high = isLarge ? low : range.high;
      (void)ranges.append(range);
      return std::nullopt;
    }
    int high = low;
    while (high < 64 && differences >> high)
      ++high;
    int shift = std::max(low, high - splitBits);
    int64_t digits = int64_t(1) << (high - shift);
    scatter(range, shift, digits);
    // The next range takes the table: what ends where is noted first.
    std::array<int64_t, 1 << splitBits> ends;
    std::copy_n(table.data() + ((workers.count() - 1) << splitBits), digits,
                ends.begin());
    for (int64_t digit = 0; digit < digits; ++digit) {
      Range next{digit ? ends[digit - 1] : range.begin, ends[digit], shift,
                 1 - range.list};
      if (auto error = ranges.reserve(ranges.size() + digits - digit))
        return error;
      if (next.begin < next.end)
        if (auto error = split(next))
          return error;
    }
    return std::nullopt;
  }

  /// Moves the elements of `range` to the other list by the digit at `shift`,
  /// which is below `digits`. The table of the last worker has their ends then.
  void scatter(Range range, int shift, uint64_t digits) {
    const T *from = lists[range.list];
    T *to = lists[1 - range.list];
    uint64_t mask = digits - 1;
    share(range, [&](int64_t w, int64_t begin, int64_t end) {
      int64_t *own = table.data() + (w << splitBits);
      std::fill_n(own, digits, 0);
      for (int64_t e = begin; e < end; ++e)
        ++own[(key(from[e]) >> shift) & mask];
    });
    int64_t next = range.begin;
    for (uint64_t digit = 0; digit < digits; ++digit)
      for (int64_t w = 0; w < workers.count(); ++w)
        next += std::exchange(table[(w << splitBits) + digit], next);
    share(range, [&](int64_t w, int64_t begin, int64_t end) {
      int64_t *own = table.data() + (w << splitBits);
      for (int64_t e = begin; e < end; ++e)
        to[own[(key(from[e]) >> shift) & mask]++] = from[e];
    });
  }

  /// Sorts the ranges whose middle is in [begin, end), into the first list.
  void sortRanges(int64_t begin, int64_t end) {
    RadixSort<T, Key> sorter(key);
    for (int64_t p = 0; p < ranges.size(); ++p) {
      Range range = ranges[p];
      int64_t middle = range.begin + (range.end - range.begin) / 2;
      if (middle < begin || middle >= end)
        continue;
      T *own = lists[range.list] + range.begin;
      T *other = lists[1 - range.list] + range.begin;
      int64_t count = range.end - range.begin;
      if (range.list == 0)
        sorter.sort(own, other, count, low, range.high);
      else
        sorter.sortToScratch(own, other, count, low, range.high);
    }
  }

  Key key;
  Workers &workers;
  /// The elements, and the memory for as many.
  T *lists[2] = {};
  int low = 0;
  /// The most elements that one worker sorts alone.
  int64_t mostAlone = 0;
  /// For each worker how many elements each digit has, then where its next one
  /// goes.
  FallibleVector<int64_t> table;
  FallibleVector<Range> ranges;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_SHAREDSORT_H
