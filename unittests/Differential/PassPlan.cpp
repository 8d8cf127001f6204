//===- PassPlan.cpp - random sequences of passes --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassPlan.h"

#include "Orders.h"
#include "Random.h"

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Target/CPU/Passes.h"
#include "Spindle/Transforms/Positions/Passes.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::differential;

template <bool Strict> static void addIterToSCF(OpPassManager &pm) {
  ConvertIterToSCFPassOptions options;
  options.strict = Strict;
  pm.addNestedPass<func::FuncOp>(createConvertIterToSCFPass(options));
}

/// Passes that are legal at every stage.
static const std::vector<Step> kAnywhere = {
    {"spindle-canonicalize",
     [](OpPassManager &pm) { pm.addPass(createCanonicalizePass()); }},
    {"cse", [](OpPassManager &pm) { pm.addPass(createCSEPass()); }},
    {"loop-invariant-code-motion",
     [](OpPassManager &pm) {
       pm.addPass(createLoopInvariantCodeMotionPass());
     }},
    {"inline", [](OpPassManager &pm) { pm.addPass(createInlinerPass()); }},
    {"control-flow-sink",
     [](OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createControlFlowSinkPass());
     }},
    {"sccp", [](OpPassManager &pm) { pm.addPass(createSCCPPass()); }},
    {"symbol-dce",
     [](OpPassManager &pm) { pm.addPass(createSymbolDCEPass()); }},
    {"mem2reg",
     [](OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createMem2Reg());
     }},
    {"spindle-state-distinct-memory",
     [](OpPassManager &pm) {
       pm.addNestedPass<func::FuncOp>(createStateDistinctMemoryPass());
     }},
};

/// Whether a branch stands in another.
static bool hasNestedBranches(Operation *module) {
  return module
      ->walk([](scf::IfOp op) {
        return op->getParentOfType<scf::IfOp>() ? WalkResult::interrupt()
                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Upstream's pass crashes on some branches in others: it has its turn where
/// there are none, and nests are not yet loops and branches.
static const Step kRemoveDeadValues = {
    "remove-dead-values",
    [](OpPassManager &pm) { pm.addPass(createRemoveDeadValuesPass()); },
    [](Operation *module) { return !hasNestedBranches(module); }};

static const Step kReorder = {"orders of nests", addRandomOrders};

static const Step kChooseLookups = {
    "spindle-choose-lookups", [](OpPassManager &pm) {
      pm.addNestedPass<func::FuncOp>(createChooseLookupsPass());
    }};

static const Step kExpandSmallFloats = {
    "spindle-expand-small-floats", [](OpPassManager &pm) {
      pm.addNestedPass<func::FuncOp>(createExpandSmallFloatsPass());
    }};

/// Up to four steps; those of one stage alone are among them where it is given.
static void addSome(Random &random, std::vector<Step> &steps,
                    const Step *own = nullptr) {
  for (int64_t count = random.below(5); count > 0; --count) {
    if (own && random.chance(20))
      steps.push_back(*own);
    else
      steps.push_back(random.pick(kAnywhere));
  }
}

PassPlan spindle::differential::makePlan(uint64_t seed, bool strict) {
  Random random(seed);
  PassPlan plan;
  // Bodies may become a part of their callers before that or after it.
  const Step inlineCalls = {"spindle-inline-calls", [](OpPassManager &pm) {
                              pm.addPass(createInlineCallsPass());
                            }};
  if (seed % 3 != 0)
    plan.coordinates.push_back(inlineCalls);
  plan.coordinates.push_back({"convert-generic-to-iter", [](OpPassManager &pm) {
                                pm.addNestedPass<func::FuncOp>(
                                    createConvertGenericToIterPass());
                              }});
  if (seed % 3 == 0)
    plan.coordinates.push_back(inlineCalls);
  addSome(random, plan.coordinates, &kRemoveDeadValues);
  plan.coordinates.push_back({"spindle-expand-tensors", [](OpPassManager &pm) {
                                pm.addPass(createExpandTensorsPass());
                              }});
  addSome(random, plan.coordinates, &kRemoveDeadValues);
  if (seed % 2 == 0)
    plan.coordinates.push_back(kReorder);
  plan.positions.push_back(
      {strict ? "convert-iter-to-scf{strict}" : "convert-iter-to-scf",
       strict ? addIterToSCF<true> : addIterToSCF<false>});
  addSome(random, plan.positions, &kChooseLookups);
  plan.loops.push_back({"convert-sparse-to-memref", [](OpPassManager &pm) {
                          pm.addNestedPass<func::FuncOp>(
                              createConvertSparseToMemRefPass());
                        }});
  addSome(random, plan.loops, &kExpandSmallFloats);
  return plan;
}

std::string spindle::differential::describe(const std::vector<Step> &steps) {
  std::string text;
  for (const Step &step : steps)
    text += (text.empty() ? "" : ", ") + step.name;
  return text;
}
