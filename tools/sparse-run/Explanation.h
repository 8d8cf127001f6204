//===- Explanation.h - what was compiled, in words --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_EXPLANATION_H
#define SPINDLE_TOOLS_SPARSE_RUN_EXPLANATION_H

#include "LoopText.h"
#include "MachineCode.h"
#include "Operand.h"
#include "llvm/Support/JSON.h"

namespace spindle::run {

/// A program at a stage.
struct StageSize {
  /// The stage, as --emit calls it.
  llvm::StringLiteral name;
  /// The operations in it.
  int64_t operations;
};

/// How an operand is stored.
struct OperandSize {
  std::string name;
  /// What the program says of it, as --list prints it.
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
  /// The code of all its functions.
  MachineCode code;
  std::vector<OperandSize> operands;
};

/// What is told of the operands of `program`; `operands` are they in memory,
/// or none where no data was given.
std::vector<OperandSize> measureOperands(const Program &program,
                                         llvm::ArrayRef<Operand> operands);

/// A number of bytes in a unit in which it is a handy number.
std::string formatBytes(int64_t bytes);

/// Prints `explanation` for people.
void printExplanation(const Explanation &explanation,
                      llvm::raw_ostream &stream);

/// `explanation` as a JSON object.
llvm::json::Object toJson(const Explanation &explanation);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_EXPLANATION_H
