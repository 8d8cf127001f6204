//===- LoweringSteps.cpp - the steps between the stages -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Stages/LoweringSteps.h"

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Transforms/Coordinates/Passes.h"
#include "Spindle/Transforms/Loops/Passes.h"
#include "Spindle/Transforms/Positions/Passes.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

static void verify(OpPassManager &pm, StringRef stage) {
  VerifyStagePassOptions options;
  options.stage = stage.str();
  pm.addPass(createVerifyStagePass(options));
}

static void cleanUp(OpPassManager &pm) {
  // One load where there were two lets arithmetic on both fold.
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizePass());
  pm.addPass(createCSEPass());
}

bool spindle::hasWorkers(const LoweringChoices &choices) {
  return choices.parallel && choices.target.worker == WorkerKind::Thread &&
         !choices.checkMode;
}

/// Axes are there up to the end of stage II; a program may begin in any stage
/// before. What is checked already stays as it is.
static void addLengthChecks(OpPassManager &pm, const LoweringChoices &choices) {
  if (choices.lengthChecks)
    pm.addPass(createAddLengthChecksPass());
}

/// Stage 0 to stage I: nests over axes made from memory. Callees come first: a
/// tensor is taken apart in the function whose argument it is. Look-ups become
/// direct accesses first: a lowering that sees one searches. What is constant
/// is compared with the arguments before these are not used any more. Checks
/// are of look-ups as they are written: what they become would find no
/// coordinate out of range.
static void addToCoordinates(OpPassManager &pm,
                             const LoweringChoices &choices) {
  pm.addPass(createInlineCallsPass());
  pm.addNestedPass<func::FuncOp>(createConvertGenericToIterPass());
  pm.addPass(createExpandTensorsPass());
  addLengthChecks(pm, choices);
  pm.addPass(createUseConstantsPass());
  if (choices.checkMode)
    pm.addPass(createInsertChecksPass());
  cleanUp(pm);
  verify(pm, "coordinates");
}

/// Stage I to stage II. CSE leaves one query where several were asked;
/// hoisting takes those about roots out of the loops, so that the look-ups that
/// are left in a loop depend on it.
static void addToPositions(OpPassManager &pm, const LoweringChoices &choices) {
  addLengthChecks(pm, choices);
  ConvertIterToSCFPassOptions options;
  options.strict = choices.strict || choices.checkMode;
  pm.addNestedPass<func::FuncOp>(createConvertIterToSCFPass(options));
  cleanUp(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
}

/// The end of stage II. Loops are made parallel before a look-up may be carried
/// from one iteration to the next, and divided while axes can still be asked
/// where equal chunks begin. A thread of a CPU runs a serial loop as well as
/// another; of a GPU, atomics are worth the thousands that would be idle.
static void addDivision(OpPassManager &pm, const LoweringChoices &choices) {
  ParallelizeLoopsPassOptions options;
  options.atomics = choices.target.worker == WorkerKind::Block;
  if (choices.parallel && !choices.checkMode)
    pm.addNestedPass<func::FuncOp>(createParallelizeLoopsPass(options));
  pm.addNestedPass<func::FuncOp>(createChooseLookupsPass());
  if (hasWorkers(choices))
    pm.addPass(createSplitIntoChunksPass());
}

/// Stage II to stage III. Two loads of one position meet only here. Bodies of
/// parallel loops are moved when nothing is left to take out of them.
static void addToLoops(OpPassManager &pm, const LoweringChoices &choices) {
  addLengthChecks(pm, choices);
  CallInspectorsPassOptions inspectors;
  inspectors.onDevice = choices.target.worker == WorkerKind::Block;
  inspectors.apart = choices.inspectors != InspectorUse::Inside;
  inspectors.forC = choices.cEntry;
  inspectors.whereLegal = choices.inspectors == InspectorUse::ApartWhereLegal;
  pm.addPass(createCallInspectorsPass(inspectors));
  // Of functions that were made to inspect.
  if (inspectors.apart)
    addLengthChecks(pm, choices);
  pm.addNestedPass<func::FuncOp>(createStateDistinctMemoryPass());
  ConvertSparseToMemRefPassOptions options;
  options.sizesOfMemory = choices.target.worker == WorkerKind::Block;
  pm.addNestedPass<func::FuncOp>(createConvertSparseToMemRefPass(options));
  cleanUp(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  if (hasWorkers(choices))
    pm.addPass(createOutlineParallelPass());
  verify(pm, "loops");
}

void spindle::addSteps(OpPassManager &pm, ProgramStage from, ProgramStage to,
                       const LoweringChoices &choices, bool divide) {
  if (from < ProgramStage::Coordinates && to >= ProgramStage::Coordinates)
    addToCoordinates(pm, choices);
  if (from < ProgramStage::Positions && to >= ProgramStage::Positions)
    addToPositions(pm, choices);
  if (from == ProgramStage::Loops)
    return;
  if (to == ProgramStage::Loops || (to == ProgramStage::Positions && divide))
    addDivision(pm, choices);
  if (to >= ProgramStage::Positions)
    verify(pm, "positions");
  if (to == ProgramStage::Loops)
    addToLoops(pm, choices);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// The stage that `op` by itself, or a type that it gives or takes, belongs to.
static ProgramStage findStage(Operation *op) {
  ProgramStage stage = ProgramStage::Loops;
  auto atMost = [&](ProgramStage limit) { stage = std::min(stage, limit); };
  auto see = [&](Type type) {
    if (isa<sparse::AnyTensorType>(type))
      atMost(ProgramStage::Tensors);
    else if (isa<axis::SiteType>(type))
      atMost(ProgramStage::Coordinates);
  };
  llvm::for_each(op->getOperandTypes(), see);
  llvm::for_each(op->getResultTypes(), see);
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    llvm::for_each(function.getArgumentTypes(), see);
  StringRef dialect = op->getName().getDialectNamespace();
  if (isa<sparse::GenericOp>(op))
    atMost(ProgramStage::Tensors);
  else if (isa<iter::NestOp, iter::YieldOp, sparse::FillOp,
               sparse::ExpectRangeOp>(op))
    atMost(ProgramStage::Coordinates);
  else if (dialect == "axis" || dialect == "sparse")
    atMost(ProgramStage::Positions);
  return stage;
}

ProgramStage spindle::findStage(ModuleOp module) {
  ProgramStage stage = ProgramStage::Loops;
  module.walk([&](Operation *op) { stage = std::min(stage, ::findStage(op)); });
  return stage;
}

LogicalResult spindle::lowerTo(ModuleOp module, ProgramStage to,
                               const LoweringChoices &choices, bool divide) {
  PassManager pm(module.getContext());
  addSteps(pm, findStage(module), to, choices, divide);
  if (choices.observe)
    choices.observe(pm);
  return pm.run(module);
}
