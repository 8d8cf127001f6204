//===- Commands.h - other programs, and their files -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_COMMANDS_H
#define SPINDLE_EXECUTION_COMMANDS_H

#include "Spindle/Runtime/IO/UnfinishedFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spindle::execution {

/// Writes `text` to a new file whose name ends in `suffix`, in the folder for
/// files that do not stay. Errors: no such folder, no room.
llvm::Expected<runtime::UnfinishedFile> writeTemporary(llvm::StringRef suffix,
                                                       llvm::StringRef text);

/// Runs `words`, a command, which is to make `product`. Error: it fails, with
/// the first line of what it says.
llvm::Error runCommand(llvm::ArrayRef<llvm::StringRef> words,
                       llvm::StringRef product);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_COMMANDS_H
