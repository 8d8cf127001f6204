//===- RealText.h - Real numbers as decimal text ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_REALTEXT_H
#define SPINDLE_LIB_RUNTIME_IO_REALTEXT_H

#include "Spindle/Runtime/Support/DType.h"

#include <string>
#include <system_error>

namespace spindle::runtime {

/// Where a number ends in its text, and whether there was one that the type
/// can hold (`std::errc()`, `invalid_argument` or `result_out_of_range`).
struct RealEnd {
  const char *end;
  std::errc error;
};

/// Reads the real number at `text`, with or without a sign, into `value`: a
/// float type, rounded once to nearest, ties to even. One too small for it is a
/// zero with its sign. The text goes to `end`; bytes up to `readable` may be
/// looked at too, of which the first belongs to no number.
template <typename T>
RealEnd parseReal(const char *text, const char *end, const char *readable,
                  T &value);

/// `whole` as a float type, rounded once to nearest, ties to even; infinite
/// where it is too large.
template <typename T> T wholeToReal(int64_t whole);

/// Appends the fewest digits that `parseReal` reads as `value`.
template <typename T> void appendReal(std::string &text, T value);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_REALTEXT_H
