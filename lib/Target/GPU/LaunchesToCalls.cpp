//===- LaunchesToCalls.cpp - launches as calls of the runtime -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "Images.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTLAUNCHESTOCALLSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

static constexpr llvm::StringLiteral kLaunch = "spindle_gpu_launch";

namespace {
/// The functions that launch, each with its launches.
using Launches =
    llvm::MapVector<LLVM::LLVMFuncOp, SmallVector<gpu::LaunchFuncOp>>;

/// The kernels of each binary, in the order of the runtime's numbers.
using Kernels = llvm::MapVector<gpu::BinaryOp, SmallVector<StringAttr>>;

/// What is converted.
struct Plan {
  Launches launches;
  Kernels kernels;
};
} // namespace

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult checkLaunch(gpu::LaunchFuncOp launch) {
  if (!launch->getParentOfType<LLVM::LLVMFuncOp>())
    return launch.emitError("expected a launch in a function of the LLVM "
                            "dialect");
  if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty() ||
      launch.getAsyncObject() || launch.hasClusterSize())
    return launch.emitError("expected a launch on the caller's stream, without "
                            "tokens and clusters");
  for (Type type : launch.getKernelOperands().getTypes())
    if (!LLVM::isCompatibleType(type))
      return launch.emitError("expected operands of the LLVM dialect's types "
                              "but got ")
             << type;
  return success();
}

/// Nobody but the C function, which is made later, hands over a running call.
static LogicalResult checkCallers(LLVM::LLVMFuncOp function, ModuleOp module) {
  auto uses = SymbolTable::getSymbolUses(function, module);
  for (SymbolTable::SymbolUse use : uses.value_or(SymbolTable::UseRange({})))
    if (isa<LLVM::CallOp, LLVM::AddressOfOp>(use.getUser()))
      return use.getUser()->emitError("expected no use of '")
             << function.getName() << "', which launches kernels";
  return success();
}

static FailureOr<Plan> makePlan(ModuleOp module) {
  Plan plan;
  SymbolTableCollection symbols;
  WalkResult walked = module.walk([&](gpu::LaunchFuncOp launch) {
    if (failed(checkLaunch(launch)))
      return WalkResult::interrupt();
    auto binary = symbols.lookupNearestSymbolFrom<gpu::BinaryOp>(
        launch, launch.getKernelModuleName());
    if (!binary) {
      launch.emitError("expected kernels in a gpu.binary but got '")
          << launch.getKernelModuleName().getValue() << "'";
      return WalkResult::interrupt();
    }
    plan.launches[launch->getParentOfType<LLVM::LLVMFuncOp>()].push_back(
        launch);
    SmallVector<StringAttr> &names = plan.kernels[binary];
    if (!llvm::is_contained(names, launch.getKernelName()))
      names.push_back(launch.getKernelName());
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  for (auto &[function, launches] : plan.launches) {
    if (failed(checkCallers(function, module)))
      return failure();
    for (gpu::LaunchFuncOp launch : launches)
      if (launch.getKernelModuleName() !=
          launches.front().getKernelModuleName())
        return launch.emitError("expected the kernels of a function in one "
                                "gpu.binary but got several");
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The runtime's function.
static LLVM::LLVMFuncOp declareLaunch(ModuleOp module) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(kLaunch))
    return known;
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  SmallVector<Type> types = {pointer, builder.getI32Type()};
  types.append(7, builder.getI64Type());
  types.push_back(pointer);
  return LLVM::LLVMFuncOp::create(
      builder, module.getLoc(), kLaunch,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()),
                                  types));
}

namespace {
/// Builds the calls of one function.
struct CallBuilder {
  LLVM::LLVMFuncOp function, launcher;
  OpBuilder builder;
  /// The running call, which the function is given.
  Value call;

  CallBuilder(LLVM::LLVMFuncOp function, LLVM::LLVMFuncOp launcher);
  void convert(gpu::LaunchFuncOp launch, size_t number);

private:
  Value allocate(Type type, int64_t count);
  Value packOperands(gpu::LaunchFuncOp launch);
  Value extend(Value size, Location loc);
};
} // namespace

