//===- Signals.h - what signals do to a run ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_SIGNALS_H
#define SPINDLE_TOOLS_SPARSE_RUN_SIGNALS_H

#include "Spindle/Runtime/Check/Checks.h"
#include "llvm/ADT/SmallVector.h"

#include <csignal>

namespace spindle::run {

/// Makes a signal that ends the process wipe out the progress and remove
/// unfinished files first, has that of Ctrl-C say "interrupted", and makes a
/// closed pipe and a file that grows too large errors of writing.
void handleSignals();

/// While it lives, a fault of the processor is one of the program that runs: it
/// is reported as an error, and the process ends as for bad input. So is what
/// the program itself reports as undefined.
class FaultScope {
public:
  FaultScope();
  FaultScope(const FaultScope &) = delete;
  FaultScope &operator=(const FaultScope &) = delete;
  /// Brings back the earlier handlers.
  ~FaultScope();

private:
  llvm::SmallVector<struct sigaction> earlier;
  stack_t earlierStack = {};
  runtime::CheckHandler earlierHandler;
};

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_SIGNALS_H
