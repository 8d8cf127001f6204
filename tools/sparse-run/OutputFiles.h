//===- OutputFiles.h - files that appear together or not at all -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_OUTPUTFILES_H
#define SPINDLE_TOOLS_SPARSE_RUN_OUTPUTFILES_H

#include "Binding.h"
#include "Spindle/Runtime/UnfinishedFile.h"

#include <functional>

namespace spindle::run {

/// Checks the paths that `bindings` and the drawings, the report, the storage
/// and the shared object that `line` asks for are written to: each can be
/// written, and none is another's or an input's.
llvm::Error checkOutputPaths(llvm::ArrayRef<Binding> bindings,
                             const CommandLine &line);

/// The header that goes with the shared object `object`: `spmm.h` with
/// `spmm.so`.
std::string getHeaderPath(llvm::StringRef object);

/// Writes files beside their paths, and moves them there together. What is not
/// committed is removed.
class OutputFiles {
public:
  /// Has `write` write the file that is to be at `path`, under another name
  /// in the same directory; the ending of the name is kept. Errors: those of
  /// `write`.
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

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_OUTPUTFILES_H
