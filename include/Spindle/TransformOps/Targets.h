//===- Targets.h - what a transformation is applied to ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// How an operation of a schedule applies a transformation that refuses in
// words:
//
//   for each target of the handle
//     applied   what it gives takes the target's place in the result
//     refused   the schedule fails: cannot <what> loop over K of nest 'spmm':
//               <why>, in the program, and where the schedule asked for it; or,
//               `where_legal`, the target stays as it is and is not
//               in the result
//

#ifndef SPINDLE_TRANSFORMOPS_TARGETS_H
#define SPINDLE_TRANSFORMOPS_TARGETS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#include <string>

namespace spindle {

/// How a message names `target`: a loop by its dimensions and nest, a nest by
/// its name, a function by its symbol, or else the operation.
std::string describeTarget(mlir::Operation *target);

/// A failure of `op` at `target` that a schedule may go on after:
/// `cannot <action> <target>: <refusal>`, with a note at the operation of the
/// schedule.
mlir::DiagnosedSilenceableFailure
refuse(mlir::transform::TransformOpInterface op, mlir::Operation *target,
       llvm::StringRef action, llvm::StringRef refusal);

/// The operations that one target becomes, in the order of the results.
using Made = llvm::FailureOr<llvm::SmallVector<mlir::Operation *>>;

/// What a transformation gives for one target, or failure and why.
using TargetFunction =
    llvm::function_ref<Made(mlir::Operation *target, std::string &refusal)>;

/// Applies `apply`, which is called `action` in messages of `op`, to each of
/// `targets`, the last first, so that what is inside of another target comes
/// before it; appends what it gives to `results`, in the order of the targets.
/// Targets that `rewriter` has erased meanwhile are left out; null stands for
/// what was made and erased.
mlir::DiagnosedSilenceableFailure
applyToTargets(mlir::transform::TransformOpInterface op,
               mlir::RewriterBase &rewriter,
               llvm::ArrayRef<mlir::Operation *> targets,
               llvm::StringRef action, bool whereLegal, TargetFunction apply,
               llvm::SmallVectorImpl<mlir::Operation *> &results);

/// Sets the results of `op` from `made`, which has one operation, or null, for
/// each result of each target.
void setResults(mlir::Operation *op, llvm::ArrayRef<mlir::Operation *> made,
                mlir::transform::TransformResults &results);

/// Applies `apply` to the loops that `handle` names, and sets the results of
/// `op` from what it gives for each: one operation, or null, for each result.
mlir::DiagnosedSilenceableFailure
applyToLoops(mlir::transform::TransformOpInterface op, mlir::Value handle,
             mlir::RewriterBase &rewriter,
             mlir::transform::TransformState &state,
             mlir::transform::TransformResults &results, llvm::StringRef action,
             bool whereLegal,
             llvm::function_ref<Made(mlir::scf::ForOp, std::string &)> apply);

/// As many copies of a loop's body, or lanes of a vector, are made at most:
/// more is a slip, and would take all memory.
constexpr int64_t kMostCopies = 1024;

/// The number that the optional operand `param` of `op` stands for; `otherwise`
/// where there is none. Fails where it is not one integer of at least `least`
/// and at most `most`: beyond the default no loop has so many iterations.
mlir::DiagnosedSilenceableFailure
readParam(mlir::transform::TransformOpInterface op,
          mlir::transform::TransformState &state, mlir::Value param,
          llvm::StringRef name, int64_t least, int64_t otherwise,
          int64_t &number, int64_t most = int64_t(1) << 40);

} // namespace spindle

#endif // SPINDLE_TRANSFORMOPS_TARGETS_H
