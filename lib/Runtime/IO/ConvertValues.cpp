//===- ConvertValues.cpp - Values of a file as another type ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/IO/ConvertValues.h"

#include "EntryValue.h"

#include <cmath>

using namespace spindle::runtime;

/// Converts a real number or an integer to a float type. False where it becomes
/// infinite.
template <typename To, typename From>
static bool convertToFloat(From from, To &to) {
  bool isFinite = true;
  if constexpr (isFloatType<From>) {
    to = static_cast<To>(static_cast<double>(from));
    isFinite = std::isfinite(static_cast<double>(from));
  } else {
    to = wholeToReal<To>(static_cast<int64_t>(from));
  }
  return !isFinite || std::isfinite(static_cast<double>(to));
}

/// Converts a real number or an integer to an integer type or bool. False where
/// that does not hold it.
template <typename To, typename From>
static bool convertToWhole(From from, To &to) {
  if constexpr (isFloatType<From>) {
    auto real = static_cast<double>(from);
    // Both are powers of two, or 0, so that nothing is rounded.
    constexpr double least = double(std::numeric_limits<To>::min());
    constexpr double end = 2 * double(std::numeric_limits<To>::max() / 2 + 1);
    if (!(real >= least && real < end) || real != std::floor(real))
      return false;
    to = static_cast<To>(real);
    return true;
  } else {
    to = static_cast<To>(from);
    return static_cast<int64_t>(to) == static_cast<int64_t>(from);
  }
}

/// Converts a number. False where `To` does not hold it.
template <typename To, typename From>
static bool convertNumber(From from, To &to) {
  if constexpr (isComplexType<From> && !isComplexType<To>) {
    return false;
  } else if constexpr (isComplexType<To>) {
    typename To::value_type real = 0, imag = 0;
    bool isHeld;
    if constexpr (isComplexType<From>)
      isHeld = convertToFloat(from.real(), real) &&
               convertToFloat(from.imag(), imag);
    else
      isHeld = convertToFloat(from, real);
    to = {real, imag};
    return isHeld;
  } else if constexpr (isFloatType<To>) {
    return convertToFloat(from, to);
  } else {
    return convertToWhole(from, to);
  }
}

/// Converts `values` to `converted`. Error: the first that `To` does not hold.
template <typename To, typename From>
static std::optional<Error>
convertAll(const Array &values, Array &converted,
           const std::function<std::string(int64_t)> &describePlace) {
  const From *from = values.as<From>();
  To *to = converted.as<To>();
  for (int64_t i = 0, e = values.size(); i < e; ++i)
    if (!convertNumber(from[i], to[i]))
      return Error{
          "", 0,
          describePlace(i) + ": " +
              Error::expectedGot(valueOf(converted.dtype()), printed(from[i]))
                  .text};
  return std::nullopt;
}

Expected<Array> spindle::runtime::convertValues(
    const Array &values, DType dtype,
    const std::function<std::string(int64_t)> &describePlace) {
  if (values.dtype() == dtype)
    return values;
  if (isComplex(values.dtype()) && !isComplex(dtype))
    return Error::expectedGot("real numbers for elements of type " +
                                  std::string(numpyName(dtype)),
                              numpyName(values.dtype()));
  Expected<Array> converted = Array::allocate(dtype, values.shape());
  if (!converted)
    return converted;
  auto error = visitDType(values.dtype(), [&](auto from) {
    return visitDType(dtype, [&](auto to) {
      return convertAll<decltype(to), decltype(from)>(values, *converted,
                                                      describePlace);
    });
  });
  return error ? Expected<Array>(std::move(*error)) : converted;
}
