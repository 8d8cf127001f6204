//===- LowerToLoops.cpp - from coordinate space to plain loops ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The pipeline `spindle-lower-to-loops`. What is rounded is decided before any
// schedule has changed the program. Between any two lowerings
// stands a check that all of the program is in the stage that the next one
// expects: what a lowering left behind is reported there, by name, and not by
// whatever trips over it later.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Pipelines/Pipelines.h"

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Schedule/ApplySchedule.h"
#include "Spindle/Transforms/Loops/Passes.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

/// The stage in which lowering up to `stop` leaves a program before the LLVM
/// dialect.
static ProgramStage getStage(StopAt stop) {
  switch (stop) {
  case StopAt::Coordinates:
    return ProgramStage::Coordinates;
  case StopAt::Positions:
    return ProgramStage::Positions;
  case StopAt::Loops:
  case StopAt::LLVM:
    return ProgramStage::Loops;
  }
  llvm_unreachable("a place to stop");
}

void spindle::buildLowerToLoops(OpPassManager &pm, StopAt stop,
                                const LoweringChoices &choices) {
  if (choices.target.fusedMultiplyAdd)
    pm.addPass(createDecideFusedProductsPass());
  bool hasSchedule = choices.schedule || !choices.scheduleSpec.empty() ||
                     !choices.knobs.empty();
  if (hasSchedule && !choices.checkMode)
    pm.addPass(createApplySchedulePass(choices, getStage(stop)));
  else
    addSteps(pm, ProgramStage::Tensors, getStage(stop), choices,
             /*divide=*/true);
  if (choices.affine && stop == StopAt::Loops) {
    pm.addNestedPass<func::FuncOp>(createRaiseToAffinePass());
    pm.addPass(createCanonicalizePass());
  }
}
