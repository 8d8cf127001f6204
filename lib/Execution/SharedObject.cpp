//===- SharedObject.cpp - code for other programs -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/SharedObject.h"

#include "InspectRuntime.h"
#include "Spindle/Execution/Commands.h"
#include "Spindle/Execution/Translate.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace spindle::execution;
using llvm::StringRef;
using spindle::runtime::UnfinishedFile;

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

/// The runtime for GPUs, in C.
static constexpr llvm::StringLiteral gpuRuntime =
#include "GpuRuntime.inc"
    ;

namespace {
/// What goes into an object.
struct LinkParts {
  bool isParallel, forDevice, inspects;
};
} // namespace

/// Links the files `objects` to the shared object `path`, and compiles those
/// that are in C, where it is for a GPU.
static llvm::Error link(llvm::ArrayRef<StringRef> objects,
                        const std::string &name, LinkParts parts,
                        StringRef path) {
  llvm::Expected<std::string> driver = findDriver();
  if (!driver)
    return driver.takeError();
  std::string soname = "-soname=" + name;
  llvm::SmallVector<StringRef> words = {*driver, "-shared", "-o", path};
  llvm::append_range(words, objects);
  llvm::append_range(
      words, llvm::ArrayRef<StringRef>{// As one word: names may have commas.
                                       "-Xlinker", soname,
                                       // What is missing is told here and now.
                                       "-Wl,-z,defs", "-Wl,--as-needed"});
  if (parts.forDevice)
    llvm::append_range(words, llvm::ArrayRef<StringRef>{
                                  "-std=c11", "-D_GNU_SOURCE", "-O2", "-fPIC",
                                  "-fvisibility=hidden", "-ldl", "-lpthread"});
  if (parts.isParallel)
    words.push_back("-lomp");
  if (parts.inspects)
    words.push_back("-lstdc++");
  words.push_back("-lm");
  return runCommand(words, "a shared object");
}

llvm::Expected<ObjectCode>
spindle::execution::compileObject(mlir::ModuleOp module,
                                  const SharedObjectPlan &plan) {
  llvm::Expected<std::string> code =
      emitObject(module, plan.cpu, plan.symbols, plan.isCancelled);
  if (!code)
    return code.takeError();
  return ObjectCode{std::move(*code), isParallel(module), plan.forDevice,
                    plan.inspects};
}

llvm::Error
spindle::execution::writeSharedObject(llvm::ArrayRef<ObjectCode> objects,
                                      const std::string &name,
                                      const std::string &path) {
  std::vector<UnfinishedFile> files;
  auto add = [&](StringRef ending, StringRef text) -> llvm::Error {
    llvm::Expected<UnfinishedFile> file = writeTemporary(ending.str(), text);
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
    return llvm::Error::success();
  };
  for (const ObjectCode &object : objects)
    if (llvm::Error error = add("o", object.bytes))
      return error;
  auto anyOf = [&](bool ObjectCode::*part) {
    return llvm::any_of(objects,
                        [&](const ObjectCode &object) { return object.*part; });
  };
  LinkParts parts{anyOf(&ObjectCode::isParallel), anyOf(&ObjectCode::forDevice),
                  anyOf(&ObjectCode::inspects)};
  if (parts.forDevice)
    if (llvm::Error error = add("c", gpuRuntime))
      return error;
  if (parts.inspects)
    if (llvm::Error error = add("o", getInspectRuntime()))
      return error;
  llvm::SmallVector<StringRef> paths;
  for (const UnfinishedFile &file : files)
    paths.push_back(file.path());
  return link(paths, name, parts, path);
}
