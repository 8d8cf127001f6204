//===- Tensors.h - from what was read to operands ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_TENSORS_H
#define SPINDLE_TOOLS_SPARSE_RUN_TENSORS_H

#include "ReadFile.h"

namespace spindle::run {

/// Draws or allocates what no file gives, elements or, of an operand on a
/// pattern, values of `shape`. Errors: those of the runtime.
runtime::Expected<Data> generate(const Binding &binding,
                                 const std::vector<int64_t> &shape);

/// Sets the arrays of `operand`, whose `shape` is known, to `data` in the
/// operand's format. `owner` is the operand whose pattern it has, null where it
/// brings its own. Errors: what the format cannot hold, another pattern than
/// the owner's, memory that cannot be had.
std::optional<runtime::Error> setArrays(Operand &operand, Data data,
                                        const Operand *owner);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_TENSORS_H
