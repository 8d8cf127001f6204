//===- HostCode.cpp - what stays beside the kernels -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "BlockBodies.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "WrittenMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace spindle;
using spindle::iter::getLabel;
using spindle::iter::LoopAttr;
using spindle::sparse::DistinctMemory;
using spindle::sparse::getRootMemory;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

static bool isKernelLoop(Operation *op) {
  return isa<scf::ForallOp>(op) && getLabel(op);
}

static bool holdsKernels(Operation *op) {
  return op
      ->walk([](scf::ForallOp loop) {
        return getLabel(loop) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op` is a branch or a loop around kernels that the host decides.
static bool isHostControl(Operation *op) {
  return isa<scf::IfOp, scf::ForOp>(op) && op->getNumResults() == 0 &&
         llvm::none_of(op->getOperands(), isReadFromMemory) && holdsKernels(op);
}

/// What of the operations in `op`, itself among them, no kernel can have; null
/// where there is none.
static Operation *findForeign(Operation *op) {
  Operation *foreign = nullptr;
  op->walk([&](Operation *inner) {
    if (isSharedMemory(inner))
      return WalkResult::advance();
    bool isKnown = isa<MemoryEffectOpInterface>(inner) ||
                   inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   isMemoryEffectFree(inner);
    if (isKnown &&
        !isa<memref::AllocOp, memref::DeallocOp, CallOpInterface,
             SymbolUserOpInterface>(inner) &&
        (!isa<scf::ForallOp>(inner) || isa<scf::ForallOp>(op)))
      return WalkResult::advance();
    foreign = inner;
    return WalkResult::interrupt();
  });
  return foreign;
}

HostRole spindle::findHostRole(Operation *op, const WrittenMemory &written,
                               const DistinctMemory &distinct) {
  if (isKernelLoop(op))
    return HostRole::Kernel;
  if (isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
    return HostRole::Memory;
  if (isa<gpu::LaunchOp, gpu::LaunchFuncOp>(op))
    return HostRole::Launch;
  if (isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>())
    return HostRole::Free;
  if (isHostControl(op))
    return HostRole::Control;
  auto load = dyn_cast<memref::LoadOp>(op);
  if (load && !written.mayChange(load.getMemRef(), distinct))
    return HostRole::Load;
  bool runs = !isa<scf::ForallOp>(op) && !findForeign(op);
  return runs ? HostRole::Serial : HostRole::Unknown;
}

static void forEachBlock(Region &region, function_ref<void(Block &)> apply) {
  for (Block &block : region) {
    apply(block);
    for (Operation &op : block)
      if (isHostControl(&op))
        for (Region &inner : op.getRegions())
          forEachBlock(inner, apply);
  }
}

void spindle::forEachHostBlock(func::FuncOp function,
                               function_ref<void(Block &)> apply) {
  forEachBlock(function.getBody(), apply);
}

SmallVector<scf::ForallOp> spindle::findKernelLoops(func::FuncOp function) {
  SmallVector<scf::ForallOp> loops;
  forEachHostBlock(function, [&](Block &block) {
    for (Operation &op : block)
      if (isKernelLoop(&op))
        loops.push_back(cast<scf::ForallOp>(op));
  });
  return loops;
}

//===----------------------------------------------------------------------===//
// What the host knows
//===----------------------------------------------------------------------===//

bool spindle::isReadFromMemory(Value value) {
  SetVector<Value> sources;
  sources.insert(value);
  for (size_t next = 0; next < sources.size(); ++next) {
    Operation *op = sources[next].getDefiningOp();
    if (!op)
      continue;
    // Memory of the function's own is known; what is in it is not.
    if (!isMemoryEffectFree(op) && !isa<memref::AllocOp, memref::AllocaOp>(op))
      return true;
    sources.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), sources);
  }
  return false;
}

bool spindle::isCountedByHost(scf::ForallOp loop) {
  SmallVector<OpFoldResult> bounds = loop.getMixedLowerBound();
  llvm::append_range(bounds, loop.getMixedUpperBound());
  llvm::append_range(bounds, loop.getMixedStep());
  return llvm::none_of(bounds, [](OpFoldResult bound) {
    return isa<Value>(bound) && isReadFromMemory(cast<Value>(bound));
  });
}

/// Whether `op`, which is in `loop`, runs at least once in each of its rounds.
static bool runsInEachRound(Operation *op, scf::ForallOp loop) {
  for (Operation *parent = op->getParentOp(); parent != loop;
       parent = parent->getParentOp()) {
    auto inner = dyn_cast<scf::ForOp>(parent);
    if (!inner)
      return false;
    auto begin = getConstantIntValue(inner.getLowerBound());
    auto end = getConstantIntValue(inner.getUpperBound());
    if (!begin || !end || *begin >= *end)
      return false;
  }
  return true;
}

/// The memref that `op` accesses and the indices there; none where it is no
/// access.
static std::pair<Value, ValueRange> getAccess(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return {load.getMemRef(), load.getIndices()};
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return {store.getMemRef(), store.getIndices()};
  return {Value(), ValueRange()};
}

/// Whether `index` is that of a round of `loop`, counted from anywhere.
static bool countsRounds(Value index, scf::ForallOp loop) {
  if (index == loop.getInductionVar(0))
    return true;
  auto sum = index.getDefiningOp<arith::AddIOp>();
  auto isOutside = [&](Value value) {
    return value.getParentRegion()->isProperAncestor(&loop.getRegion());
  };
  return sum &&
         ((isOutside(sum.getRhs()) && countsRounds(sum.getLhs(), loop)) ||
          (isOutside(sum.getLhs()) && countsRounds(sum.getRhs(), loop)));
}

std::pair<Value, int64_t> spindle::findExtent(scf::ForallOp loop) {
  std::pair<Value, int64_t> extent = {Value(), 0};
  loop.walk([&](Operation *op) {
    auto [memref, indices] = getAccess(op);
    if (!memref ||
        !memref.getParentRegion()->isProperAncestor(&loop.getRegion()) ||
        isReadFromMemory(memref) || !runsInEachRound(op, loop))
      return WalkResult::advance();
    auto it = llvm::find_if(
        indices, [&](Value index) { return countsRounds(index, loop); });
    if (it == indices.end())
      return WalkResult::advance();
    extent = {memref, it - indices.begin()};
    return WalkResult::interrupt();
  });
  return extent;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Reports what one worker would have to run.
static LogicalResult refuseSerial(Operation *op) {
  if (LoopAttr label = getLabel(op)) {
    InFlightDiagnostic error =
        emitError(op->getLoc(),
                  "expected loops that run in parallel but got the loop over ")
        << iter::describeDims(label) << " of nest " << label.getNest()
        << ", which is serial";
    error.attachNote() << "a GPU would run it on one thread; "
                          "spindle-parallelize-loops{report} says why it is "
                          "not parallel";
    return error;
  }
  return emitError(op->getLoc(),
                   "expected memory to be touched by parallel loops alone "
                   "but got '")
         << op->getName() << "' on the host";
}

/// Reports what neither side can run.
static LogicalResult refuseUnknown(Operation *op) {
  Operation *foreign = isa<scf::ForallOp>(op) ? op : findForeign(op);
  return emitError(foreign->getLoc(),
                   "expected what a GPU can run, or what touches no memory, "
                   "but got '")
         << foreign->getName() << "'";
}

/// What of the operations in a kernel no GPU can run.
static LogicalResult checkKernel(scf::ForallOp loop,
                                 const HostChoices &choices) {
  if (Operation *foreign = findForeign(loop))
    return emitError(foreign->getLoc(), "expected no '")
           << foreign->getName() << "' in a loop for a GPU";
  return checkBlockBody(loop, choices.sharedBytes);
}

/// Checks that the host can say how much memory `op` makes, from what the
/// function is given.
static LogicalResult checkMemory(Operation *op) {
  auto isGiven = [](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return !argument || isa<func::FuncOp>(argument.getOwner()->getParentOp());
  };
  if (isa<memref::DeallocOp>(op))
    return success();
  auto type = cast<MemRefType>(op->getResult(0).getType());
  SetVector<Value> sources;
  sources.insert_range(op->getOperands());
  bool known = type.getLayout().isIdentity();
  for (size_t next = 0; known && next < sources.size(); ++next) {
    known = isGiven(sources[next]) && !isReadFromMemory(sources[next]);
    if (Operation *source = sources[next].getDefiningOp())
      sources.insert_range(source->getOperands());
  }
  return known ? success()
               : emitError(op->getLoc(),
                           "expected memory of the function's own to have a "
                           "size that the host knows but got one that is read "
                           "from memory, or in a loop");
}

/// Checks that what `op` uses of outside of it can be passed to a kernel.
static LogicalResult checkCaptures(Operation *op, int64_t indexBitwidth) {
  SetVector<Value> captured(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured) {
    if (!isa<BaseMemRefType>(value.getType()))
      continue;
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type || !type.isStrided())
      return emitError(value.getLoc(), "expected memory with strides but got ")
             << value.getType();
    if (auto constants =
            getRootMemory(value).getDefiningOp<memref::GetGlobalOp>())
      return emitError(constants.getLoc(),
                       "expected memory that a kernel is given but got "
                       "constants on the host, ")
             << type << ": make them an argument";
    if (type.getElementType().isIndex() && indexBitwidth == 32)
      return emitError(value.getLoc(),
                       "expected index-bitwidth 64, which indices in memory "
                       "have, but got ")
             << indexBitwidth;
  }
  return success();
}

/// Without rounds that the host can count there is no grid.
static LogicalResult checkRounds(scf::ForallOp loop) {
  if (isCountedByHost(loop) || findExtent(loop).first)
    return success();
  return emitError(loop.getLoc(),
                   "expected a number of rounds that the host knows, or "
                   "memory that is as large, but it is read from memory");
}

/// Checks what one worker is to run: what it gives to others is kept in memory.
static LogicalResult checkSerial(Operation *op, const HostChoices &choices) {
  if (!choices.serial)
    return refuseSerial(op);
  for (Type type : op->getResultTypes())
    if (!type.isIntOrIndexOrFloat() && !isa<ComplexType>(type))
      return emitError(op->getLoc(), "expected numbers from a loop that one "
                                     "worker runs but got ")
             << type;
  return checkCaptures(op, choices.indexBitwidth);
}

static LogicalResult checkOp(Operation *op, HostRole role,
                             const HostChoices &choices) {
  switch (role) {
  case HostRole::Kernel: {
    auto loop = cast<scf::ForallOp>(op);
    return success(succeeded(checkKernel(loop, choices)) &&
                   succeeded(checkCaptures(loop, choices.indexBitwidth)) &&
                   succeeded(checkRounds(loop)));
  }
  case HostRole::Memory:
    return checkMemory(op);
  case HostRole::Serial:
    return checkSerial(op, choices);
  case HostRole::Unknown:
    return refuseUnknown(op);
  case HostRole::Free:
    if (op->hasTrait<OpTrait::IsTerminator>() &&
        llvm::any_of(op->getOperands(), isReadFromMemory))
      return emitError(op->getLoc(), "expected '")
             << op->getName()
             << "' of values that the host knows but got one that "
             << "is read from memory";
    return success();
  case HostRole::Load:
  case HostRole::Control:
  case HostRole::Launch:
    return success();
  }
  llvm_unreachable("a role");
}

LogicalResult spindle::checkHostCode(func::FuncOp function,
                                     const HostChoices &choices) {
  DistinctMemory distinct(function);
  WrittenMemory written(function);
  bool failed = false;
  forEachHostBlock(function, [&](Block &block) {
    for (Operation &op : block)
      if (!failed)
        failed = ::failed(
            checkOp(&op, findHostRole(&op, written, distinct), choices));
  });
  return failure(failed);
}
