//===- Convert.h - from lists and arrays to operands and back ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_CONVERT_H
#define SPINDLE_TOOLS_SPARSE_RUN_CONVERT_H

#include "Spindle/Runtime/Dense.h"

namespace spindle::run {

/// A copy with memory of its own. Error: memory that cannot be had.
runtime::Expected<runtime::Array> clone(const runtime::Array &array);

/// The same elements in another shape of the same size.
runtime::Expected<runtime::Array> reshape(const runtime::Array &array,
                                          std::vector<int64_t> shape);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_CONVERT_H
