//===- RadixSort.h - Stable sorting by bits ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stable sort by the low bits of a key, in time linear in the elements and
// the bits. Many elements are split by their highest digit into ranges that fit
// a cache, and those sorted digit by digit from the lowest.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_RADIXSORT_H
#define SPINDLE_LIB_RUNTIME_CONVERT_RADIXSORT_H

#include <algorithm>
#include <array>
#include <cstdint>

namespace spindle::runtime {

/// Sorts elements of type `T` by the bits that `Key` gives of one.
template <typename T, typename Key> class RadixSort {
public:
  explicit RadixSort(Key key) : key(key) {}

  /// Sorts the `count` elements of `data` by bits [low, high) of their keys;
  /// `scratch` is memory for as many.
  void sort(T *data, T *scratch, int64_t count, int low, int high) {
    if (count <= fewElements)
      insert(data, count, low, high);
    else if (count <= cachedElements)
      sortDigits(data, scratch, count, low, high, /*toScratch=*/false);
    else
      split(data, scratch, count, low, high, /*toScratch=*/false);
  }

  /// Like `sort`, and leaves the elements in `scratch`.
  void sortToScratch(T *data, T *scratch, int64_t count, int low, int high) {
    if (count <= fewElements) {
      insert(data, count, low, high);
      std::copy(data, data + count, scratch);
    } else if (count <= cachedElements) {
      sortDigits(data, scratch, count, low, high, /*toScratch=*/true);
    } else {
      split(data, scratch, count, low, high, /*toScratch=*/true);
    }
  }

private:
  static constexpr int64_t fewElements = 32, cachedElements = 1 << 14;
  static constexpr int splitBits = 11;

  static uint64_t maskOf(int bits) {
    return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  }

  /// Sorts a few elements by inserting one after the other.
  void insert(T *data, int64_t count, int low, int high) {
    if (low >= high)
      return;
    uint64_t mask = maskOf(high - low);
    for (int64_t i = 1; i < count; ++i) {
      T element = data[i];
      uint64_t bits = (key(element) >> low) & mask;
      int64_t place = i;
      for (; place > 0 && ((key(data[place - 1]) >> low) & mask) > bits;
           --place)
        data[place] = data[place - 1];
      data[place] = element;
    }
  }

  /// Where the elements of each digit end.
  using Ends = std::array<int64_t, 1 << splitBits>;

  /// Moves the elements of `from` to `to`, sorted by `bits` bits from `low`.
  /// Afterwards `ends` has the end of each digit's elements. False, and nothing
  /// moved, where all have the same digit.
  bool scatter(const T *from, T *to, int64_t count, int low, int bits,
               Ends &ends) {
    uint64_t mask = maskOf(bits);
    std::fill(ends.begin(), ends.begin() + mask + 1, 0);
    for (int64_t i = 0; i < count; ++i)
      ++ends[(key(from[i]) >> low) & mask];
    if (ends[(key(from[0]) >> low) & mask] == count)
      return false;
    int64_t start = 0;
    for (uint64_t digit = 0; digit <= mask; ++digit) {
      int64_t size = ends[digit];
      ends[digit] = start;
      start += size;
    }
    for (int64_t i = 0; i < count; ++i)
      to[ends[(key(from[i]) >> low) & mask]++] = from[i];
    return true;
  }

  /// How many bits to take at a time of `bits`: passes of one size each, with
  /// no more digits than some times the elements.
  static int digitBits(int64_t count, int bits) {
    int most = 6;
    while (most < 10 && count >> (most + 1))
      ++most;
    int passes = std::max(1, (bits + most - 1) / most);
    return (bits + passes - 1) / passes;
  }

  /// Sorts elements that fit a cache, from the lowest digit to the highest.
  void sortDigits(T *data, T *scratch, int64_t count, int low, int high,
                  bool toScratch) {
    Ends ends;
    T *from = data, *to = scratch;
    int digit = digitBits(count, high - low);
    for (; low < high; low += digit)
      if (scatter(from, to, count, low, std::min(digit, high - low), ends))
        std::swap(from, to);
    T *wanted = toScratch ? scratch : data;
    if (from != wanted)
      std::copy(from, from + count, wanted);
  }

  /// Sorts the ranges of equal highest digit each by itself.
  void split(T *data, T *scratch, int64_t count, int low, int high,
             bool toScratch) {
    Ends ends;
    int bits = std::min(splitBits, high - low);
    while (bits > 0 &&
           !scatter(data, scratch, count, high - bits, bits, ends)) {
      high -= bits;
      bits = std::min(splitBits, high - low);
    }
    if (bits <= 0) {
      if (toScratch)
        std::copy(data, data + count, scratch);
      return;
    }
    int64_t start = 0;
    for (int64_t digit = 0; digit < int64_t(1) << bits; ++digit) {
      int64_t end = ends[digit];
      if (toScratch)
        sort(scratch + start, data + start, end - start, low, high - bits);
      else
        sortToScratch(scratch + start, data + start, end - start, low,
                      high - bits);
      start = end;
    }
  }

  Key key;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_RADIXSORT_H
