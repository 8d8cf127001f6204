//===- VersionLaunches.cpp - kernels of narrow indices --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

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

namespace spindle {
#define GEN_PASS_DEF_VERSIONLAUNCHESPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// What is at most this may be added to another such number in 32 bits.
static constexpr int64_t kNarrow = int64_t(1) << 30;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Whether all numbers in the text of `kernel` are narrow, and no index is in
/// memory, where it has 64 bits.
static bool mayBeNarrow(gpu::GPUFuncOp kernel) {
  auto result = kernel.walk([](Operation *op) {
    APInt number;
    if (op->getNumResults() == 1 && op->getResult(0).getType().isIndex() &&
        matchPattern(op->getResult(0), m_ConstantInt(&number)) &&
        number.abs().ugt(kNarrow))
      return WalkResult::interrupt();
    for (Value operand : op->getOperands())
      if (auto type = dyn_cast<BaseMemRefType>(operand.getType()))
        if (type.getElementType().isIndex())
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

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

/// The module with copies of the kernels of `kernels` that may be narrow, in
/// which an index has 32 bits.
static gpu::GPUModuleOp makeNarrow(gpu::GPUModuleOp kernels) {
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
    if (mayBeNarrow(kernel)) {
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
  explicit Condition(gpu::LaunchFuncOp launch)
      : launch(launch), builder(launch.getLoc(), launch) {}

  /// The condition; null where the host cannot say it.
  Value build(gpu::GPUFuncOp kernel);

private:
  void require(Value holds) {
    all = all ? arith::AndIOp::create(builder, all, holds).getResult() : holds;
  }
  void requireNarrow(Value number);
  void addArguments();
  bool addMemory(memref::ReinterpretCastOp memory);
  Value find(OpFoldResult number);

  gpu::LaunchFuncOp launch;
  ImplicitLocOpBuilder builder;
  Value all;
};
} // namespace

/// Requires of `number` that it is from 0 to the limit.
void Condition::requireNarrow(Value number) {
  if (matchPattern(number, m_Constant()))
    return;
  Value limit = arith::ConstantIndexOp::create(builder, kNarrow);
  require(
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, number, limit));
}

/// Sizes of dimensions bound the coordinates that are in memory.
void Condition::addArguments() {
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
  }
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
  addArguments();
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  requireNarrow(arith::MulIOp::create(
      builder, arith::MulIOp::create(builder, grid.x, grid.y), block.y));
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

/// Launches `narrow` instead where all numbers are.
static void version(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel,
                    gpu::GPUModuleOp narrow) {
  Value holds = Condition(launch).build(kernel);
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
struct VersionLaunchesPass
    : spindle::impl::VersionLaunchesPassBase<VersionLaunchesPass> {
  void runOnOperation() override {
    SmallVector<gpu::LaunchFuncOp> launches;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      if (launch->getParentOfType<func::FuncOp>())
        launches.push_back(launch);
    });
    llvm::MapVector<Operation *, gpu::GPUModuleOp> narrow;
    SymbolTableCollection symbols;
    for (gpu::LaunchFuncOp launch : launches) {
      auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
          launch, launch.getKernel());
      if (!kernel || !mayBeNarrow(kernel))
        continue;
      auto kernels = kernel->getParentOfType<gpu::GPUModuleOp>();
      if (hasVersions(kernels) && !narrow.contains(kernels))
        continue;
      gpu::GPUModuleOp &made = narrow[kernels];
      if (!made)
        made = makeNarrow(kernels);
      version(launch, kernel, made);
    }
  }
};
} // namespace
