//===- Outcome.h - what a run leaves behind ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_OUTCOME_H
#define SPINDLE_TOOLS_SPARSE_RUN_OUTCOME_H

#include "OutputFiles.h"
#include "Steps.h"

namespace spindle::run {

/// Adds the report as JSON to `files`, where it goes to one. Error: a failure
/// of the system.
llvm::Error saveReport(const Session &session, OutputFiles &files);

/// Writes the operands (unless they are wrong), their storage, the pictures and
/// the report, together or not at all. Error: a failure of the system.
llvm::Error writeFiles(Session &session);

/// Prints the storage that the user asked for and the report. Where that goes
/// to stdout as JSON, the text goes to stderr.
void tellOutcome(const Session &session);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_OUTCOME_H
