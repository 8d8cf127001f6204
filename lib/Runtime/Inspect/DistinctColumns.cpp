//===- DistinctColumns.cpp - how many columns some rows have --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistinctColumns.h"

#include <algorithm>

using namespace spindle::runtime;

/// To clear and to count so many marks takes no longer than to hash a column.
static constexpr int64_t marksPerElement = 8;

std::optional<Error> DistinctColumns::begin(int64_t first, int64_t greatest,
                                            int64_t elements) {
  least = first;
  hashed = 0;
  isClose = (greatest - least) / marksPerElement <= elements;
  if (isClose)
    return marks.assign(greatest - least + 1, 0);
  // Half of the slots stay free at least.
  int log = 1;
  while (int64_t(1) << log < 2 * elements)
    ++log;
  shift = 64 - log;
  return slots.assign(int64_t(1) << log, -1);
}

int64_t DistinctColumns::count() const {
  return isClose ? std::count(marks.data(), marks.data() + marks.size(), 1)
                 : hashed;
}
