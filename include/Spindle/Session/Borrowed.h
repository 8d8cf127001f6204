//===- Borrowed.h - arrays that are the caller's ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_BORROWED_H
#define SPINDLE_SESSION_BORROWED_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/StoredTensor.h"

namespace spindle::session {

using execution::MemoryView;
using execution::OperandView;
using execution::TensorView;

/// The operand that `spec` describes, in the memory of `view`: a tensor, whose
/// name is not looked at, or an array for one that is dense, plain memory or on
/// another's pattern. Of the larger array that `kept` tells of, if it is not
/// null, the part is copied. Errors: a view of another kind, those of
/// `execution::adopt`, structure that breaks the laws of its format.
llvm::Expected<Operand> borrow(const OperandSpec &spec, const OperandView &view,
                               const KeptOperand *kept = nullptr);

/// The sparse operand that `spec` describes, whose memory is that of `tensor`,
/// which keeps the laws of its format. Errors: another kind of operand, another
/// format, shape or type.
llvm::Expected<Operand> borrow(const OperandSpec &spec,
                               const StoredTensor &tensor);

/// The elements of `tensor`, whose arrays are those of `format`, of the type of
/// `spec`: copies. Errors: as above, by that format.
llvm::Expected<runtime::CooTensor> copyElements(const OperandSpec &spec,
                                                const TensorView &tensor,
                                                const runtime::Format &format);

/// Gives `operand`, the borrowed values on the pattern of `owner`, that
/// pattern.
void share(Operand &operand, const Operand &owner);

} // namespace spindle::session

#endif // SPINDLE_SESSION_BORROWED_H
