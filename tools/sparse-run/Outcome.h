//===- Outcome.h - what a run leaves behind ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_OUTCOME_H
#define SPINDLE_TOOLS_SPARSE_RUN_OUTCOME_H

#include "Job.h"
#include "Spindle/Session/OutputFiles.h"

namespace spindle::run {

/// Adds the report as JSON to `files`, where it goes to one. Error: a failure
/// of the system.
llvm::Error saveReport(const Job &job, OutputFiles &files);

/// Writes the operands (unless they are wrong), their storage, the pictures and
/// the report, together or not at all. Error: a failure of the system.
llvm::Error writeFiles(Job &job);

/// Prints the storage that the user asked for and the report. Where that goes
/// to stdout as JSON, the text goes to stderr.
void tellOutcome(const Job &job);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_OUTCOME_H
