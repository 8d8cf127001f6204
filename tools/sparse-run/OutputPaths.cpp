//===- OutputPaths.cpp - where a command line has files written -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputPaths.h"

#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Save.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The directory that `file` is in.
static StringRef getDirectory(StringRef file) {
  StringRef directory = path::parent_path(file);
  return directory.empty() ? "." : directory;
}

/// Whether two paths lead to one file, existing or not.
static bool isSameFile(StringRef a, StringRef b) {
  if (fs::exists(a) || fs::exists(b))
    return fs::equivalent(a, b);
  return path::filename(a) == path::filename(b) &&
         fs::equivalent(getDirectory(a), getDirectory(b));
}

/// Checks that a file can be put at `file`.
static llvm::Error checkWritable(StringRef file) {
  StringRef directory = getDirectory(file);
  if (!fs::exists(directory))
    return fail(file + ": no such directory");
  if (!fs::is_directory(directory))
    return fail(file + ": expected a directory but got '" + directory + "'");
  if (fs::access(directory, fs::AccessMode::Write))
    return fail(file + ": expected a writable directory but got '" + directory +
                "'");
  if (!fs::exists(file))
    return llvm::Error::success();
  if (!fs::is_regular_file(file))
    return fail(file + ": expected a regular file to replace but got another "
                       "kind");
  if (fs::access(file, fs::AccessMode::Write))
    return fail(file + ": expected a file that may be replaced but got one "
                       "that is read-only");
  return llvm::Error::success();
}

namespace {

/// A file and what it is for.
struct Use {
  StringRef file;
  std::string role;
};

} // namespace

/// The files that are read.
static llvm::SmallVector<Use> getInputs(llvm::ArrayRef<Binding> bindings,
                                        StringRef program) {
  llvm::SmallVector<Use> inputs = {{program, "the program"}};
  for (const Binding &binding : bindings)
    if (binding.source.isFile())
      inputs.push_back(
          {binding.source.text, "the operand " + binding.spec->name});
  return inputs;
}

llvm::Error run::checkOutputPaths(llvm::ArrayRef<Binding> bindings,
                                  const CommandLine &line) {
  llvm::SmallVector<Use> outputs;
  for (const Binding &binding : bindings)
    if (!binding.output.empty())
      outputs.push_back({binding.output, "--out " + binding.spec->name});
  llvm::SmallVector<std::string> values;
  for (const Assignment &saved : line.storages)
    values.push_back(saved.text + "/" + saved.name + "_values.npy");
  for (auto [saved, file] : llvm::zip_equal(line.storages, values))
    outputs.push_back({file, "--save-storage " + saved.name});
  for (const Assignment &drawing : line.drawings)
    outputs.push_back({drawing.text, "--draw " + drawing.name});
  for (const Assignment &drawing : line.patterns)
    outputs.push_back({drawing.text, "--draw-pattern " + drawing.name});
  if (!line.json.empty() && line.json != "-")
    outputs.push_back({line.json, "--json"});
  std::string header = getHeaderPath(line.save);
  if (!line.save.empty()) {
    outputs.push_back({line.save, "--save"});
    outputs.push_back({header, "the header of --save"});
  }
  llvm::SmallVector<Use> others = getInputs(bindings, line.program);
  for (const Use &output : outputs) {
    if (llvm::Error error = checkWritable(output.file))
      return error;
    for (const Use &other : others)
      if (isSameFile(output.file, other.file))
        return fail("expected " + output.role +
                    " to be a file of its own but got '" + output.file +
                    "', which is that of " + other.role);
    others.push_back(output);
  }
  return llvm::Error::success();
}
