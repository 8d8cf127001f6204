//===- Convert.h - from lists and arrays to operands and back ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_CONVERT_H
#define SPINDLE_TOOLS_SPARSE_RUN_CONVERT_H

#include "Spindle/Runtime/Csr.h"
#include "Spindle/Runtime/Dense.h"

namespace spindle::run {

/// A copy with memory of its own. Error: memory that cannot be had.
runtime::Expected<runtime::Array> clone(const runtime::Array &array);

/// The same elements in another shape of the same size.
runtime::Expected<runtime::Array> reshape(const runtime::Array &array,
                                          std::vector<int64_t> shape);

/// A place that one of two matrices has an element at, and the other none.
struct PatternDifference {
  int64_t row = 0, col = 0;
  /// True where it is the second that has one.
  bool isExtra = false;
};

/// The first place, by rows, at which the patterns of two matrices of one
/// shape, which obey the laws, differ; nothing where they do not.
std::optional<PatternDifference>
findDifference(const runtime::CsrMatrix &first,
               const runtime::CsrMatrix &second);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_CONVERT_H
