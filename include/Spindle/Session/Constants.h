//===- Constants.h - operands that are a part of the code -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may be compiled for the structure of an operand, or for its values
// too, as it is compiled for a size: they are constants of the module then.
// Calls hand over what they always did, and are refused where that differs.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_CONSTANTS_H
#define SPINDLE_SESSION_CONSTANTS_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// Has `program` be for what `operands` hold of those that `options` call
/// constant, and for their sizes. Errors: an operand that is no tensor, has no
/// data, is written, or is too large; what a GPU is to run.
llvm::Error fixConstants(Program &program, llvm::ArrayRef<Operand> operands,
                         const Options &options);

} // namespace spindle::session

#endif // SPINDLE_SESSION_CONSTANTS_H
