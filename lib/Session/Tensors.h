//===- Tensors.h - from what was read to operands ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_TENSORS_H
#define SPINDLE_LIB_SESSION_TENSORS_H

#include "ReadFile.h"

namespace spindle::session {

/// Draws or allocates what no file gives, elements or, of an operand on a
/// pattern, values of `shape`. Errors: those of the runtime.
runtime::Expected<Data> generate(const Binding &binding,
                                 const std::vector<int64_t> &shape);

/// The elements of `data`, which is of `spec`: of an array, those that are not
/// 0. Errors: those of the runtime.
runtime::Expected<runtime::CooTensor> listEntries(const OperandSpec &spec,
                                                  Data data);

/// The elements of the operand `name`, which one of `bindings` gives, as they
/// are before it has its format. Errors: those of `loadOperands` but for what
/// the format cannot hold.
llvm::Expected<runtime::CooTensor> loadEntries(llvm::ArrayRef<Binding> bindings,
                                               llvm::StringRef name,
                                               const Options &options,
                                               const LentOperands &lent);

/// Sets the arrays of `operand`, whose `shape` is known, to `data` in the
/// operand's format. `owner` is the operand whose pattern it has, null where it
/// brings its own. Errors: what the format cannot hold, another pattern than
/// the owner's, memory that cannot be had.
std::optional<runtime::Error> setArrays(Operand &operand, Data data,
                                        const Operand *owner,
                                        const Watcher &watcher);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_TENSORS_H
