//===- Fragments.h - what schedules are put together from -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SCHEDULE_FRAGMENTS_H
#define SPINDLE_LIB_SCHEDULE_FRAGMENTS_H

#include "Spindle/Conversion/Stages/LoweringSteps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle {

/// The fragments that work in a stage.
struct StageFragments {
  ProgramStage stage;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// The fragments of schedules/fragments, from the first stage to the last.
std::vector<StageFragments> readFragments(mlir::MLIRContext *context);

/// Gives `module` the fragments that it includes and does not have.
void addFragments(mlir::ModuleOp module);

} // namespace spindle

#endif // SPINDLE_LIB_SCHEDULE_FRAGMENTS_H
