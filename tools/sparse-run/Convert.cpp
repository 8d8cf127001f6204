//===- Convert.cpp - from lists and arrays to operands and back -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"

#include <algorithm>
#include <cstring>

using namespace spindle;
using namespace spindle::runtime;

Expected<Array> run::clone(const Array &array) {
  Expected<Array> copy = Array::allocate(array.dtype(), array.shape());
  if (copy && array.byteSize() > 0)
    std::memcpy(copy->data(), array.data(), array.byteSize());
  return copy;
}

Expected<Array> run::reshape(const Array &array, std::vector<int64_t> shape) {
  // Memory is shared by copies of an array: one of them keeps it alive.
  auto owner = std::make_shared<Array>(array);
  return Array::adopt(array.dtype(), std::move(shape),
                      std::shared_ptr<void>(owner, owner->data()));
}

/// The columns of the elements of row `row` of `matrix`, in ascending order.
static std::vector<int64_t> getColumns(const CsrMatrix &matrix, int64_t row) {
  std::vector<int64_t> columns;
  visitIndexType(matrix.positions.dtype(), [&](auto position) {
    const auto *bounds = matrix.positions.as<decltype(position)>() + row;
    visitIndexType(matrix.coordinates.dtype(), [&](auto coordinate) {
      const auto *all = matrix.coordinates.as<decltype(coordinate)>();
      columns.assign(all + bounds[0], all + bounds[1]);
    });
  });
  return columns;
}

std::optional<run::PatternDifference>
run::findDifference(const CsrMatrix &first, const CsrMatrix &second) {
  for (int64_t row = 0; row < first.rows; ++row) {
    std::vector<int64_t> mine = getColumns(first, row);
    std::vector<int64_t> other = getColumns(second, row);
    auto [a, b] =
        std::mismatch(mine.begin(), mine.end(), other.begin(), other.end());
    if (a == mine.end() && b == other.end())
      continue;
    bool isExtra = a == mine.end() || (b != other.end() && *b < *a);
    return PatternDifference{row, isExtra ? *b : *a, isExtra};
  }
  return std::nullopt;
}
