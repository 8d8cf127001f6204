//===- Signals.cpp - what signals do to a run -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signals.h"

#include "Colors.h"
#include "Progress.h"
#include "Spindle/Runtime/IO/UnfinishedFile.h"
#include "llvm/ADT/STLExtras.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace spindle::run;
using spindle::runtime::UnfinishedFile;

/// The signals by which the processor tells of a fault.
static constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Writes `text` to stderr from a handler of a signal.
static void writeError(llvm::StringRef text) {
  ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  (void)written;
}

/// Ends the process by `signal`, as it would end without a handler: a shell
/// knows from that to go no further, and gives the status 128 + `signal`.
static void endBySignal(int signal) {
  endProgress();
  // A linker that goes on would write its file again.
  while (waitpid(-1, nullptr, 0) > 0)
    ;
  UnfinishedFile::removeAll();
  if (signal == SIGINT)
    writeError("interrupted\n");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void spindle::run::handleSignals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // What the caller has us ignore, as nohup does, stays ignored.
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, endBySignal) == SIG_IGN)
      std::signal(signal, SIG_IGN);
}

/// Reports a fault and ends the process.
static void endByFault(int) {
  endProgress();
  UnfinishedFile::removeAll();
  writeError(getErrorHead());
  writeError("expected a program that is defined for these operands but got a "
             "fault while it ran; --check says what is not\n");
  _exit(2);
}

/// Reports what the program found undefined and ends the process.
static void endByCheck(const char *text) {
  endProgress();
  UnfinishedFile::removeAll();
  printError(text);
  llvm::errs().flush();
  _exit(2);
}

FaultScope::FaultScope()
    : earlierHandler(spindle::runtime::setCheckHandler(endByCheck)) {
  // A stack that has run over has no room for the handler.
  alignas(16) static char room[1 << 16];
  stack_t stack = {};
  stack.ss_sp = room;
  stack.ss_size = sizeof(room);
  sigaltstack(&stack, &earlierStack);
  struct sigaction action = {};
  action.sa_handler = endByFault;
  action.sa_flags = SA_ONSTACK;
  for (int signal : faults)
    sigaction(signal, &action, &earlier.emplace_back());
}

FaultScope::~FaultScope() {
  spindle::runtime::setCheckHandler(earlierHandler);
  for (auto [signal, action] : llvm::zip_equal(faults, earlier))
    sigaction(signal, &action, nullptr);
  sigaltstack(&earlierStack, nullptr);
}
