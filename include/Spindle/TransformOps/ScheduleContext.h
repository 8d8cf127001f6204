//===- ScheduleContext.h - what a schedule is applied for -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_SCHEDULECONTEXT_H
#define SPINDLE_TRANSFORMOPS_SCHEDULECONTEXT_H

#include "Spindle/Pipelines/LoweringSteps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle {

/// What operations of a schedule know of the pipeline that applies it. One that
/// the interpreter of the transform dialect applies by itself has none: code is
/// then serial, for a processor of 128-bit vectors.
class ScheduleContext : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleContext)

  /// For a pipeline of `choices` that ends at stage `stop`.
  ScheduleContext(mlir::transform::TransformState &state,
                  LoweringChoices choices, ProgramStage stop)
      : Extension(state), choices(std::move(choices)), stop(stop) {}

  const LoweringChoices &getChoices() const { return choices; }

  /// Keeps `module` as it is where the next step would leave the last stage
  /// that is asked for, once.
  void keepBefore(mlir::ModuleOp module, ProgramStage next) {
    if (next > stop && !kept)
      kept = module.clone();
  }

  /// What was kept, or null.
  mlir::OwningOpRef<mlir::ModuleOp> takeKept() { return std::move(kept); }

private:
  LoweringChoices choices;
  ProgramStage stop;
  mlir::OwningOpRef<mlir::ModuleOp> kept;
};

/// The choices of the pipeline that applies the schedule of `state`, or the
/// default ones.
inline LoweringChoices
getChoices(const mlir::transform::TransformState &state) {
  auto *context = const_cast<mlir::transform::TransformState &>(state)
                      .getExtension<ScheduleContext>();
  return context ? context->getChoices() : LoweringChoices();
}

} // namespace spindle

#endif // SPINDLE_TRANSFORMOPS_SCHEDULECONTEXT_H
