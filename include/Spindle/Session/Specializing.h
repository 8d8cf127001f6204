//===- Specializing.h - sizes that code is compiled for ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop over few columns is fast where their number is known. A program that
// is compiled for operands in memory is compiled for their sizes, as far as few
// operands of that size are likely to follow. Of dimensions of which the user
// lists several sizes it has a version for each, beside that for all.
//

#ifndef SPINDLE_SESSION_SPECIALIZING_H
#define SPINDLE_SESSION_SPECIALIZING_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// Finds the dimensions that `program` is compiled for one size of: those that
/// `options` name, and unless they say otherwise, those that dense operands
/// alone have, of at most 1024; and its versions, for those of which `options`
/// list sizes. `operands` are in memory, or none where there is no data; then
/// `options` tell. Errors: a name that is no dimension, one without a known
/// size, one size that is not that of the data, too many versions.
llvm::Error chooseSizes(Program &program, llvm::ArrayRef<Operand> operands,
                        const Options &options);

/// Gives the dimensions of `program` that were chosen their sizes in `module`,
/// a copy of that of `program` or itself. Error: what refuses it.
llvm::Error specialize(mlir::ModuleOp module, const Program &program);

} // namespace spindle::session

#endif // SPINDLE_SESSION_SPECIALIZING_H
