//===- Ranges.h - coordinates that are to be inside -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_RANGES_H
#define SPINDLE_LIB_INTERPRETER_RANGES_H

#include "Spindle/Dialect/Sparse/IR/Sums.h"

namespace spindle::interpreter {

/// What is wrong where the coordinates of `range`, which `expression` is, are
/// read of `dimension`, of that size; empty where nothing is.
std::string findRangeFault(sparse::SumRange range, int64_t size,
                           const std::string &expression,
                           const std::string &dimension);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_RANGES_H
