//===- VersionLaunches.cpp - kernels of narrow indices --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "NarrowIndices.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace spindle {
#define GEN_PASS_DEF_VERSIONLAUNCHESPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Has `kernel` take numbers of 32 bits where it took indices.
static void takeNarrowNumbers(gpu::GPUFuncOp kernel) {
  OpBuilder builder(kernel.getContext());
  Block &entry = kernel.getBody().front();
  SmallVector<Type> types(kernel.getFunctionType().getInputs());
  for (auto [index, type] : llvm::enumerate(types)) {
    if (!type.isIndex())
      continue;
    type = builder.getI32Type();
    BlockArgument argument = entry.getArgument(index);
    argument.setType(type);
    builder.setInsertionPointToStart(&entry);
    auto cast = arith::IndexCastOp::create(builder, kernel.getLoc(),
                                           builder.getIndexType(), argument);
    argument.replaceAllUsesExcept(cast, cast);
  }
  kernel.setFunctionType(builder.getFunctionType(types, {}));
}

/// What `op`, a kernel or a module of kernels, is called with narrow indices.
template <typename Op> static std::string getNarrowName(Op op) {
  return (op.getName() + "_32").str();
}

/// Whether `kernels` are narrow, or there are narrow ones of them.
static bool hasVersions(gpu::GPUModuleOp kernels) {
  return kernels->hasAttr(DLTIDialect::kDataLayoutAttrName) ||
         kernels->getParentOfType<ModuleOp>().lookupSymbol(
             getNarrowName(kernels));
}

/// Builds, behind `kernels`, a module with copies of those of its kernels that
/// are `chosen`, in which an index has 32 bits.
static gpu::GPUModuleOp makeNarrow(gpu::GPUModuleOp kernels,
                                   const llvm::SetVector<StringAttr> &chosen) {
  OpBuilder builder(kernels->getContext());
  gpu::GPUModuleOp narrow = kernels.clone();
  auto parent = kernels->getParentOfType<ModuleOp>();
  narrow.setName(getNarrowName(kernels));
  SymbolTable(parent).insert(narrow, std::next(kernels->getIterator()));
  auto bits = DataLayoutEntryAttr::get(builder.getIndexType(),
                                       builder.getI32IntegerAttr(32));
  narrow->setAttr(DLTIDialect::kDataLayoutAttrName,
                  DataLayoutSpecAttr::get(builder.getContext(), {bits}));
  for (auto kernel :
       llvm::make_early_inc_range(narrow.getOps<gpu::GPUFuncOp>()))
    if (chosen.contains(kernel.getNameAttr())) {
      takeNarrowNumbers(kernel);
      kernel.setName(getNarrowName(kernel));
    } else {
      kernel.erase();
    }
  return narrow;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
/// Builds, before a launch, whether all numbers in its kernel are narrow.
class Condition {
public:
  Condition(gpu::LaunchFuncOp launch, const NarrowLimits &limits)
      : launch(launch), limits(limits), builder(launch.getLoc(), launch) {}

  /// The condition; null where the host cannot say it.
  Value build(gpu::GPUFuncOp kernel);

private:
  void require(Value holds) {
    all = all ? arith::AndIOp::create(builder, all, holds).getResult() : holds;
  }
  void requireAtMost(Value number, int64_t limit);
  void requireNarrow(Value number) { requireAtMost(number, limits.numbers); }
  bool addArguments();
  bool addGrid();
  bool addMemory(memref::ReinterpretCastOp memory);
  Value find(OpFoldResult number);

  gpu::LaunchFuncOp launch;
  NarrowLimits limits;
  ImplicitLocOpBuilder builder;
  Value all;
};
} // namespace

/// Requires of `number` that it is from 0 to `limit`.
void Condition::requireAtMost(Value number, int64_t limit) {
  APInt known;
  if (matchPattern(number, m_ConstantInt(&known)) && known.ule(limit))
    return;
  Value most = arith::ConstantIndexOp::create(builder, limit);
  require(
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, number, most));
}

/// Requires narrow sizes of dimensions, which bound the coordinates that are in
/// memory; returns whether they can be narrow.
bool Condition::addArguments() {
  auto function = launch->getParentOfType<func::FuncOp>();
  for (BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex())
      requireNarrow(argument);
    auto type = dyn_cast<MemRefType>(argument.getType());
    // Of the workspace, kernels are passed parts.
    if (!type ||
        function.getArgAttr(argument.getArgNumber(), sparse::kWorkspaceAttr))
      continue;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        requireNarrow(memref::DimOp::create(builder, argument, dim));
      else if (type.getDimSize(dim) > limits.numbers)
        return false;
  }
  return true;
}

