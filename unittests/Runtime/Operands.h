//===- Operands.h - Making and taking apart operands ------------*- C++ -*-===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_OPERANDS_H
#define SPINDLE_UNITTESTS_RUNTIME_OPERANDS_H

#include "Spindle/Runtime/Storage/Coo.h"

#include <gtest/gtest.h>

namespace spindle::runtime {

/// A list of 64-bit indices.
using Indices = std::vector<int64_t>;

/// An array of rank 1.
template <typename T> Array array(const std::vector<T> &values) {
  Expected<Array> result = Array::fromValues(values);
  EXPECT_TRUE(bool(result));
  return *result;
}

/// A matrix from its entries.
template <typename T>
CooMatrix coo(int64_t rows, int64_t cols, const Indices &row,
              const Indices &col, const std::vector<T> &values) {
  return {rows, cols, array(row), array(col), array(values)};
}

/// The elements of an array, row-major.
template <typename T> std::vector<T> elements(const Array &array) {
  EXPECT_EQ(array.dtype(), dtypeOf<T>);
  if (array.dtype() != dtypeOf<T>)
    return {};
  return std::vector<T>(array.as<T>(), array.as<T>() + array.size());
}

/// The elements of an index array of any index type.
inline Indices indices(const Array &array) {
  return visitIndexType(array.dtype(), [&](auto zero) {
    auto *first = array.as<decltype(zero)>();
    return Indices(first, first + array.size());
  });
}

/// The text of an error; "" where there is none.
inline std::string text(const std::optional<Error> &error) {
  return error ? error->str() : "";
}

/// The text of an error; "" where there is a value.
template <typename T> std::string text(const Expected<T> &result) {
  return result ? "" : result.error().str();
}

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_OPERANDS_H
