//===- Returned.h - the tensors that a program returns ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_RETURNED_H
#define SPINDLE_LIB_SESSION_RETURNED_H

#include "Spindle/Session/Operand.h"

namespace spindle::session {

/// Sets those of `operands` that the program returns to `returned`, in order.
/// Errors: those of the runtime.
llvm::Error setReturned(llvm::MutableArrayRef<Operand> operands,
                        std::vector<runtime::Storage> returned);

/// Sets those of `operands` to copies of what the interpreter returned.
llvm::Error setReturned(llvm::MutableArrayRef<Operand> operands,
                        llvm::ArrayRef<interpreter::OwnedTensor> returned);

/// In words, where the arrays of structure of `got` differ from those of
/// `expected`; empty where they do not.
std::string compareStructure(const Operand &expected, const Operand &got);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_RETURNED_H
