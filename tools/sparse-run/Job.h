//===- Job.h - a command line and its session -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_JOB_H
#define SPINDLE_TOOLS_SPARSE_RUN_JOB_H

#include "Report.h"
#include "Spindle/Session/Session.h"

namespace spindle::run {

/// A command line, what does it, and what came of it.
struct Job {
  /// The session is told of by lines on the terminal.
  explicit Job(CommandLine commandLine);

  CommandLine line;
  Session session;
  Report report;
};

/// Has what `report` tells of the session be as it is now.
void fillReport(Job &job);

/// Checks the options against the program, chooses what is left open, compiles
/// and runs, and checks and times that as far as the command line asks for it.
/// Ends the process where the kernel faults. Errors: those of the session, an
/// output that cannot be written, more body runs than are checked.
llvm::Error runSteps(Job &job);

/// Gets those operands ready that are given, for what is chosen by data but
/// runs nothing.
llvm::Error openSamples(Job &job);

/// Explains what is compiled, where that is asked for.
llvm::Error explainProgram(Job &job);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_JOB_H
