//===- LowerToKernels.cpp - from programs to kernels of a GPU -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The pipelines `spindle-lower-to-nvvm` and `spindle-lower-to-rocdl`: plain
// loops with the parallel ones among them, a kernel for each of these, then
// upstream's conversions inside of the kernels. The host's functions keep their
// form: they launch. What differs between GPUs is asked of their description.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Pipelines/Passes.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Target/CPU/Passes.h"
#include "Spindle/Target/GPU/Chips.h"
#include "Spindle/Target/GPU/Passes.h"
#include "Spindle/Transforms/Loops/Passes.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

/// Has each module of kernels say which GPU it is for.
static void addTarget(OpPassManager &pm, const DeviceChoices &choices) {
  KernelCode code = describeCode(choices.chip);
  switch (code.dialect) {
  case KernelDialect::NVVM: {
    GpuNVVMAttachTargetOptions target;
    target.chip = choices.chip;
    target.optLevel = 3;
    pm.addPass(createGpuNVVMAttachTarget(target));
    return;
  }
  case KernelDialect::ROCDL: {
    GpuROCDLAttachTargetOptions target;
    target.chip = choices.chip;
    target.optLevel = 3;
    pm.addPass(createGpuROCDLAttachTarget(target));
    return;
  }
  }
}

/// Plain loops to launches of kernels, which are functions of a module of their
/// own. No folding stands between the two: it would pass memrefs again in place
/// of pointers, and constants instead of nothing.
static void addKernels(OpPassManager &pm, const DeviceChoices &choices) {
  ConvertForallToGPUPassOptions options;
  options.threads = choices.threads;
  options.indexBitwidth = choices.indexBitwidth == 32 ? 32 : 64;
  options.serial = choices.serial;
  options.rowBlocks = describeCode(choices.chip).rowBlocks;
  pm.addNestedPass<func::FuncOp>(createSinkConditionsPass());
  pm.addNestedPass<func::FuncOp>(createReuseWorkspacePass());
  pm.addPass(createConvertForallToGPUPass(options));
  pm.addPass(createGpuKernelOutliningPass());
  // The host's code is for any processor.
  FuseMultiplyAddPassOptions onHost;
  onHost.fused = false;
  pm.addNestedPass<func::FuncOp>(createFuseMultiplyAddPass(onHost));
  addTarget(pm, choices);
  pm.addPass(createMarkKernelArgumentsPass());
  pm.addPass(createAllocateWorkspacePass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizePass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
}

/// Vectors as those of a lane. Products of small matrices are operations on
/// vectors of one dimension first.
static void addLanes(OpPassManager &kernels, const Target &target,
                     KernelDialect dialect) {
  // Ids that nothing uses would name lanes.
  kernels.addNestedPass<gpu::GPUFuncOp>(createCSEPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createLowerContractionsPass());
  if (target.fusedMultiplyAdd)
    kernels.addNestedPass<gpu::GPUFuncOp>(createFuseMultiplyAddPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createUnmaskSumsPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createSpreadLanesPass());
  kernels.addPass(createCanonicalizePass());
  kernels.addPass(createCSEPass());
  if (dialect == KernelDialect::NVVM)
    kernels.addNestedPass<gpu::GPUFuncOp>(createDotInstructionsPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createLowerLaneVectorsPass());
  kernels.addPass(createCanonicalizePass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createShortenLaneLoopsPass());
  kernels.addPass(createCanonicalizePass());
}

/// What neither a maker's dialect nor its device library has. All GPUs that are
/// left compute with f16, and convert bf16.
static void addExpansions(OpPassManager &kernels,
                          const DeviceChoices &choices) {
  kernels.addPass(createExpandAtomicUpdatesPass());
  math::MathExpandOpsPassOptions math;
  math.opMnemonics = {"clampf"};
  kernels.addPass(math::createMathExpandOpsPass(math));
  kernels.addPass(createConvertComplexToStandardPass());
  ExpandSmallFloatsPassOptions floats;
  floats.f16 = SmallFloatSupport::Arithmetic;
  floats.bf16 = SmallFloatSupport::Conversions;
  kernels.addNestedPass<gpu::GPUFuncOp>(createExpandSmallFloatsPass(floats));
}

/// Kernels to functions of their maker's dialect. Functions of integers are
/// none of a device library's.
static void addMakersConversion(OpPassManager &kernels, KernelDialect dialect,
                                const DeviceChoices &choices) {
  switch (dialect) {
  case KernelDialect::NVVM: {
    ConvertGpuOpsToNVVMOpsOptions options;
    options.indexBitwidth = choices.indexBitwidth;
    options.useBarePtrCallConv = true;
    kernels.addPass(createConvertGpuOpsToNVVMOps(options));
    kernels.addPass(createConvertMathToLLVMPass());
    kernels.addPass(createExactSquareRootsPass());
    kernels.addPass(createFmaInstructionsPass());
    return;
  }
  case KernelDialect::ROCDL: {
    ConvertGpuOpsToROCDLOpsOptions options;
    options.chipset = choices.chip;
    // Not math, whose own conversion would take what the device library has.
    options.allowedDialects = {"arith", "cf",     "complex", "func",
                               "index", "memref", "ub",      "vector"};
    options.indexBitwidth = choices.indexBitwidth;
    options.useBarePtrCallConv = true;
    kernels.addPass(createConvertGpuOpsToROCDLOps(options));
    kernels.addPass(createConvertMathToLLVMPass());
    return;
  }
  }
}

static void addConversions(OpPassManager &kernels,
                           const DeviceChoices &choices) {
  KernelCode code = describeCode(choices.chip);
  kernels.addPass(createSCFToControlFlowPass());
  ConvertAtomicUpdateToLLVMPassOptions updates;
  updates.indexBitwidth = choices.indexBitwidth;
  updates.scope = code.updateScope.str();
  updates.smallFloats = true;
  kernels.addPass(createConvertAtomicUpdateToLLVMPass(updates));
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(arith::createArithExpandOpsPass());
  addMakersConversion(kernels, code.dialect, choices);
  kernels.addPass(createCanonicalizePass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addNestedPass<LLVM::LLVMFuncOp>(createUnrollKernelLoopsPass());
  kernels.addNestedPass<LLVM::LLVMFuncOp>(createFreeRegistersPass());
  VerifyStagePassOptions verification;
  verification.stage = "llvm";
  kernels.addPass(createVerifyStagePass(verification));
}

static void addObjects(OpPassManager &pm, DeviceFormat format) {
  pm.addPass(createMergeKernelsPass());
  CheckKernelsPassOptions check;
  check.link = format == DeviceFormat::Object;
  pm.addPass(createCheckKernelsPass(check));
  GpuModuleToBinaryPassOptions options;
  options.compilationTarget = format == DeviceFormat::Object ? "bin" : "isa";
  pm.addPass(createGpuModuleToBinaryPass(options));
}

void spindle::buildLowerToKernels(OpPassManager &pm,
                                  const DeviceChoices &device,
                                  LoweringChoices choices) {
  choices.parallel = true;
  choices.target = describeNearestChip(device.chip);
  if (choices.cEntry)
    pm.addPass(createDescribeOperandsPass());
  buildLowerToLoops(pm, StopAt::Loops, choices);
  UnpackElementsPassOptions unpacking;
  // What a kernel unpacked would be in memory again.
  unpacking.blocks = false;
  pm.addNestedPass<func::FuncOp>(createUnpackElementsPass(unpacking));
  addKernels(pm, device);
  if (device.indexBitwidth == 0)
    pm.addPass(createVersionLaunchesPass());
  pm.addPass(createAlignLaunchesPass());
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  addLanes(kernels, choices.target, describeCode(device.chip).dialect);
  addExpansions(kernels, device);
  addConversions(kernels, device);
  if (!choices.cEntry)
    pm.addPass(createRemoveLabelsPass());
  if (device.format != DeviceFormat::Functions)
    addObjects(pm, device.format);
}
