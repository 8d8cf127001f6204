//===- Program.h - a program to run -----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_PROGRAM_H
#define SPINDLE_SESSION_PROGRAM_H

#include "Spindle/Advisor/Advisor.h"
#include "Spindle/Pipelines/SizeVersions.h"
#include "Spindle/Plans/Plan.h"
#include "Spindle/Schedule/Schedule.h"
#include "Spindle/Session/Divided.h"
#include "Spindle/Session/Kept.h"
#include "Spindle/Session/Options.h"
#include "Spindle/Session/ProgramOperands.h"
#include "Spindle/Session/SourceTexts.h"
#include "Spindle/Strategy/Strategy.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle::session {

/// Keeps what is reported in a context while it lives.
class DiagnosticKeeper {
public:
  /// Has `watcher`, which may be null, note warnings.
  explicit DiagnosticKeeper(mlir::MLIRContext *context,
                            const Watcher *watcher = nullptr);

  /// The first error reported, as "file:line:col: text", with its notes on
  /// lines of their own; `otherwise` where nothing was reported.
  llvm::Error takeError(const llvm::Twine &otherwise);

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

/// A context that knows every dialect that a program may use or is lowered to.
std::unique_ptr<mlir::MLIRContext> createContext();

/// What is advised on the format of an operand.
struct FormatAdvice {
  std::string operand;
  /// What was looked at.
  runtime::PatternStatistics matrix;
  advisor::Work work;
  advisor::Advice advice;
  /// How long it took.
  double seconds = 0;
};

/// A program in the stage `tensors` or `coordinates` and what it says of its
/// operands.
struct Program {
  /// The name by which it ships, or the file.
  std::string name;
  /// The first sentence of the leading comment; empty without one.
  std::string summary;
  /// It was built for elements of f32 since neither the options nor a file say
  /// another type.
  bool hasUsualType = false;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The module to interpret: as it was before callees became a part of their
  /// callers, or on builtin tensors; null where nothing else than `module` was
  /// written, or where that takes other operands.
  mlir::OwningOpRef<mlir::ModuleOp> written;
  /// The function to run.
  mlir::func::FuncOp entry;
  /// The name of that function.
  std::string entryName;
  /// One per argument of the function.
  std::vector<OperandSpec> operands;
  /// The formats that were chosen, where they were left open.
  std::vector<FormatAdvice> advice;
  /// The operands that have a part of a larger array.
  std::vector<KeptOperand> kept;
  /// The operands that have a part of a weight; where there are any, the text
  /// of the program before that, with f64 in the place of all floats.
  std::vector<DividedPart> divided;
  std::string wide;
  /// What was planned for a model, where that was left open.
  std::optional<plans::Plan> plan;
  /// The dimensions that it is compiled for one size of, and their sizes.
  NamedSizes specialized;
  /// The sizes that it has versions for, beside the one for all sizes.
  std::vector<SizeVersion> versions;
  /// The schedule that it is compiled by; null for none.
  std::shared_ptr<Schedule> schedule;
  /// What was chosen, where that was left open.
  std::optional<Strategy> strategy;
  /// What it was chosen by.
  StrategyFacts facts;
};

/// Reads the program that `options` name or have the text of, to run the
/// function that they name (by default the only one not private), with what it
/// calls as a part of it. Errors: a name that is neither, a file that is no
/// program, no such function, one that returns something, a call that does not
/// fit, an operand that this tool does not hold. The text goes to `sources`.
llvm::Expected<Program> loadProgram(mlir::MLIRContext &context,
                                    const Options &options,
                                    SourceTexts &sources);

/// The module of the program that `options` name, as it was written. Errors:
/// those of reading and making it.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readModule(mlir::MLIRContext &context, const Options &options);

/// Has `program` run `function`, which is in its module. Error: an operand that
/// this tool does not hold.
llvm::Error setEntry(Program &program, mlir::func::FuncOp function);

/// The function of `program` to interpret, as it was written.
mlir::func::FuncOp getWritten(const Program &program);

} // namespace spindle::session

#endif // SPINDLE_SESSION_PROGRAM_H
