//===- PatternArrays.h - the arrays that inspectors are given ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_INSPECT_PATTERNARRAYS_H
#define SPINDLE_LIB_RUNTIME_INSPECT_PATTERNARRAYS_H

#include "Spindle/Runtime/Inspect/RowPattern.h"
#include "Spindle/Runtime/Support/Error.h"

#include <initializer_list>
#include <optional>
#include <string>

namespace spindle::runtime {

/// The elements of an array of integers of type `T`.
template <typename T> struct Elements {
  explicit Elements(const IndexArray &array)
      : data(reinterpret_cast<T *>(array.data)), stride(array.stride) {}

  T &operator[](int64_t index) const { return data[index * stride]; }

  T *data;
  int64_t stride;
};

/// The elements of an array of integers of 4 or 8 bytes, for what is not worth
/// code for each type.
class Integers {
public:
  explicit Integers(const IndexArray &array)
      : narrow(array), wide(array), isNarrow(array.bytes == 4) {}

  int64_t operator[](int64_t index) const {
    return isNarrow ? narrow[index] : wide[index];
  }
  void set(int64_t index, int64_t value) const {
    if (isNarrow)
      narrow[index] = static_cast<int32_t>(value);
    else
      wide[index] = value;
  }

private:
  Elements<int32_t> narrow;
  Elements<int64_t> wide;
  bool isNarrow;
};

/// Calls `function` with each integer in [begin, end) of `array`, which has
/// some of 4 or 8 bytes.
template <typename Function>
void forEachInteger(const IndexArray &array, int64_t begin, int64_t end,
                    Function &&function) {
  auto visit = [&](auto type) {
    Elements<decltype(type)> elements(array);
    for (int64_t index = begin; index < end; ++index)
      function(int64_t(elements[index]));
  };
  if (array.bytes == 4)
    visit(int32_t());
  else
    visit(int64_t());
}

/// Error: `array` has neither integers of 4 bytes nor of 8.
std::optional<Error> checkBytes(const IndexArray &array);

/// Calls `function` with a number of the type of `array`.
template <typename Function>
Expected<int64_t> visitIntegers(const IndexArray &array, Function function) {
  if (auto error = checkBytes(array))
    return *error;
  return array.bytes == 4 ? function(int32_t()) : function(int64_t());
}

/// Error: `array`, of the `name` of a result or operand, has fewer than `least`
/// elements.
std::optional<Error> checkRoom(const char *name, const IndexArray &array,
                               int64_t least);

/// Error: `results` are not of one type or have gaps, or are of 4 bytes, which
/// do not hold `rows`.
std::optional<Error>
checkResults(std::initializer_list<const IndexArray *> results, int64_t rows);

/// Error: there is a negative number of rows, or room for fewer positions than
/// they need.
std::optional<Error> checkRows(const RowPattern &pattern);

/// Error: [begin, end) are not the positions of `row` in columns of this
/// `size`, those of rows before being right. `of` follows the row's number.
inline std::optional<Error> checkFibre(int64_t row, int64_t begin, int64_t end,
                                       int64_t size, const char *of = "") {
  auto fail = [&](const char *expected, int64_t got) {
    return Error::expectedGot(std::string(expected) + " of row " +
                                  std::to_string(row) + of,
                              std::to_string(got));
  };
  if (row == 0 && begin != 0)
    return fail("0 as the first position", begin);
  if (begin < 0)
    return fail("no negative first position", begin);
  if (end < begin)
    return fail("positions that do not descend behind those", end);
  if (end > size)
    return fail("positions inside of the columns for the end", end);
  return std::nullopt;
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_INSPECT_PATTERNARRAYS_H
