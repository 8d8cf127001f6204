//===- SharedObject.cpp - code for other programs -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/SharedObject.h"

#include "Spindle/Execution/Translate.h"
#include "Spindle/Runtime/IO/UnfinishedFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace spindle::execution;
using llvm::StringRef;
using spindle::runtime::UnfinishedFile;
namespace fs = llvm::sys::fs;

bool spindle::execution::isParallel(mlir::ModuleOp module) {
  return module.lookupSymbol("omp_get_max_threads") != nullptr;
}

/// The path of a compiler driver, which knows how to call the system's linker
/// and where libc is.
static llvm::Expected<std::string> findDriver() {
  static constexpr StringRef usual[] = {"clang-22", "clang", "cc", "gcc"};
  if (auto asked = llvm::sys::Process::GetEnv("SPINDLE_CC")) {
    if (auto path = llvm::sys::findProgramByName(*asked))
      return *path;
    return llvm::createStringError(
        "expected SPINDLE_CC to name a C compiler but got '" + *asked + "'");
  }
  for (StringRef name : usual)
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return llvm::createStringError(
      "expected a C compiler to link with (SPINDLE_CC, clang-22, clang, cc or "
      "gcc) but got none");
}

/// The first line of the file `path`; empty where there is none.
static std::string readFirstLine(StringRef path) {
  auto text = llvm::MemoryBuffer::getFile(path);
  return text ? (*text)->getBuffer().trim().split('\n').first.str() : "";
}

/// Runs `words`, a command. Error: it fails; what it says goes to `log`.
static llvm::Error runDriver(llvm::ArrayRef<StringRef> words, StringRef log) {
  std::optional<StringRef> redirects[] = {StringRef(), log, log};
  std::string fault;
  int status = llvm::sys::ExecuteAndWait(words.front(), words,
                                         /*Env=*/std::nullopt, redirects,
                                         /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &fault);
  if (status == 0)
    return llvm::Error::success();
  std::string said = fault.empty() ? readFirstLine(log) : fault;
  return llvm::createStringError(words.front() +
                                 ": expected a shared object but got: " + said);
}

/// Writes `text` to a new file in the folder for those that do not stay.
static llvm::Expected<UnfinishedFile> writeTemporary(StringRef suffix,
                                                     StringRef text) {
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

/// Links the object file `object` to the shared object `path`.
static llvm::Error link(StringRef object, const std::string &name,
                        bool isParallel, StringRef path) {
  llvm::Expected<std::string> driver = findDriver();
  if (!driver)
    return driver.takeError();
  llvm::Expected<UnfinishedFile> log = writeTemporary("log", "");
  if (!log)
    return log.takeError();
  std::string soname = "-soname=" + name;
  llvm::SmallVector<StringRef> words = {*driver, "-shared", "-o", path, object,
                                        // As one word: names may have commas.
                                        "-Xlinker", soname,
                                        // What is missing is told here and now.
                                        "-Wl,-z,defs", "-Wl,--as-needed"};
  if (isParallel)
    words.push_back("-lomp");
  words.push_back("-lm");
  return runDriver(words, log->path());
}

llvm::Error spindle::execution::writeSharedObject(mlir::ModuleOp module,
                                                  const SharedObjectPlan &plan,
                                                  const std::string &path) {
  llvm::Expected<std::string> code =
      emitObject(module, plan.cpu, plan.symbol, plan.isCancelled);
  if (!code)
    return code.takeError();
  llvm::Expected<UnfinishedFile> object = writeTemporary("o", *code);
  if (!object)
    return object.takeError();
  return link(object->path(), plan.name, isParallel(module), path);
}