CallBuilder::CallBuilder(LLVM::LLVMFuncOp function, LLVM::LLVMFuncOp launcher)
    : function(function), launcher(launcher), builder(function.getContext()) {
  Type pointer = LLVM::LLVMPointerType::get(function.getContext());
  LLVM::LLVMFunctionType type = function.getFunctionType();
  SmallVector<Type> types(type.getParams());
  types.push_back(pointer);
  if (ArrayAttr attrs = function.getArgAttrsAttr()) {
    SmallVector<Attribute> list(attrs.getValue());
    list.push_back(builder.getDictionaryAttr({}));
    function.setArgAttrsAttr(builder.getArrayAttr(list));
  }
  function.setFunctionType(
      LLVM::LLVMFunctionType::get(type.getReturnType(), types));
  call = function.getBody().front().addArgument(pointer, function.getLoc());
}

/// Memory for `count` values of `type`, once for all of a call.
Value CallBuilder::allocate(Type type, int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.getBody().front());
  Location loc = function.getLoc();
  Value number =
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), count);
  return LLVM::AllocaOp::create(builder, loc, call.getType(), type, number);
}

/// An array of pointers to the operands.
Value CallBuilder::packOperands(gpu::LaunchFuncOp launch) {
  Location loc = launch.getLoc();
  auto operands = launch.getKernelOperands();
  Value array = allocate(call.getType(), std::max<size_t>(1, operands.size()));
  for (auto [index, operand] : llvm::enumerate(operands)) {
    Value place = allocate(operand.getType(), 1);
    LLVM::StoreOp::create(builder, loc, operand, place);
    Value entry = LLVM::GEPOp::create(
        builder, loc, call.getType(), call.getType(), array,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, loc, place, entry);
  }
  return array;
}

/// `size` in 64 bits.
Value CallBuilder::extend(Value size, Location loc) {
  Type wide = builder.getI64Type();
  return size.getType() == wide
             ? size
             : LLVM::ZExtOp::create(builder, loc, wide, size).getResult();
}

void CallBuilder::convert(gpu::LaunchFuncOp launch, size_t number) {
  builder.setInsertionPoint(launch);
  Location loc = launch.getLoc();
  SmallVector<Value> arguments = {
      call, LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                     static_cast<int64_t>(number))};
  for (Value size :
       {launch.getGridSizeX(), launch.getGridSizeY(), launch.getGridSizeZ(),
        launch.getBlockSizeX(), launch.getBlockSizeY(), launch.getBlockSizeZ()})
    arguments.push_back(extend(size, loc));
  Value shared = launch.getDynamicSharedMemorySize();
  arguments.push_back(
      shared ? extend(shared, loc)
             : LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 0)
                   .getResult());
  arguments.push_back(packOperands(launch));
  LLVM::CallOp::create(builder, loc, launcher, arguments);
  launch.erase();
}

namespace {
struct ConvertLaunchesToCallsPass
    : spindle::impl::ConvertLaunchesToCallsPassBase<
          ConvertLaunchesToCallsPass> {
  void runOnOperation() override {
    FailureOr<Plan> plan = makePlan(getOperation());
    if (failed(plan))
      return signalPassFailure();
    for (auto &[binary, names] : plan->kernels)
      if (failed(checkImages(binary)))
        return signalPassFailure();
    if (plan->launches.empty())
      return markAllAnalysesPreserved();
    LLVM::LLVMFuncOp launcher = declareLaunch(getOperation());
    for (auto &[function, launches] : plan->launches) {
      numLaunchesConverted += launches.size();
      convert(function, launches, *plan, launcher);
    }
    for (auto &[binary, names] : plan->kernels)
      embedImages(binary, names);
  }

  void convert(LLVM::LLVMFuncOp function, ArrayRef<gpu::LaunchFuncOp> launches,
               Plan &plan, LLVM::LLVMFuncOp launcher) {
    StringAttr name = gpu::LaunchFuncOp(launches.front()).getKernelModuleName();
    auto binary = getOperation().lookupSymbol<gpu::BinaryOp>(name);
    ArrayRef<StringAttr> names = plan.kernels[binary];
    CallBuilder calls(function, launcher);
    for (gpu::LaunchFuncOp launch : launches)
      calls.convert(launch,
                    llvm::find(names, launch.getKernelName()) - names.begin());
    function->setAttr(sparse::kLaunchesAttr, FlatSymbolRefAttr::get(name));
  }
};
} // namespace
