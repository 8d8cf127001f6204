//===- Isolated.h - runs a program in a process of its own ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_ISOLATED_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_ISOLATED_H

#include "Runner.h"

#include <cstdio>
#include <sys/types.h>

namespace spindle::differential {

/// A run in a process of its own, so that a crash, or a program that never
/// ends, is a verdict like any other.
struct IsolatedRun {
  pid_t process = 0;
  /// Where the process leaves its verdict and its error output.
  std::FILE *verdict = nullptr, *output = nullptr;
};

/// Starts to run `program`; `context` has loaded all its dialects.
IsolatedRun startIsolated(mlir::MLIRContext &context, const Case &program,
                          bool compile);

/// The verdict of a run whose process ended with `status`.
Verdict finishIsolated(IsolatedRun &run, int status);

/// Runs `program` in a process of its own.
Verdict runIsolated(mlir::MLIRContext &context, const Case &program,
                    bool compile);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_ISOLATED_H
