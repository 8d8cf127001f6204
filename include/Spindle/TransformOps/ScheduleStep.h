//===- ScheduleStep.h - a step of a schedule, to be watched -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation of a schedule that may change the program does so in an action
// of MLIR, so that who registers a handler sees the program before and after.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_SCHEDULESTEP_H
#define SPINDLE_TRANSFORMOPS_SCHEDULESTEP_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/Action.h"

#include <optional>

namespace spindle {

/// That an operation of a schedule is applied.
class ScheduleStepAction
    : public mlir::tracing::ActionImpl<ScheduleStepAction> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleStepAction)
  static constexpr llvm::StringLiteral tag = "schedule-step";

  ScheduleStepAction(llvm::ArrayRef<mlir::IRUnit> units, mlir::Operation *step,
                     mlir::Operation *program)
      : ActionImpl(units), step(step), program(program) {}

  /// The operation of the schedule.
  mlir::Operation *getStep() const { return step; }
  /// All that the schedule is applied to.
  mlir::Operation *getProgram() const { return program; }

private:
  mlir::Operation *step, *program;
};

namespace transform_ops {

/// An operation that may change the program, by its method `applyStep`.
template <typename ConcreteOp>
class ScheduleStepTrait
    : public mlir::OpTrait::TraitBase<ConcreteOp, ScheduleStepTrait> {
public:
  mlir::DiagnosedSilenceableFailure
  apply(mlir::transform::TransformRewriter &rewriter,
        mlir::transform::TransformResults &results,
        mlir::transform::TransformState &state) {
    auto op = llvm::cast<ConcreteOp>(this->getOperation());
    std::optional<mlir::DiagnosedSilenceableFailure> done;
    auto apply = [&] { done.emplace(op.applyStep(rewriter, results, state)); };
    op->getContext()->template executeAction<ScheduleStepAction>(
        apply, {op.getOperation(), state.getTopLevel()}, op.getOperation(),
        state.getTopLevel());
    if (!done)
      return mlir::emitDefiniteFailure(op.getOperation())
             << "expected a step to be applied but it was skipped";
    return std::move(*done);
  }
};

} // namespace transform_ops
} // namespace spindle

#endif // SPINDLE_TRANSFORMOPS_SCHEDULESTEP_H