/// Requires one row of blocks, with a narrow number of workers; returns whether
/// the grid can be one.
bool Condition::addGrid() {
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  for (Value number : {grid.y, grid.z}) {
    APInt known;
    if (matchPattern(number, m_ConstantInt(&known))) {
      if (!known.isOne())
        return false;
      continue;
    }
    Value one = arith::ConstantIndexOp::create(builder, 1);
    require(
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, number, one));
  }
  Value perBlock = launch.getBlockSizeOperandValues().y;
  requireAtMost(arith::MulIOp::create(builder, grid.x, perBlock),
                limits.workers);
  return true;
}

/// What the launch passes for `number` of the kernel; null where it is computed
/// there.
Value Condition::find(OpFoldResult number) {
  auto value = dyn_cast<Value>(number);
  if (!value)
    return getValueOrCreateConstantIndexOp(builder, launch.getLoc(), number);
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return arith::ConstantIndexOp::create(builder, constant.getSExtValue());
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isa<gpu::GPUFuncOp>(argument.getOwner()->getParentOp()))
    return {};
  return launch.getKernelOperand(argument.getArgNumber());
}

/// Requires that numbers of elements up to the last of `memory` are narrow.
bool Condition::addMemory(memref::ReinterpretCastOp memory) {
  Value end = find(memory.getMixedOffsets().front());
  for (auto [size, stride] :
       llvm::zip_equal(memory.getMixedSizes(), memory.getMixedStrides())) {
    Value length = find(size), step = find(stride);
    if (!end || !length || !step)
      return false;
    end = arith::AddIOp::create(builder, end,
                                arith::MulIOp::create(builder, length, step));
  }
  requireNarrow(end);
  return true;
}

Value Condition::build(gpu::GPUFuncOp kernel) {
  if (!addArguments() || !addGrid())
    return {};
  for (Value operand : launch.getKernelOperands())
    if (operand.getType().isIndex())
      requireNarrow(operand);
  auto result = kernel.walk([&](memref::ReinterpretCastOp memory) {
    return isa<BlockArgument>(memory.getSource()) && !addMemory(memory)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted() ? Value() : all;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Launches the copy of `kernel` in `narrow` where all numbers of `launch` are
/// within `limits`.
static void version(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel,
                    const NarrowLimits &limits, gpu::GPUModuleOp narrow) {
  Value holds = Condition(launch, limits).build(kernel);
  if (!holds)
    return;
  OpBuilder builder(launch);
  Location loc = launch.getLoc();
  auto branch = scf::IfOp::create(builder, loc, holds, /*withElse=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  auto other = cast<gpu::LaunchFuncOp>(builder.clone(*launch));
  other.setKernelAttr(SymbolRefAttr::get(
      narrow.getNameAttr(),
      {FlatSymbolRefAttr::get(launch.getContext(), getNarrowName(kernel))}));
  builder.setInsertionPoint(other);
  for (OpOperand &operand : other.getKernelOperandsMutable())
    if (operand.get().getType().isIndex())
      operand.set(arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                             operand.get()));
  launch->moveBefore(branch.elseBlock()->getTerminator());
}

namespace {
/// A launch of a kernel that has a narrow version.
struct NarrowLaunch {
  gpu::LaunchFuncOp launch;
  gpu::GPUFuncOp kernel;
  NarrowLimits limits;
};

struct VersionLaunchesPass
    : spindle::impl::VersionLaunchesPassBase<VersionLaunchesPass> {
  void runOnOperation() override {
    SmallVector<NarrowLaunch> launches;
    llvm::MapVector<Operation *, llvm::SetVector<StringAttr>> chosen;
    SymbolTableCollection symbols;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
          launch, launch.getKernel());
      if (!kernel || !launch->getParentOfType<func::FuncOp>() ||
          hasVersions(kernel->getParentOfType<gpu::GPUModuleOp>()))
        return;
      std::optional<NarrowLimits> limits = findNarrowLimits(kernel, launch);
      if (!limits)
        return;
      launches.push_back({launch, kernel, *limits});
      chosen[kernel->getParentOp()].insert(kernel.getNameAttr());
    });
    llvm::DenseMap<Operation *, gpu::GPUModuleOp> narrow;
    for (auto &[kernels, names] : chosen)
      narrow[kernels] = makeNarrow(cast<gpu::GPUModuleOp>(kernels), names);
    for (auto &[launch, kernel, limits] : launches)
      version(launch, kernel, limits, narrow[kernel->getParentOp()]);
  }
};
} // namespace
