//===- ProgramRun.h - programs on tensors in any format ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_PROGRAMRUN_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_PROGRAMRUN_H

#include "Reference.h"
#include "StorageLaws.h"

#include "Spindle/Conversion/Stages/LoweringSteps.h"
#include "Spindle/Execution/Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle::formatfuzz {

/// How a program is compiled.
struct CompileChoices {
  /// By the schedule that a strategy chooses; else straight.
  bool isScheduled = false;
  /// Draws values of the schedule's knobs; none for those of the strategy.
  std::optional<uint64_t> knobSeed;
  bool isStrict = false, checks = false;
};

/// A program with its operands.
class ProgramRun {
public:
  /// Builds the program of `problem` for a tensor in `format`; `refusal` says
  /// why it has no form in it, if so.
  ProgramRun(mlir::MLIRContext &context, const Problem &problem,
             const ReadFormat &format, const StoredTensor &stored);

  /// Why there is no program; empty where there is one.
  std::string refusal;

  /// Runs the program by the interpreter and compares with the reference. Says
  /// what is wrong.
  std::string interpret();
  /// Compiles it and runs it in memory with nothing beside it, and compares.
  /// Without checks it is compiled for several threads too: what each number of
  /// threads makes of real numbers has to have the bits of serial code.
  std::string execute(const CompileChoices &options);

private:
  struct Operand {
    const programs::ProgramArgument *argument;
    runtime::DType dtype;
    /// Those of the sparse operand or of one that shares its structure; one
    /// that holds all values where it is dense.
    std::vector<runtime::Storage> parts;
    bool isComposite = false;
  };

  std::vector<Operand> makeOperands() const;
  std::vector<runtime::Storage>
  makeParts(const programs::ProgramArgument &argument,
            runtime::DType dtype) const;
  std::string compare(const std::vector<Operand> &operands) const;
  std::string compareOnPattern(const Operand &operand,
                               const Result &expected) const;
  /// The operands with real numbers instead of small whole ones.
  std::vector<Operand> makeReals() const;
  static std::string compareBits(const std::vector<Operand> &found,
                                 const std::vector<Operand> &expected);

  /// A program that is compiled.
  struct Code {
    std::optional<execution::Kernel> kernel;
    mlir::ArrayAttr signature;
  };

  /// Sets the schedule that is chosen for `threads` threads.
  std::string schedule(const CompileChoices &options, int64_t threads,
                       LoweringChoices &choices) const;
  /// Compiles the program; `code` stays empty where it would be too large.
  std::string compile(const LoweringChoices &choices, Code &code) const;
  std::string run(const Code &code, std::vector<Operand> &operands) const;
  std::string compareThreads(const CompileChoices &options,
                             LoweringChoices choices, const Code &serial) const;

  mlir::MLIRContext &context;
  const Problem &problem;
  const ReadFormat &format;
  const StoredTensor &stored;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_PROGRAMRUN_H
