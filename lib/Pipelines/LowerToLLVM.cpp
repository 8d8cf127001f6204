//===- LowerToLLVM.cpp - from plain loops to the LLVM dialect -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The pipeline `spindle-lower-to-llvm`: `spindle-lower-to-loops`, then
// upstream's conversions in the order that each leaves no operation the next
// cannot take. Its option `keep-labels` leaves out the last step, which removes
// Spindle's attributes; the C++ interface leaves it to the caller.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"
#include "Spindle/Pipelines/Passes.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Target/CPU/Passes.h"
#include "Spindle/Transforms/Loops/Passes.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace spindle;

/// Math that LLVM has not, or not as exactly: functions of f32, some of f64,
/// clamping, and powers of integers.
static void addMathFunctions(OpPassManager &pm,
                             const LoweringChoices &choices) {
  ApproximateFunctionsPassOptions approximation;
  approximation.fused = choices.target.fusedMultiplyAdd;
  pm.addNestedPass<func::FuncOp>(createApproximateFunctionsPass(approximation));
  pm.addPass(createCallFunctionsPass());
  math::MathExpandOpsPassOptions expansions;
  expansions.opMnemonics = {"clampf"};
  pm.addPass(math::createMathExpandOpsPass(expansions));
  ConvertMathToFuncsOptions functions;
  // LLVM has powers by exponents of 32 bits.
  functions.minWidthOfFPowIExponent = 33;
  pm.addPass(createConvertMathToFuncs(functions));
}

/// Floats of 16 bits, also those that complex numbers and powers are made of.
static void addSmallFloats(OpPassManager &pm, SmallFloats smallFloats) {
  ExpandSmallFloatsPassOptions options;
  options.f16 = smallFloats.f16;
  options.bf16 = smallFloats.bf16;
  pm.addNestedPass<func::FuncOp>(createExpandSmallFloatsPass(options));
}

/// Products of small matrices, which are multiplications and additions then.
static void addContractions(OpPassManager &pm, const LoweringChoices &choices) {
  LowerContractionsPassOptions options;
  using Type = NumberType;
  auto has = [&](Type lhs, Type rhs, Type sum) {
    return choices.target.findContraction(lhs, rhs, sum) != nullptr;
  };
  options.bf16Dots = has(Type::BF16, Type::BF16, Type::F32);
  options.i16Dots = has(Type::I16, Type::I16, Type::I32);
  options.i8Dots = has(Type::I8, Type::I8, Type::I32);
  options.u8i8Dots = has(Type::U8, Type::I8, Type::I32);
  options.i16Pairs = choices.target.pairProducts;
  options.vectorBits = choices.target.vectorBits;
  pm.addNestedPass<func::FuncOp>(createLowerContractionsPass(options));
}

void spindle::buildLoopsToLLVM(OpPassManager &pm,
                               const LoweringChoices &choices) {
  bool parallel = choices.parallel && !choices.checkMode;
  pm.addNestedPass<func::FuncOp>(createReuseMemoryPass());
  // What is multiplied is bytes then.
  pm.addNestedPass<func::FuncOp>(createUnpackElementsPass());
  pm.addPass(createTakeMemoryFirstPass());
  addContractions(pm, choices);
  pm.addPass(createExpandAtomicUpdatesPass());
  if (choices.target.fusedMultiplyAdd)
    pm.addNestedPass<func::FuncOp>(createFuseMultiplyAddPass());
  if (parallel)
    pm.addPass(createConvertForallToOpenMPPass());
  // While functions are still func.func: ask for the C interface.
  pm.addNestedPass<func::FuncOp>(createRequestCInterfacePass());

  // Structure: vectors of more than one dimension and masks become loops and
  // branches, then addresses of strided memory, then affine, then loops.
  pm.addPass(createConvertVectorToSCFPass());
  pm.addNestedPass<func::FuncOp>(vector::createLowerVectorMaskPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  addMathFunctions(pm, choices);
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertAtomicUpdateToLLVMPass());

  // Operations: expansions before conversions. Complex numbers become structs
  // of their parts, and math that LLVM lacks calls of libm.
  // Vectors go first: some of their operations become arithmetic, of small
  // floats too, and they address memrefs.
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertComplexToStandardPass());
  addSmallFloats(pm, choices.target.smallFloats);
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertComplexToLLVMPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  // Again, for the loads and stores that there are only now.
  addSmallFloats(pm, choices.target.smallFloats);
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  if (parallel)
    pm.addPass(createConvertOpenMPToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());

  // What the conversions left between one another, and what they left over.
  pm.addPass(createCanonicalizePass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  VerifyStagePassOptions verification;
  verification.stage = "llvm";
  pm.addPass(createVerifyStagePass(verification));
}

