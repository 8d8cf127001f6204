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

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle::formatfuzz {

/// How a program is compiled.
struct CompileChoices {
  /// By the schedule that a strategy chooses; else straight.
  bool isScheduled = false;
  bool isStrict = false, checks = false;
  /// How many threads share the work; 1: serial code.
  int64_t workers = 1;
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
  std::string execute(const CompileChoices &choices);

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
  std::string lower(mlir::ModuleOp module, const CompileChoices &choices) const;
  std::string run(mlir::ModuleOp lowered, std::vector<Operand> &operands,
                  bool checks) const;

  mlir::MLIRContext &context;
  const Problem &problem;
  const ReadFormat &format;
  const StoredTensor &stored;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_PROGRAMRUN_H
