//===- LoweringContext.h - what lowers inside of a schedule -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SCHEDULE_LOWERINGCONTEXT_H
#define SPINDLE_LIB_SCHEDULE_LOWERINGCONTEXT_H

#include "Spindle/Conversion/Stages/LoweringSteps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle {

/// How the pipeline that applies a schedule lowers, and what it keeps.
class LoweringContext : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoweringContext)

  /// For a pipeline of `choices` that ends at stage `stop`.
  LoweringContext(mlir::transform::TransformState &state,
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

} // namespace spindle

#endif // SPINDLE_LIB_SCHEDULE_LOWERINGCONTEXT_H
