//===- Batch.cpp - many command lines in one process ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batch.h"

#include "CommandLine.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"
#include "Spindle/Support/FileErrors.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/StringSaver.h"

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;

/// What a process that fails is told by: "open files: too many open files".
static llvm::Error failSystem(StringRef what) {
  return fail("expected to " + what +
              " but got: " + StringRef(std::strerror(errno)).lower());
}

namespace {

/// A file in memory that takes what a process prints.
class Capture {
public:
  Capture() : file(memfd_create("sparse-run", MFD_CLOEXEC)) {}
  Capture(const Capture &) = delete;
  Capture &operator=(const Capture &) = delete;
  ~Capture() { close(file); }

  /// Has the file stand for `stream` of this process. Says whether it does.
  bool redirect(int stream) const { return dup2(file, stream) >= 0; }

  /// What was printed.
  std::string read() const {
    std::string text(std::max<off_t>(lseek(file, 0, SEEK_END), 0), '\0');
    text.resize(std::max<ssize_t>(pread(file, text.data(), text.size(), 0), 0));
    return text;
  }

private:
  int file;
};

} // namespace

/// Runs `arguments` in this process, which was forked for them, and ends it.
[[noreturn]] static void runForked(llvm::ArrayRef<const char *> arguments,
                                   const Capture &output, const Capture &errors,
                                   RunArguments run) {
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  bool isReady = nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
                 output.redirect(STDOUT_FILENO) &&
                 errors.redirect(STDERR_FILENO);
  if (!isReady)
    _exit(EXIT_FAILURE);
  std::exit(run(arguments));
}

/// The status that a shell gives a process that ended like that.
static int getShellStatus(int status) {
  constexpr int bySignal = 128;
  return WIFSIGNALED(status) ? bySignal + WTERMSIG(status)
                             : WEXITSTATUS(status);
}

/// Runs the command line `text`, the `number`th one, in a process of its own,
/// and prints what came of it. Gives its exit status.
static llvm::Expected<int> runLine(StringRef text, int64_t number,
                                   RunArguments run) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(text, saver, words);
  Capture output, errors;
  llvm::outs().flush();
  pid_t process = fork();
  if (process < 0)
    return failSystem("fork");
  if (process == 0)
    runForked(words, output, errors, run);
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return failSystem("wait for a process");
  llvm::json::OStream json(llvm::outs());
  json.object([&] {
    json.attribute("line", number);
    json.attribute("status", getShellStatus(status));
    json.attribute("stdout", llvm::json::fixUTF8(output.read()));
    json.attribute("stderr", llvm::json::fixUTF8(errors.read()));
  });
  llvm::outs() << "\n";
  llvm::outs().flush();
  return getShellStatus(status);
}

/// Compiles a program that ships. Linking it is most of what a first run takes
/// beside later ones; forked processes have that done.
static llvm::Error warmUp() {
  auto line = parseCommandLine({"spmv", "--emit=asm"});
  if (!line)
    return line.takeError();
  Session session(*line);
  if (llvm::Error error = session.open())
    return error;
  return session.emit(*line->emit).takeError();
}

llvm::Expected<int> run::runBatch(StringRef file, RunArguments run) {
  std::ifstream opened;
  if (file != "-")
    opened.open(file.str());
  std::istream &lines = file == "-" ? std::cin : opened;
  if (!lines)
    return fail(file + ": " + describeReadError(getSystemError()));
  if (llvm::Error error = warmUp())
    return error;
  int greatest = 0;
  int64_t number = 0;
  for (std::string text; std::getline(lines, text);) {
    ++number;
    if (StringRef(text).trim().empty() || StringRef(text).starts_with("#"))
      continue;
    llvm::Expected<int> status = runLine(text, number, run);
    if (!status)
      return status;
    greatest = std::max(greatest, *status);
  }
  return greatest;
}
