//===- AlignLaunches.cpp - kernels of aligned memory ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "LaneAlignment.h"
#include "LaneForms.h"
#include "LaneGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace spindle {
#define GEN_PASS_DEF_ALIGNLAUNCHESPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
/// Builds, before a launch, whether its arguments are what a kernel needs.
class AlignedCondition {
public:
  explicit AlignedCondition(gpu::LaunchFuncOp launch)
      : launch(launch), builder(launch.getLoc(), launch) {}

  /// The condition, an i1; null where it does not hold whatever is passed.
  Value build(const AlignmentNeeds &needs);

private:
  /// Requires that `number` is a multiple of `power`; whether it can be.
  bool require(Value number, int64_t power);

  gpu::LaunchFuncOp launch;
  ImplicitLocOpBuilder builder;
  /// The bits of numbers that are to be 0, put together.
  llvm::MapVector<int64_t, Value> bits;
};
} // namespace

bool AlignedCondition::require(Value number, int64_t power) {
  if (auto cast = number.getDefiningOp<arith::IndexCastOp>())
    number = cast.getIn();
  APInt known;
  if (matchPattern(number, m_ConstantInt(&known)))
    return known.getSExtValue() % power == 0;
  if (!number.getType().isIndex())
    number =
        arith::IndexCastOp::create(builder, builder.getIndexType(), number);
  Value &all = bits[power];
  all = all ? arith::OrIOp::create(builder, all, number).getResult() : number;
  return true;
}

Value AlignedCondition::build(const AlignmentNeeds &needs) {
  for (auto [argument, bytes] : needs.pointers) {
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(
        builder, launch.getKernelOperand(argument));
    require(address, bytes);
  }
  for (auto [argument, multiple] : needs.numbers)
    if (!require(launch.getKernelOperand(argument), multiple))
      return {};
  Value holds = arith::ConstantIntOp::create(builder, 1, 1);
  for (auto [power, number] : bits) {
    Value mask = arith::ConstantIndexOp::create(builder, power - 1);
    Value rest = arith::AndIOp::create(builder, number, mask);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    Value isMultiple =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, rest, zero);
    holds = builder.createOrFold<arith::AndIOp>(holds, isMultiple);
  }
  return holds;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static std::string getAlignedName(gpu::GPUFuncOp kernel) {
  return (kernel.getName() + "_aligned").str();
}

/// A copy of `kernel` behind it that says what `needs` has.
static gpu::GPUFuncOp makeAligned(gpu::GPUFuncOp kernel,
                                  const AlignmentNeeds &needs) {
  gpu::GPUFuncOp aligned = kernel.clone();
  aligned.setName(getAlignedName(kernel));
  SymbolTable(kernel->getParentOp())
      .insert(aligned, std::next(kernel->getIterator()));
  assumeAligned(aligned, needs);
  return aligned;
}

/// Launches `aligned` instead where `holds`.
static void launchAligned(gpu::LaunchFuncOp launch, gpu::GPUFuncOp aligned,
                          Value holds) {
  OpBuilder builder(launch);
  auto branch =
      scf::IfOp::create(builder, launch.getLoc(), holds, /*withElse=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  auto other = cast<gpu::LaunchFuncOp>(builder.clone(*launch));
  other.setKernelAttr(
      SymbolRefAttr::get(launch.getKernelModuleName(),
                         {FlatSymbolRefAttr::get(aligned.getNameAttr())}));
  launch->moveBefore(branch.elseBlock()->getTerminator());
}

/// The lanes of a worker of `kernel`.
static int64_t getLanes(gpu::GPUFuncOp kernel) {
  std::optional<ArrayRef<int32_t>> block = kernel.getKnownBlockSize();
  return block ? block->front() : 1;
}

using Launches = SmallVector<gpu::LaunchFuncOp>;

/// Has `launches` of `kernel` choose between it and a copy; whether one may.
static bool chooseAligned(gpu::GPUFuncOp kernel,
                          ArrayRef<gpu::LaunchFuncOp> launches) {
  SymbolTable others(kernel->getParentOp());
  AlignmentNeeds needs = LaneForms(kernel, getLanes(kernel)).getNeeds();
  if (needs.empty() || others.lookup(getAlignedName(kernel)))
    return false;
  gpu::GPUFuncOp aligned;
  for (gpu::LaunchFuncOp launch : launches) {
    Value holds = AlignedCondition(launch).build(needs);
    if (!holds)
      continue;
    if (!aligned)
      aligned = makeAligned(kernel, needs);
    launchAligned(launch, aligned, holds);
  }
  return bool(aligned);
}

namespace {
struct AlignLaunchesPass
    : spindle::impl::AlignLaunchesPassBase<AlignLaunchesPass> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    llvm::MapVector<gpu::GPUFuncOp, Launches> launches;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
          launch, launch.getKernel());
      if (kernel && launch->getParentOfType<func::FuncOp>())
        launches[kernel].push_back(launch);
    });
    for (auto &[kernel, all] : launches)
      numKernelsCopied += chooseAligned(kernel, all);
  }
};
} // namespace
