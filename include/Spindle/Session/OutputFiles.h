//===- OutputFiles.h - files that appear together or not at all -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_OUTPUTFILES_H
#define SPINDLE_SESSION_OUTPUTFILES_H

#include "Spindle/Runtime/IO/UnfinishedFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spindle::session {

/// Writes files beside their paths, and moves them there together. What is not
/// committed is removed.
class OutputFiles {
public:
  /// Has `write` write the file that is to be at `path`, under another name
  /// in the same directory; the ending of the name is kept. Errors: those of
  /// `write`, which leave nothing behind.
  llvm::Error add(llvm::StringRef path,
                  llvm::function_ref<llvm::Error(const std::string &)> write);

  /// Moves all files to their paths. Error: a failure of the system.
  llvm::Error commit();

private:
  /// A file's present and final paths.
  struct Staged {
    runtime::UnfinishedFile temporary;
    std::string path;
  };
  llvm::SmallVector<Staged> files;
};

/// Writes `text` to a new file. Error: a failure of the system.
llvm::Error writeText(const std::string &path, llvm::StringRef text);

} // namespace spindle::session

#endif // SPINDLE_SESSION_OUTPUTFILES_H
