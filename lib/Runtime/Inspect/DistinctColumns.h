//===- DistinctColumns.h - how many columns some rows have ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_INSPECT_DISTINCTCOLUMNS_H
#define SPINDLE_LIB_RUNTIME_INSPECT_DISTINCTCOLUMNS_H

#include "Spindle/Runtime/Support/FallibleVector.h"

namespace spindle::runtime {

/// Counts columns, equal ones once, in time and memory O(elements): by a mark
/// for each column where they lie close together, else by hashing.
class DistinctColumns {
public:
  /// Begins to count up to `elements` columns, those from `least` to
  /// `greatest`. Error: no memory.
  std::optional<Error> begin(int64_t least, int64_t greatest, int64_t elements);

  /// Adds a column, which may have been added before.
  void add(int64_t column) {
    if (isClose)
      marks[column - least] = 1;
    else
      addHashed(column);
  }

  /// The number of those that have been added.
  int64_t count() const;

private:
  void addHashed(int64_t column) {
    // The golden ratio scatters what has a regular distance.
    uint64_t slot = uint64_t(column) * 0x9E3779B97F4A7C15u >> shift;
    while (slots[slot] >= 0 && slots[slot] != column)
      slot = (slot + 1) & (uint64_t(slots.size()) - 1);
    hashed += slots[slot] < 0;
    slots[slot] = column;
  }

  bool isClose = true;
  int64_t least = 0, hashed = 0;
  int shift = 0;
  FallibleVector<char> marks;
  /// A power of two of columns, or -1.
  FallibleVector<int64_t> slots;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_INSPECT_DISTINCTCOLUMNS_H
