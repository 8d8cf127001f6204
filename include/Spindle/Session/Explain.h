//===- Explain.h - finds out what is compiled -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_EXPLAIN_H
#define SPINDLE_SESSION_EXPLAIN_H

#include "Spindle/Schedule/StepWatcher.h"
#include "Spindle/Session/LoopText.h"
#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Program.h"
#include "Spindle/Target/CPU/MachineCode.h"
#include "llvm/Support/JSON.h"

namespace spindle::session {

/// A program at a stage.
struct StageSize {
  /// The name of the stage: "positions".
  llvm::StringLiteral name;
  /// The operations in it.
  int64_t operations;
};

/// How an operand is stored.
struct OperandSize {
  std::string name;
  /// What the program says of it, in a line.
  std::string description;
  /// The bytes of the arrays of its structure (0 where it is another's) and of
  /// its values, and the share of values that are padding; nothing where no
  /// data was given, and for numbers.
  std::optional<int64_t> structureBytes, valueBytes;
  std::optional<double> padding;
};

/// What a program was compiled to.
struct Explanation {
  /// The stages that it goes through, in order.
  llvm::SmallVector<StageSize> stages;
  /// The loops of position space, in the order of the text.
  std::vector<LoopInfo> loops;
  /// The steps of its schedules, in the order in which they are applied.
  llvm::SmallVector<ScheduleStep> steps;
  /// The code of all its functions; nothing where it is kernels of a GPU.
  std::optional<MachineCode> code;
  std::vector<OperandSize> operands;
  /// What was planned for a model; nothing where it was not asked for.
  std::optional<plans::Plan> plan;
};

/// What is told of the operands of `program`; `operands` are they in memory,
/// or none where no data was given.
std::vector<OperandSize> measureOperands(const Program &program,
                                         llvm::ArrayRef<Operand> operands);

/// Lowers copies of `program`, as `options` ask, and tells what becomes of it.
/// Which loops may run in parallel is told for any number of threads. Errors:
/// those of the passes and of LLVM.
llvm::Expected<Explanation> explain(const Program &program,
                                    const Options &options);

/// `explanation` as JSON: operands, stages, loops, steps, instructions.
llvm::json::Object toJson(const Explanation &explanation);

} // namespace spindle::session

#endif // SPINDLE_SESSION_EXPLAIN_H
