//===- PatternArrays.cpp - the arrays that inspectors are given -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PatternArrays.h"

#include <limits>

using namespace spindle::runtime;

std::optional<Error> spindle::runtime::checkBytes(const IndexArray &array) {
  if (array.bytes == 4 || array.bytes == 8)
    return std::nullopt;
  return Error::expectedGot("integers of 4 or 8 bytes",
                            "some of " + std::to_string(array.bytes));
}

std::optional<Error> spindle::runtime::checkRoom(const char *name,
                                                 const IndexArray &array,
                                                 int64_t least) {
  if (array.size >= least)
    return std::nullopt;
  return Error::expectedGot("room for " + std::to_string(least) + " " + name,
                            std::to_string(array.size));
}

std::optional<Error> spindle::runtime::checkResults(
    std::initializer_list<const IndexArray *> results, int64_t rows) {
  int64_t bytes = (*results.begin())->bytes;
  for (const IndexArray *array : results)
    if (array->bytes != bytes)
      return Error::expectedGot("results of integers of " +
                                    std::to_string(bytes) + " bytes",
                                "some of " + std::to_string(array->bytes));
  for (const IndexArray *array : results)
    if (array->stride != 1)
      return Error::expectedGot("results without gaps",
                                "a stride of " + std::to_string(array->stride));
  if (bytes == 4 && rows > std::numeric_limits<int32_t>::max())
    return Error::expectedGot("rows that integers of 4 bytes count",
                              std::to_string(rows));
  return std::nullopt;
}

std::optional<Error> spindle::runtime::checkRows(const RowPattern &pattern) {
  if (pattern.rows < 0)
    return Error::expectedGot("no negative number of rows",
                              std::to_string(pattern.rows));
  // Without rows nothing is read.
  return checkRoom("positions", pattern.positions,
                   pattern.rows ? pattern.rows + 1 : 0);
}
