//===- Runner.h - runs a program in every way -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_RUNNER_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_RUNNER_H

#include "Case.h"

#include "mlir/IR/MLIRContext.h"

namespace spindle::differential {

/// What came of running a case in every way.
struct Verdict {
  /// What differs, or what failed; empty where all agree.
  std::string fault;
  /// How often bodies of nests ran.
  int64_t bodyRuns = 0;
};

/// Makes `context` know all that programs and their lowerings are made of.
void prepareContext(mlir::MLIRContext &context);

/// Runs the program by the interpreter, as it is and after each lowering, and
/// compiled, each on a copy of the arguments, and compares what is in memory
/// then: bit for bit, but that all NaN are one.
Verdict runCase(mlir::MLIRContext &context, const Case &program);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_RUNNER_H
