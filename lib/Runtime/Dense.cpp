//===- Dense.cpp - from lists of entries to arrays and back ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Dense.h"

#include "Spindle/Runtime/Generate.h"

#include <algorithm>

using namespace spindle::runtime;

/// Allocates the arrays of `coo` for `entries` entries of type `dtype`.
static std::optional<Error> allocateEntries(CooMatrix &coo, int64_t entries,
                                            DType dtype) {
  auto row = Array::allocate(DType::I64, {entries});
  auto col = Array::allocate(DType::I64, {entries});
  auto values = Array::allocate(dtype, {entries});
  for (auto *array : {&row, &col, &values})
    if (!*array)
      return array->takeError();
  coo.row = std::move(*row);
  coo.col = std::move(*col);
  coo.values = std::move(*values);
  return std::nullopt;
}

/// `toCoo` for elements held as `T`.
template <typename T> static Expected<CooMatrix> toCooOf(const Array &matrix) {
  const T *from = matrix.as<T>();
  CooMatrix coo;
  coo.rows = matrix.shape()[0];
  coo.cols = matrix.shape()[1];
  int64_t entries = matrix.size() - std::count(from, from + matrix.size(), T{});
  if (auto error = allocateEntries(coo, entries, matrix.dtype()))
    return *error;
  int64_t entry = 0;
  for (int64_t place = 0; place < matrix.size(); ++place) {
    if (from[place] == T{})
      continue;
    coo.row.as<int64_t>()[entry] = place / coo.cols;
    coo.col.as<int64_t>()[entry] = place % coo.cols;
    coo.values.as<T>()[entry++] = from[place];
  }
  return coo;
}

Expected<CooMatrix> spindle::runtime::toCoo(const Array &matrix) {
  return visitDType(matrix.dtype(),
                    [&](auto zero) { return toCooOf<decltype(zero)>(matrix); });
}

Expected<Array> spindle::runtime::toDense(const CooMatrix &matrix) {
  Expected<Array> dense =
      zeros(matrix.values.dtype(), {matrix.rows, matrix.cols});
  if (!dense)
    return dense;
  visitDType(dense->dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t entry = 0; entry < matrix.entries(); ++entry) {
      T &element =
          dense->as<T>()[matrix.row.as<int64_t>()[entry] * matrix.cols +
                         matrix.col.as<int64_t>()[entry]];
      element = wrappingSum(element, matrix.values.as<T>()[entry]);
    }
  });
  return dense;
}
