//===- Run.h - a case while it is run in every way --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_RUN_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_RUN_H

#include "Arguments.h"
#include "PassPlan.h"
#include "Runner.h"

#include "Spindle/Execution/Kernel.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle::differential {

/// A case while it is run: what came so far, and the means of a way to run it.
/// Functions that are false have recorded a failure.
struct Run {
  mlir::MLIRContext &context;
  const Case &program;
  const Begun &begun;
  /// What the interpreter makes of the program as it is.
  Arguments expected;
  Verdict verdict;
  /// What the context reported.
  std::string diagnostics;
  /// What counts as equal to `expected`.
  Equality equality = Equality::Exact;

  /// Tells `begun` of a step.
  void begin(const std::string &step) const {
    if (begun)
      begun(step);
  }
  /// Records a failure of a way, of a sort; always false.
  bool fail(const std::string &way, const std::string &category,
            const std::string &fault);
  /// Runs the program as it is, whose outcome is the expected one.
  bool interpretOriginal(mlir::ModuleOp module);
  /// Interprets a copy of the module, and compares.
  bool interpret(const std::string &way, mlir::ModuleOp lowered);
  /// Compiles the module, plain loops, for the processor of `choices`.
  std::optional<execution::Kernel> compile(const std::string &way,
                                           mlir::ModuleOp module,
                                           const LoweringChoices &choices);
  /// Compiles the module, plain loops, runs it, and compares; if `parallel`, on
  /// each number of threads of `kThreads`.
  bool execute(const std::string &way, mlir::ModuleOp module,
               bool parallel = false);
  /// Runs `kernel` in memory with nothing beside it; `arguments` are then what
  /// is in memory.
  void runGuarded(const std::string &way, const execution::Kernel &kernel,
                  Arguments &arguments) const;
  /// Runs the steps one by one, each followed by the verifier.
  bool apply(const std::string &way, mlir::ModuleOp module,
             const std::vector<Step> &steps);
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_RUN_H
