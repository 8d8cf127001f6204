//===- Batch.h - many command lines in one process ---------------*- C++
//-*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_BATCH_H
#define SPINDLE_TOOLS_SPARSE_RUN_BATCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace spindle::run {

/// What runs the arguments after the program's name; gives the exit status.
using RunArguments = llvm::function_ref<int(llvm::ArrayRef<const char *>)>;

/// Has `run` run each line of `file`, or of stdin where that is "-", and prints
/// a line of JSON of each on stdout. A process that is forked for it runs the
/// line, so that what a line does, or dies of, does not touch the next one, and
/// starting and linking a process are paid once. Gives the greatest exit
/// status. Errors: a file that cannot be read, a process that cannot be had.
llvm::Expected<int> runBatch(llvm::StringRef file, RunArguments run);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_BATCH_H
