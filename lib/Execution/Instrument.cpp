//===- Instrument.cpp - kernels under a sanitizer -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"

using namespace spindle;

#if LLVM_ADDRESS_SANITIZER_BUILD

static constexpr auto kMark = llvm::Attribute::SanitizeAddress;

/// Without a constructor, which would register constants: kernels have none
/// that are written by index.
static void addPasses(llvm::ModulePassManager &passes) {
  passes.addPass(llvm::AddressSanitizerPass(
      llvm::AddressSanitizerOptions(), /*UseGlobalGC=*/false,
      /*UseOdrIndicator=*/false, llvm::AsanDtorKind::None,
      llvm::AsanCtorKind::None));
}

#elif LLVM_THREAD_SANITIZER_BUILD

static constexpr auto kMark = llvm::Attribute::SanitizeThread;

static void addPasses(llvm::ModulePassManager &passes) {
  passes.addPass(
      llvm::createModuleToFunctionPassAdaptor(llvm::ThreadSanitizerPass()));
}

#else

static constexpr auto kMark = llvm::Attribute::None;

static void addPasses(llvm::ModulePassManager &) {}

#endif

void execution::markForSanitizer(llvm::Module &module) {
  if (kMark == llvm::Attribute::None)
    return;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(kMark);
    // Else ThreadSanitizer adds a way out for exceptions, and C++'s runtime.
    function.setDoesNotThrow();
  }
}

void execution::instrument(llvm::Module &module) {
  if (kMark == llvm::Attribute::None)
    return;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  addPasses(passes);
  passes.run(module, modules);
}
