//===- LowerToNVVM.cpp - from programs to kernels of an NVIDIA GPU --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The pipeline `spindle-lower-to-nvvm`: plain loops with the parallel ones
// among them, a kernel for each of these, then upstream's conversions inside of
// the kernels. The host's functions keep their form: they launch.
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
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

/// Plain loops to launches of kernels, which are functions of a module of their
/// own. No folding stands between the two: it would pass memrefs again in place
/// of pointers, and constants instead of nothing.
static void addKernels(OpPassManager &pm, const DeviceChoices &choices) {
  ConvertForallToGPUPassOptions options;
  options.threads = choices.threads;
  options.indexBitwidth = choices.indexBitwidth == 32 ? 32 : 64;
  options.serial = choices.serial;
  pm.addNestedPass<func::FuncOp>(createSinkConditionsPass());
  pm.addPass(createConvertForallToGPUPass(options));
  pm.addPass(createGpuKernelOutliningPass());
  pm.addPass(createMarkKernelArgumentsPass());
  pm.addPass(createAllocateWorkspacePass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
}

/// Vectors as those of a lane. Products of small matrices are operations on
/// vectors of one dimension first.
static void addLanes(OpPassManager &kernels, const Target &target) {
  // Ids that nothing uses would name lanes.
  kernels.addNestedPass<gpu::GPUFuncOp>(createCSEPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createLowerContractionsPass());
  if (target.fusedMultiplyAdd)
    kernels.addNestedPass<gpu::GPUFuncOp>(createFuseMultiplyAddPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createSpreadLanesPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createLowerLaneVectorsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addNestedPass<gpu::GPUFuncOp>(createShortenLaneLoopsPass());
  kernels.addPass(createCanonicalizerPass());
}

/// What neither NVVM nor CUDA's device library has. All GPUs that are left
/// compute with f16, and convert bf16.
static void addExpansions(OpPassManager &kernels,
                          const DeviceChoices &choices) {
  ExpandAtomicUpdatesPassOptions updates;
  updates.keepAligned = addsVectorsAtOnce(choices.chip);
  kernels.addPass(createExpandAtomicUpdatesPass(updates));
  math::MathExpandOpsPassOptions math;
  math.opMnemonics = {"clampf"};
  kernels.addPass(math::createMathExpandOpsPass(math));
  kernels.addPass(createConvertComplexToStandardPass());
  ExpandSmallFloatsPassOptions floats;
  floats.f16 = SmallFloatSupport::Arithmetic;
  floats.bf16 = SmallFloatSupport::Conversions;
  kernels.addNestedPass<gpu::GPUFuncOp>(createExpandSmallFloatsPass(floats));
}

static void addConversions(OpPassManager &kernels,
                           const DeviceChoices &choices) {
  kernels.addPass(createSCFToControlFlowPass());
  ConvertAtomicUpdateToLLVMPassOptions updates;
  updates.indexBitwidth = choices.indexBitwidth;
  updates.scope = "device";
  updates.smallFloats = true;
  updates.vectorSums = addsVectorsAtOnce(choices.chip);
  kernels.addPass(createConvertAtomicUpdateToLLVMPass(updates));
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(arith::createArithExpandOpsPass());
  ConvertGpuOpsToNVVMOpsOptions options;
  options.indexBitwidth = choices.indexBitwidth;
  options.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(options));
  // Functions of integers, which the device library does not have.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createExactSquareRootsPass());
  kernels.addPass(createFmaInstructionsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addNestedPass<LLVM::LLVMFuncOp>(createUnrollKernelLoopsPass());
  VerifyStagePassOptions verification;
  verification.stage = "llvm";
  kernels.addPass(createVerifyStagePass(verification));
}

static void addPTX(OpPassManager &pm) {
  pm.addPass(createMergeKernelsPass());
  pm.addPass(createCheckKernelsPass());
  GpuModuleToBinaryPassOptions options;
  options.compilationTarget = "isa";
  pm.addPass(createGpuModuleToBinaryPass(options));
}

void spindle::buildLowerToNVVM(OpPassManager &pm, const DeviceChoices &device,
                               LoweringChoices choices) {
  choices.parallel = true;
  choices.target = describeNearestChip(device.chip);
  if (choices.cEntry)
    pm.addPass(createDescribeOperandsPass());
  buildLowerToLoops(pm, StopAt::Loops, choices);
  addKernels(pm, device);
  if (device.indexBitwidth == 0)
    pm.addPass(createVersionLaunchesPass());
  pm.addPass(createAlignLaunchesPass());
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  addLanes(kernels, choices.target);
  addExpansions(kernels, device);
  addConversions(kernels, device);
  if (!choices.cEntry)
    pm.addPass(createRemoveLabelsPass());
  GpuNVVMAttachTargetOptions target;
  target.chip = device.chip;
  target.optLevel = 3;
  if (addsVectorsAtOnce(device.chip))
    target.features = "+ptx81";
  pm.addPass(createGpuNVVMAttachTarget(target));
  if (device.format == DeviceFormat::PTX)
    addPTX(pm);
}

namespace {
enum class IndexBits : int64_t { Auto = 0, Narrow = 32, Wide = 64 };

struct NVVMOptions : PassPipelineOptions<NVVMOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("the GPU, as sm_80"),
                           llvm::cl::init("sm_90")};
  Option<int64_t> threads{*this, "threads",
                          llvm::cl::desc("threads of a block, 1 to 1024"),
                          llvm::cl::init(128)};
  Option<IndexBits> indexBitwidth{
      *this, "index-bitwidth", llvm::cl::desc("bits of an index on the GPU"),
      llvm::cl::init(IndexBits::Auto),
      llvm::cl::values(
          clEnumValN(IndexBits::Auto, "auto", "as sizes say at each launch"),
          clEnumValN(IndexBits::Narrow, "32",
                     "where all memory has fewer than 2^31 elements"),
          clEnumValN(IndexBits::Wide, "64", "for any memory"))};
  Option<bool> serial{
      *this, "serial",
      llvm::cl::desc("have one thread run what no proof makes parallel"),
      llvm::cl::init(true)};
  Option<DeviceFormat> format{
      *this, "format", llvm::cl::desc("what becomes of the kernels"),
      llvm::cl::init(DeviceFormat::NVVM),
      llvm::cl::values(
          clEnumValN(DeviceFormat::NVVM, "nvvm", "functions in NVVM"),
          clEnumValN(DeviceFormat::PTX, "ptx", "an object that holds PTX"))};
  Option<bool> cEntry{
      *this, "c-entry",
      llvm::cl::desc("keep the labels of functions that are to be called from "
                     "C, for spindle-lower-launches-to-llvm"),
      llvm::cl::init(false)};
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("compute with no padding, even where finite operands "
                     "would not show it"),
      llvm::cl::init(false)};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("apply a schedule on the way: the name of a built-in one, "
                     "or FILE[:NAME]")};
  ListOption<std::string> knobs{
      *this, "knobs",
      llvm::cl::desc("values of the schedule's knobs, as NAME=VALUE")};
};
} // namespace

void spindle::registerLowerToNVVM() {
  PassPipelineRegistration<NVVMOptions>(
      "spindle-lower-to-nvvm",
      "Lower nests over axes to kernels for an NVIDIA GPU",
      [](OpPassManager &pm, const NVVMOptions &options) {
        LoweringChoices choices;
        choices.strict = options.strict;
        choices.scheduleSpec = options.schedule;
        choices.knobs.assign(options.knobs.begin(), options.knobs.end());
        choices.cEntry = options.cEntry;
        DeviceChoices device;
        device.chip = options.chip;
        device.threads = options.threads;
        device.indexBitwidth =
            static_cast<int64_t>(static_cast<IndexBits>(options.indexBitwidth));
        device.serial = options.serial;
        device.format = options.format;
        buildLowerToNVVM(pm, device, choices);
      });
}
