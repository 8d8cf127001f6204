//===- Steps.h - the steps of a run -----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_STEPS_H
#define SPINDLE_TOOLS_SPARSE_RUN_STEPS_H

#include "Report.h"
#include "Spindle/Execution/Kernel.h"

namespace spindle::run {

/// A run, from its command line to its end.
struct Session {
  CommandLine line;
  std::unique_ptr<mlir::MLIRContext> context;
  Program program;
  llvm::SmallVector<Binding> bindings;
  std::vector<Operand> operands;
  std::optional<execution::Kernel> kernel;
  /// What the arguments of the compiled function are.
  mlir::ArrayAttr signature;
  std::optional<Reference> reference;
  Report report;
};

/// Loads the program, and the schedule that the user names. Errors: those of
/// `loadProgram`, `openSchedule` and `decompose`.
llvm::Error openProgram(Session &session);

/// Chooses what the user leaves open and what is compiled depends on: sizes
/// that it is for, and the schedule. Errors: those of `chooseSizes` and
/// `chooseSchedule`.
llvm::Error choose(Session &session);

/// Gets the operands ready, and checks the paths of the outputs. Errors: those
/// of `bindOperands`, `checkOutputPaths` and `loadOperands`.
llvm::Error openOperands(Session &session);

/// Gets those operands ready that are given, for what is chosen by data but
/// runs nothing. Errors: those of `bindGivenOperands` and `loadOperands`.
llvm::Error openSamples(Session &session);

/// Counts the body runs and the operations in them, where that is asked for.
/// Errors: those of the interpreter, and more body runs than are checked.
llvm::Error countBodies(Session &session);

/// Compiles the program. A copy of it is lowered: the program is interpreted
/// later. Errors: those of the passes and of LLVM.
llvm::Error compile(Session &session);

/// Explains what is compiled, where that is asked for. Errors: those of
/// `explain`.
llvm::Error explainProgram(Session &session);

/// Interprets the program, where that is asked for. It comes before the kernel
/// runs, because it survives what is undefined and reports it. Errors: those of
/// the interpreter.
llvm::Error interpretOnce(Session &session);

/// Runs the kernel once, and checks what it wrote. Ends the process where the
/// kernel faults. Errors: memory that cannot be had, those of conversions.
llvm::Error runOnce(Session &session);

/// Times the kernel, where that is asked for. Errors: those of `bench`.
llvm::Error measure(Session &session);

/// The operand called `name`, which there is.
const Operand &getOperand(const Session &session, llvm::StringRef name);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_STEPS_H
