//===- CheckCall.h - is a call what the program takes -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All calls from C++ are checked here, whoever brings the memory, by what the
// program says of its operands. The C function of a saved program has the same
// checks emitted into it, by the same `sparse.operands` (EmitCEntry).
//
// Errors have the form "A: expected positions of level 1 to be of i32 but got
// i64": the operand, what of it was expected, and what came.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_CHECKCALL_H
#define SPINDLE_EXECUTION_CHECKCALL_H

#include "Spindle/CInterface/OperandSpec.h"
#include "Spindle/Execution/Arguments.h"

namespace spindle::execution {

/// The memory of `view` as that of `spec`, an operand that is one array, or its
/// values are: it stays the caller's. Errors: another type or, but where it
/// shares the structure of another, shape; strides, an address that its
/// elements cannot have, no memory for some elements, memory that is written
/// and may not be.
llvm::Expected<runtime::Array> adopt(const cinterface::OperandSpec &spec,
                                     const MemoryView &view);

/// The memory of `view` as a storage in `format`, of the elements of `spec`.
/// Errors: as above, of each array, and types, shapes and lengths that are not
/// those of the format.
llvm::Expected<runtime::Storage> adopt(const cinterface::OperandSpec &spec,
                                       const TensorView &view,
                                       const runtime::Format &format);

/// Checks that `views` are what a program with `operands` takes, in order, of
/// one in a composite format its parts. It takes no longer for larger tensors.
/// Errors: views too few or too many, or of another kind or name; those of
/// `adopt`; dimensions of one name that have two sizes, values on the structure
/// of another operand that are not as many, memory that is written and that
/// another array has too.
llvm::Error checkCall(llvm::ArrayRef<cinterface::OperandSpec> operands,
                      llvm::ArrayRef<OperandView> views);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_CHECKCALL_H
