//===- EntryValue.h - The value of an entry in a text -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_ENTRYVALUE_H
#define SPINDLE_LIB_RUNTIME_IO_ENTRYVALUE_H

#include "NumberText.h"
#include "RealText.h"

#include "Spindle/Runtime/Support/Error.h"

namespace spindle::runtime {

/// Reads the next field, a real number, as a value of type `T`. An integer may
/// be written as a real number that is whole, "2.0" or "2e3".
template <typename T> FieldStatus nextValue(FieldCursor &cursor, T &value) {
  if constexpr (isComplexType<T>) {
    typename T::value_type real = 0;
    FieldStatus status = cursor.next(real);
    value = real;
    return status;
  } else if constexpr (isFloatType<T>) {
    return cursor.next(value);
  } else {
    FieldStatus status = cursor.next(value);
    if (status != FieldStatus::Malformed)
      return status;
    std::string whole = expandWhole(cursor.last());
    return whole.empty() ? status : FieldCursor(whole).next(value);
  }
}

/// Reads the next field, a whole number, as a value of type `T`, rounded to
/// nearest.
template <typename T> FieldStatus nextWhole(FieldCursor &cursor, T &value) {
  if constexpr (isComplexType<T>) {
    typename T::value_type real = 0;
    FieldStatus status = nextWhole(cursor, real);
    value = real;
    return status;
  } else if constexpr (isFloatType<T>) {
    int64_t whole = 0;
    FieldStatus status = cursor.next(whole);
    value = wholeToReal<T>(whole);
    bool isTooLarge = value - value != T(0);
    return status == FieldStatus::Ok && isTooLarge ? FieldStatus::OutOfRange
                                                   : status;
  } else {
    return cursor.next(value);
  }
}

/// "a value of type float32" and the like.
inline std::string valueOf(DType dtype) {
  return "a value of type " + std::string(numpyName(dtype));
}

/// `value` as `appendNumber` writes it.
template <typename T> std::string printed(T value) {
  std::string text;
  appendNumber(text, value);
  return text;
}

/// Why the last field of `cursor` is no value of type `T`; `isWhole` where it
/// was to be a whole number.
template <typename T>
Error valueError(const FieldCursor &cursor, FieldStatus status, bool isWhole) {
  std::string expected = valueOf(dtypeOf<T>), got = quoted(cursor.last());
  if (status == FieldStatus::OutOfRange)
    return Error::expectedGot(expected, got + ", which is too large");
  return Error::expectedGot(isWhole ? "a whole number" : expected, got);
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_ENTRYVALUE_H
