//===- OutputFiles.cpp - files that appear together or not at all ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/OutputFiles.h"

#include "Spindle/Session/Failure.h"
#include "Spindle/Support/FileErrors.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <cstring>

using namespace spindle::session;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The directory that `file` is in.
static StringRef getDirectory(StringRef file) {
  StringRef directory = path::parent_path(file);
  return directory.empty() ? "." : directory;
}

/// The file that `name` leads to, through links; `name` where there is none.
static std::string followLinks(StringRef name) {
  llvm::SmallString<128> real;
  if (fs::real_path(name, real))
    return name.str();
  return real.str().str();
}

llvm::Error
OutputFiles::add(StringRef path,
                 llvm::function_ref<llvm::Error(const std::string &)> write) {
  std::string place = followLinks(path);
  for (const Staged &other : files)
    if (other.path == place)
      return failExpected("outputs in files of their own",
                          "two in '" + path.str() + "'");
  std::string temporary =
      (getDirectory(place) + "/.sparse-run-" +
       llvm::Twine(llvm::sys::Process::getProcessId()) + "-" +
       llvm::Twine(files.size()) + "-" + path::filename(place))
          .str();
  Staged staged{runtime::UnfinishedFile(temporary), place};
  llvm::Error error = write(temporary);
  if (!error) {
    files.push_back(std::move(staged));
    return llvm::Error::success();
  }
  // The user knows the file by its own name.
  std::string text = toString(std::move(error));
  size_t at = text.find(temporary);
  if (at != std::string::npos)
    text.replace(at, temporary.size(), path.str());
  return fail(text);
}

llvm::Error OutputFiles::commit() {
  for (Staged &file : files)
    if (!file.temporary.moveTo(file.path))
      return fail(file.path + ": " + describeWriteError(getSystemError()));
  files.clear();
  return llvm::Error::success();
}

llvm::Error spindle::session::writeText(const std::string &path,
                                        StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (!error) {
    stream << text;
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (!error)
    return llvm::Error::success();
  return fail(path + ": " + describeWriteError(error));
}
