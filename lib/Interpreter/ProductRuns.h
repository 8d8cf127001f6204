//===- ProductRuns.h - sums of products of tensors --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_PRODUCTRUNS_H
#define SPINDLE_LIB_INTERPRETER_PRODUCTRUNS_H

#include "mlir/IR/Block.h"

#include <cstdint>

namespace spindle::interpreter {

/// Elements of a tensor along a loop: the first one's number, and how many
/// elements lie between two.
struct ProductTensor {
  char *data;
  int64_t first, stride;
};

/// Adds `count` products of elements of `a` and `b` to elements of `sum`, one
/// after the other.
using ProductRun = void (*)(ProductTensor sum, ProductTensor a, ProductTensor b,
                            int64_t count);

/// The run that does what `body` does, whose arguments are two factors and a
/// sum of one type; null where it does something else. Models consist of such
/// sums: operation by operation they would take minutes.
ProductRun findProductRun(mlir::Block &body);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_PRODUCTRUNS_H
