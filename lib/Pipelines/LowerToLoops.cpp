//===- LowerToLoops.cpp - from coordinate space to plain loops ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The pipeline `spindle-lower-to-loops`. Between any two lowerings
// stands a check that all of the program is in the stage that the next one
// expects: what a lowering left behind is reported there, by name, and not by
// whatever trips over it later.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Dialect/Axis/Transforms/Passes.h"
#include "Spindle/Dialect/Iter/Transforms/Passes.h"
#include "Spindle/Dialect/Sparse/Transforms/Passes.h"
#include "Spindle/Pipelines/Passes.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

static void verify(OpPassManager &pm, StringRef stage) {
  VerifyStagePassOptions options;
  options.stage = stage.str();
  pm.addPass(createVerifyStagePass(options));
}

static void cleanUp(OpPassManager &pm) {
  // One load where there were two lets arithmetic on both fold.
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// Whether loops are divided among the threads of a CPU.
static bool hasWorkers(const LoweringChoices &choices) {
  return choices.parallel && choices.workers && !choices.checkMode;
}

/// Stage 0 to stage I: nests over axes made from memory. Look-ups become direct
/// accesses first: a lowering that sees one searches. Checks are of look-ups as
/// they are written: what they become would find no coordinate out of range.
static void addToCoordinates(OpPassManager &pm,
                             const LoweringChoices &choices) {
  pm.addNestedPass<func::FuncOp>(createConvertGenericToIterPass());
  pm.addPass(sparse::createExpandTensorsPass());
  if (choices.checkMode)
    pm.addPass(sparse::createInsertChecksPass());
  cleanUp(pm);
  verify(pm, "coordinates");
}

/// Stage I to stage II. CSE leaves one question where several were asked;
/// hoisting takes those about roots out of the loops, so that the look-ups that
/// are left in a loop depend on it. Loops are made parallel before a look-up
/// may be carried from one iteration to the next, and divided while axes can
/// still be asked where equal parts begin.
static void addToPositions(OpPassManager &pm, const LoweringChoices &choices) {
  ConvertIterToSCFPassOptions options;
  options.strict = choices.strict || choices.checkMode;
  pm.addNestedPass<func::FuncOp>(createConvertIterToSCFPass(options));
  cleanUp(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  if (choices.parallel && !choices.checkMode)
    pm.addNestedPass<func::FuncOp>(iter::createParallelizeLoopsPass());
  pm.addNestedPass<func::FuncOp>(axis::createChooseLookupsPass());
  if (hasWorkers(choices))
    pm.addPass(iter::createSplitIntoPartsPass());
  verify(pm, "positions");
}

void spindle::buildLowerToLoops(OpPassManager &pm, StopAt stop,
                                const LoweringChoices &choices) {
  addToCoordinates(pm, choices);
  if (stop == StopAt::Iter)
    return;
  addToPositions(pm, choices);
  if (stop == StopAt::SCF)
    return;

  // Stage III. Two loads of one position meet only here. Bodies of parallel
  // loops are moved when nothing is left to take out of them.
  pm.addNestedPass<func::FuncOp>(sparse::createStateDistinctMemoryPass());
  pm.addNestedPass<func::FuncOp>(createConvertSparseToMemRefPass());
  cleanUp(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  if (hasWorkers(choices))
    pm.addPass(iter::createOutlineParallelPass());
  verify(pm, "loops");
}
