//===- SaveStorage.h - the arrays of a tensor, as files ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_SAVESTORAGE_H
#define SPINDLE_TOOLS_SPARSE_RUN_SAVESTORAGE_H

#include "OutputFiles.h"
#include "Steps.h"

namespace spindle::run {

/// Adds to `files` a .npy file for each array of the operands that the user
/// asks for, in the folder that they name. A file is called as the parameter of
/// the C function that takes its array, `A_positions1.npy`, and has the array's
/// shape; an array that the format lacks has none. Errors: an operand that
/// nothing is bound to; those of writing.
llvm::Error saveStorages(const Session &session, OutputFiles &files);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_SAVESTORAGE_H
