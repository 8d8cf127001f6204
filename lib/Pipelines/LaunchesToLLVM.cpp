//===- LaunchesToLLVM.cpp - what launches kernels, to the LLVM dialect ----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The host's functions of a program for a GPU compute sizes and grids. Memrefs
// are pointers to kernels, as `convert-forall-to-gpu` passes them: of rank 0.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Target/GPU/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

void spindle::buildLaunchesToLLVM(OpPassManager &pm) {
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addNestedPass<func::FuncOp>(arith::createArithExpandOpsPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  GpuToLLVMConversionPassOptions options;
  options.kernelBarePtrCallConv = true;
  pm.addPass(createGpuToLLVMConversionPass(options));
  pm.addPass(createConvertLaunchesToCallsPass());
  pm.addPass(createCanonicalizePass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  VerifyStagePassOptions verification;
  verification.stage = "llvm";
  pm.addPass(createVerifyStagePass(verification));
  pm.addPass(createEmitCEntryPass());
}

void spindle::registerLaunchesToLLVM() {
  PassPipelineRegistration<>(
      "spindle-lower-launches-to-llvm",
      "Lower what launches kernels to the LLVM dialect, with C functions",
      [](OpPassManager &pm) { buildLaunchesToLLVM(pm); });
}
