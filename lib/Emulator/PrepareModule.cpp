//===- PrepareModule.cpp - reads a module for the emulator ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrepareModule.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;
using namespace spindle::emulator;

static Error makeError(const Twine &text) {
  return createStringError(inconvertibleErrorCode(), text);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Expected<std::unique_ptr<llvm::Module>> parse(StringRef image,
                                                     LLVMContext &context) {
  SMDiagnostic diagnostic;
  auto module = parseIR(MemoryBufferRef(image, "image"), diagnostic, context);
  if (!module)
    return makeError("expected LLVM bitcode or text but got: " +
                     diagnostic.getMessage());
  if (!module->getTargetTriple().isNVPTX())
    return makeError("expected a module for nvptx64 but got one for '" +
                     module->getTargetTriple().str() + "'");
  std::string text;
  raw_string_ostream stream(text);
  if (verifyModule(*module, &stream))
    return makeError("expected a valid module but got: " + text);
  return module;
}

static std::string findLibdevice(const Options &options) {
  if (!options.libdevice.empty())
    return options.libdevice;
  for (const char *variable : {"CUDA_HOME", "CUDA_ROOT", "CUDA_PATH", ""}) {
    const char *root = *variable ? getenv(variable) : "/usr/local/cuda";
    if (!root || !*root)
      continue;
    SmallString<128> path(root);
    sys::path::append(path, "nvvm", "libdevice", "libdevice.10.bc");
    if (sys::fs::exists(path))
      return std::string(path);
  }
  return "";
}

static bool needsLibdevice(const llvm::Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isDeclaration() && function.getName().starts_with("__nv_");
  });
}

static Error linkLibdevice(llvm::Module &module, const Options &options) {
  std::string path = findLibdevice(options);
  SMDiagnostic diagnostic;
  auto library = parseIRFile(path, diagnostic, module.getContext());
  if (!library)
    return makeError("expected CUDA's libdevice.10.bc for functions __nv_*, in "
                     "the toolkit that CUDA_HOME names, but got none");
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  if (Linker::linkModules(module, std::move(library),
                          Linker::Flags::LinkOnlyNeeded))
    return makeError("expected libdevice.10.bc to link but it does not");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

static bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::PTX_Kernel;
}

/// Has all functions that are no kernels inlined. Whether there are any.
static bool markForInlining(llvm::Module &module) {
  bool any = false;
  for (Function &function : module) {
    if (function.isDeclaration() || isKernel(function))
      continue;
    any = true;
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    function.addFnAttr(Attribute::AlwaysInline);
    function.setLinkage(GlobalValue::InternalLinkage);
  }
  return any;
}

static Error runPasses(llvm::Module &module, TargetMachine &device,
                       StringRef text) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder(&device);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, text))
    return error;
  passes.run(module, modules);
  return Error::success();
}

/// Makes loops of copies and fills.
static void expandMemoryIntrinsics(Function &function, TargetMachine &device) {
  SmallVector<MemIntrinsic *> found;
  for (Instruction &instruction : instructions(function))
    if (auto *memory = dyn_cast<MemIntrinsic>(&instruction))
      found.push_back(memory);
  TargetTransformInfo info = device.getTargetTransformInfo(function);
  for (MemIntrinsic *memory : found) {
    if (auto *copy = dyn_cast<MemCpyInst>(memory))
      expandMemCpyAsLoop(copy, info);
    else if (auto *move = dyn_cast<MemMoveInst>(memory))
      expandMemMoveAsLoop(move, info);
    else if (auto *set = dyn_cast<MemSetInst>(memory))
      expandMemSetAsLoop(set);
    memory->eraseFromParent();
  }
}

static Error inlineCalls(llvm::Module &module, TargetMachine &device) {
  bool reflects = module.getFunction("__nvvm_reflect") ||
                  module.getFunction("llvm.nvvm.reflect");
  if (reflects)
    if (Error error = runPasses(module, device, "nvvm-reflect"))
      return error;
  if (!markForInlining(module))
    return Error::success();
  if (Error error = runPasses(
          module, device,
          "always-inline,globaldce,function(sroa,early-cse,simplifycfg,"
          "instcombine<no-verify-fixpoint>,simplifycfg)"))
    return error;
  for (Function &function : module)
    if (!function.isDeclaration() && !isKernel(function))
      return makeError("expected a function that can be inlined but got '" +
                       function.getName() + "'");
  return Error::success();
}

Expected<std::unique_ptr<llvm::Module>>
spindle::emulator::prepareModule(StringRef image, LLVMContext &context,
                                 const Options &options,
                                 TargetMachine &device) {
  auto module = parse(image, context);
  if (!module)
    return module.takeError();
  (*module)->setDataLayout(device.createDataLayout());
  (*module)->setTargetTriple(device.getTargetTriple());
  if (needsLibdevice(**module))
    if (Error error = linkLibdevice(**module, options))
      return error;
  if (Error error = inlineCalls(**module, device))
    return error;
  // As the code generator for these GPUs does.
  if (Error error =
          runPasses(**module, device,
                    "function(infer-address-spaces,load-store-vectorizer,"
                    "scalarize-masked-mem-intrin)"))
    return error;
  for (Function &function : **module)
    if (!function.isDeclaration())
      expandMemoryIntrinsics(function, device);
  if (Error error = runPasses(**module, device, "function(lower-switch)"))
    return error;
  return module;
}
