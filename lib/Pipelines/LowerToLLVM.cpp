//===- LowerToLLVM.cpp - from plain loops to the LLVM dialect -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The pipeline `spindle-lower-to-llvm`, serial: `spindle-lower-to-loops`, then
// upstream's conversions in the order that each leaves no operation the next
// cannot take.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Pipelines/Pipelines.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

void spindle::buildLoopsToLLVM(OpPassManager &pm) {
  // While functions are still func.func: ask for the C interface.
  pm.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());

  // Structure: addresses of strided memory, then affine, then loops.
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());

  // Operations: expansions before conversions. Complex numbers become structs
  // of their parts, and math that LLVM lacks calls of libm.
  pm.addPass(createConvertComplexToStandardPass());
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());

  // What the conversions left between one another.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void spindle::buildLowering(OpPassManager &pm, StopAt stop) {
  buildLowerToLoops(pm, stop);
  if (stop == StopAt::LLVM)
    buildLoopsToLLVM(pm);
}

void spindle::registerPipelines() {
  PassPipelineRegistration<>(
      "spindle-lower-to-loops",
      "Lower nests over axes to plain loops on plain memory (serial)",
      [](OpPassManager &pm) { buildLowerToLoops(pm); });
  PassPipelineRegistration<>(
      "spindle-lower-to-llvm",
      "Lower nests over axes to the LLVM dialect (serial)",
      [](OpPassManager &pm) { buildLowering(pm, StopAt::LLVM); });
}
