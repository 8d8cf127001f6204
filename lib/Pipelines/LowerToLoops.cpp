//===- LowerToLoops.cpp - from coordinate space to plain loops ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The pipeline `spindle-lower-to-loops`, serial. Between any two lowerings
// stands a check that all of the program is in the stage that the next one
// expects: what a lowering left behind is reported there, by name, and not by
// whatever trips over it later.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"
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

void spindle::buildLowerToLoops(OpPassManager &pm, StopAt stop) {
  // Stage I. Look-ups become direct accesses first: a lowering that sees one
  // searches.
  pm.addPass(sparse::createExpandTensorsPass());
  cleanUp(pm);
  verify(pm, "coordinates");
  if (stop == StopAt::Iter)
    return;

  // Stage II. CSE leaves one question where several were asked; hoisting takes
  // those about roots out of the loops.
  pm.addNestedPass<func::FuncOp>(createConvertIterToSCFPass());
  cleanUp(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  verify(pm, "positions");
  if (stop == StopAt::SCF)
    return;

  // Stage III. Two loads of one position meet only here.
  pm.addNestedPass<func::FuncOp>(sparse::createStateDistinctMemoryPass());
  pm.addNestedPass<func::FuncOp>(createConvertSparseToMemRefPass());
  cleanUp(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  verify(pm, "loops");
}