void spindle::buildLowering(OpPassManager &pm, StopAt stop,
                            const LoweringChoices &choices) {
  if (choices.cEntry)
    pm.addPass(createDescribeOperandsPass());
  buildLowerToLoops(pm, stop, choices);
  if (stop == StopAt::LLVM)
    buildLoopsToLLVM(pm, choices);
  if (choices.cEntry && stop == StopAt::LLVM)
    pm.addPass(createEmitCEntryPass());
}

namespace {
struct LoopsOptions : PassPipelineOptions<LoopsOptions> {
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("compute with no padding, even where finite operands "
                     "would not show it"),
      llvm::cl::init(false)};
  Option<bool> checkMode{
      *this, "check-mode",
      llvm::cl::desc("have the code report what is undefined, by functions of "
                     "Spindle's runtime"),
      llvm::cl::init(false)};

  Option<bool> parallel{
      *this, "parallel",
      llvm::cl::desc("run outermost loops in parallel where it can be proved "
                     "that they may; not with check-mode"),
      llvm::cl::init(false)};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("apply a schedule on the way: the name of a built-in one, "
                     "or FILE[:NAME]; not with check-mode")};
  ListOption<std::string> knobs{
      *this, "knobs",
      llvm::cl::desc("values of the schedule's knobs, as NAME=VALUE")};

  LoweringChoices getChoices() const {
    LoweringChoices choices;
    choices.strict = strict;
    choices.checkMode = checkMode;
    choices.parallel = parallel;
    choices.scheduleSpec = schedule;
    choices.knobs.assign(knobs.begin(), knobs.end());
    return choices;
  }
};

struct PlainLoopsOptions : LoopsOptions {
  Option<bool> affine{
      *this, "affine",
      llvm::cl::desc("make affine loops and accesses of those that are, for "
                     "passes on them to follow"),
      llvm::cl::init(false)};

  LoweringChoices getChoices() const {
    LoweringChoices choices = LoopsOptions::getChoices();
    choices.affine = affine;
    return choices;
  }
};

struct LLVMOptions : LoopsOptions {
  Option<bool> keepLabels{
      *this, "keep-labels",
      llvm::cl::desc(
          "keep the attributes of axis, sparse and iter, which tools "
          "without these dialects cannot read"),
      llvm::cl::init(false)};
  Option<bool> cEntry{
      *this, "c-entry",
      llvm::cl::desc("make a C function of each public function, which finds "
                     "memory too short for its axes"),
      llvm::cl::init(false)};
  Option<SmallFloatSupport> f16{
      *this, "f16", llvm::cl::desc("what the processor has for f16"),
      llvm::cl::init(SmallFloatSupport::None), getSmallFloatChoices()};
  Option<SmallFloatSupport> bf16{
      *this, "bf16", llvm::cl::desc("what the processor has for bf16"),
      llvm::cl::init(SmallFloatSupport::None), getSmallFloatChoices()};

  Option<bool> fusedMultiplyAdd{
      *this, "fma",
      llvm::cl::desc("round a product and its sum once, as the processor can"),
      llvm::cl::init(false)};

  Option<bool> apart{
      *this, "inspectors-apart",
      llvm::cl::desc("have functions of their own find what inspectors find, "
                     "which is an argument then"),
      llvm::cl::init(false)};

  LoweringChoices getChoices() const {
    LoweringChoices choices = LoopsOptions::getChoices();
    if (apart)
      choices.inspectors = InspectorUse::Apart;
    choices.target.smallFloats = {f16, bf16};
    choices.target.fusedMultiplyAdd = fusedMultiplyAdd;
    choices.cEntry = cEntry;
    choices.lengthChecks = cEntry;
    return choices;
  }
};
} // namespace

void spindle::registerPipelines() {
  PassPipelineRegistration<PlainLoopsOptions>(
      "spindle-lower-to-loops",
      "Lower nests over axes to plain loops on plain memory",
      [](OpPassManager &pm, const PlainLoopsOptions &options) {
        buildLowerToLoops(pm, StopAt::Loops, options.getChoices());
      });
  PassPipelineRegistration<LLVMOptions>(
      "spindle-lower-to-llvm", "Lower nests over axes to the LLVM dialect",
      [](OpPassManager &pm, const LLVMOptions &options) {
        buildLowering(pm, StopAt::LLVM, options.getChoices());
        if (!options.keepLabels)
          pm.addPass(createRemoveLabelsPass());
      });
}
