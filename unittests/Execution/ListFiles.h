//===- ListFiles.h - the files of a folder ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_EXECUTION_LISTFILES_H
#define SPINDLE_UNITTESTS_EXECUTION_LISTFILES_H

#include "llvm/Support/FileSystem.h"

#include <string>
#include <vector>

namespace spindle {

/// The paths of the files in `folder`; none where there is no such folder.
inline std::vector<std::string> listFiles(const std::string &folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       !error && file != end; file.increment(error))
    paths.push_back(file->path());
  return paths;
}

} // namespace spindle

#endif // SPINDLE_UNITTESTS_EXECUTION_LISTFILES_H
