//===- PrintNumber.h - elements as text -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_PRINTNUMBER_H
#define SPINDLE_SESSION_PRINTNUMBER_H

#include "Spindle/Runtime/Support/DType.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <limits>

namespace spindle::session {

/// `x`, a float: whole numbers in full, others with the fewest digits that tell
/// them from others of their type.
template <typename T> std::string printReal(T x) {
  constexpr int mostDigits = std::numeric_limits<double>::max_digits10;
  auto wide = static_cast<double>(x);
  bool isWhole = std::trunc(wide) == wide && std::abs(wide) < 1e15;
  for (int digits = isWhole ? 15 : 1;; ++digits) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, wide);
    double read = 0;
    bool isNumber =
        std::isfinite(wide) && !llvm::StringRef(text).getAsDouble(read);
    if (!isNumber || digits == mostDigits)
      return text;
    // The small floats are made from a float.
    using Narrow = std::conditional_t<std::is_same_v<T, double>, double, float>;
    if (T(static_cast<Narrow>(read)) == x)
      return text;
  }
}

/// `x`, of any type of elements, as the command line takes it.
template <typename T> std::string printNumber(T x) {
  if constexpr (runtime::isComplexType<T>)
    return printReal(x.real()) + (std::signbit(x.imag()) ? "" : "+") +
           printReal(x.imag()) + "j";
  else if constexpr (runtime::isFloatType<T>)
    return printReal(x);
  else
    return std::to_string(x);
}

/// A number of bytes in a unit in which it is a handy number.
std::string formatBytes(int64_t bytes);

} // namespace spindle::session

#endif // SPINDLE_SESSION_PRINTNUMBER_H
