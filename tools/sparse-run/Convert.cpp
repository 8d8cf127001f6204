//===- Convert.cpp - from lists and arrays to operands and back -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"

#include "Spindle/Runtime/Generate.h"

#include <cstring>
#include <type_traits>

using namespace spindle;
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

Expected<CooMatrix> run::toCoo(const Array &matrix) {
  return visitDType(matrix.dtype(),
                    [&](auto zero) { return toCooOf<decltype(zero)>(matrix); });
}

/// The sum, wrapping for integers.
template <typename T> static T add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

Expected<Array> run::toDense(const CooMatrix &matrix) {
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
      element = add(element, matrix.values.as<T>()[entry]);
    }
  });
  return dense;
}

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
