//===- Commands.cpp - other programs, and their files ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Commands.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;
using spindle::runtime::UnfinishedFile;
namespace fs = llvm::sys::fs;

/// The first line of the file `path`; empty where there is none.
static std::string readFirstLine(StringRef path) {
  auto text = llvm::MemoryBuffer::getFile(path);
  return text ? (*text)->getBuffer().trim().split('\n').first.str() : "";
}

llvm::Error spindle::execution::runCommand(llvm::ArrayRef<StringRef> words,
                                           StringRef product) {
  llvm::Expected<UnfinishedFile> log = writeTemporary("log", "");
  if (!log)
    return log.takeError();
  std::optional<StringRef> redirects[] = {StringRef(), log->path(),
                                          log->path()};
  std::string fault;
  int status = llvm::sys::ExecuteAndWait(words.front(), words,
                                         /*Env=*/std::nullopt, redirects,
                                         /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &fault);
  if (status == 0)
    return llvm::Error::success();
  std::string said = fault.empty() ? readFirstLine(log->path()) : fault;
  return llvm::createStringError(words.front() + ": expected " + product +
                                 " but got: " + said);
}

llvm::Expected<UnfinishedFile>
spindle::execution::writeTemporary(StringRef suffix, StringRef text) {
  llvm::SmallString<128> path;
  int descriptor = 0;
  std::error_code error =
      fs::createTemporaryFile("spindle", suffix, descriptor, path);
  if (error)
    return llvm::createStringError(
        error, "expected a folder for temporary files but got: %s",
        error.message().c_str());
  UnfinishedFile file(path.str().str());
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << text;
  stream.close();
  if (!stream.has_error())
    return file;
  error = stream.error();
  stream.clear_error();
  return llvm::createStringError(error, "%s: expected room but got: %s",
                                 path.c_str(), error.message().c_str());
}
