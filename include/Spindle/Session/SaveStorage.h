//===- SaveStorage.h - the arrays of a tensor, as files ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SAVESTORAGE_H
#define SPINDLE_SESSION_SAVESTORAGE_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/OutputFiles.h"

namespace spindle::session {

/// Adds to `files` a .npy file for each array of those of `operands` that
/// `storages` name, in the folder that it says. A file is called as the
/// parameter of the C function that takes its array, `A_positions1.npy`, and
/// has the array's shape; an array that the format lacks has none. Errors: an
/// operand that nothing is bound to; those of writing.
llvm::Error saveStorages(llvm::ArrayRef<Operand> operands,
                         llvm::ArrayRef<Assignment> storages,
                         const SettingNames &names, OutputFiles &files);

} // namespace spindle::session

#endif // SPINDLE_SESSION_SAVESTORAGE_H
