//===- Optimize.cpp - what LLVM does to a kernel --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Optimize.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "llvm/Passes/PassBuilder.h"

using namespace spindle::execution;

/// The metadata of code whose loops a schedule has settled.
static constexpr llvm::StringLiteral kScheduled = "spindle.scheduled";

void spindle::execution::markScheduled(mlir::ModuleOp module,
                                       llvm::Module &code) {
  if (module->hasAttr(iter::IterDialect::kScheduleAttr))
    code.getOrInsertNamedMetadata(kScheduled);
}

/// Runs LLVM's pipeline of `level`; loops are unrolled and vectorized, or stay
/// as they are.
static void run(llvm::Module &code, llvm::TargetMachine &target,
                llvm::OptimizationLevel level, bool changesLoops) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = tuning.LoopInterleaving = changesLoops;
  tuning.LoopVectorization = tuning.SLPVectorization = changesLoops;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&target, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  builder.buildPerModuleDefaultPipeline(level).run(code, modules);
}

void spindle::execution::optimize(llvm::Module &code,
                                  llvm::TargetMachine &target) {
  bool scheduled = code.getNamedMetadata(kScheduled) != nullptr;
  run(code, target, llvm::OptimizationLevel::O3, /*changesLoops=*/!scheduled);
}

void spindle::execution::optimizeForDebugger(llvm::Module &code,
                                             llvm::TargetMachine &target) {
  run(code, target, llvm::OptimizationLevel::O1, /*changesLoops=*/false);
}
