//===- HostCode.cpp - what stays beside the kernels -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "WrittenMemory.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace spindle;
using spindle::iter::getLabel;
using spindle::iter::LoopAttr;
using spindle::sparse::DistinctMemory;

static bool isKernelLoop(Operation &op) {
  return isa<scf::ForallOp>(op) && getLabel(&op);
}

SmallVector<scf::ForallOp> spindle::findKernelLoops(func::FuncOp function) {
  SmallVector<scf::ForallOp> loops;
  for (Block &block : function.getBody())
    for (Operation &op : block)
      if (isKernelLoop(op))
        loops.push_back(cast<scf::ForallOp>(op));
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
    if (!isMemoryEffectFree(op))
      return true;
    sources.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), sources);
  }
  return false;
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

std::pair<Value, int64_t> spindle::findExtent(scf::ForallOp loop) {
  std::pair<Value, int64_t> extent = {Value(), 0};
  Value round = loop.getInductionVar(0);
  loop.walk([&](Operation *op) {
    auto [memref, indices] = getAccess(op);
    if (!memref ||
        !memref.getParentRegion()->isProperAncestor(&loop.getRegion()) ||
        isReadFromMemory(memref) || !runsInEachRound(op, loop))
      return WalkResult::advance();
    auto it = llvm::find(indices, round);
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

/// Reports what is no kernel, and touches memory that is the GPU's.
static LogicalResult refuseOnHost(Operation &op) {
  if (LoopAttr label = getLabel(&op)) {
    InFlightDiagnostic error =
        emitError(op.getLoc(),
                  "expected loops that run in parallel but got the loop over ")
        << iter::describeDims(label) << " of nest " << label.getNest()
        << ", which is serial";
    error.attachNote() << "a GPU would run it on one thread; "
                          "spindle-parallelize-loops{report} says why it is "
                          "not parallel";
    return error;
  }
  return emitError(op.getLoc(),
                   "expected memory to be touched by parallel loops alone "
                   "but got '")
         << op.getName() << "' on the host";
}

/// A load on the host is moved into the kernels that need it: it must read
/// there what it reads here.
static LogicalResult checkLoad(memref::LoadOp load,
                               const WrittenMemory &written,
                               const DistinctMemory &distinct) {
  if (!written.mayChange(load.getMemRef(), distinct))
    return success();
  return emitError(load.getLoc(),
                   "expected a load on the host to be of memory that "
                   "nothing in the function writes");
}

/// What of the operations in a kernel no GPU can run.
static LogicalResult checkKernel(scf::ForallOp loop) {
  if (loop.getRank() != 1 || !loop.getOutputs().empty())
    return emitError(loop.getLoc(),
                     "expected a loop with one index and no results but "
                     "got ")
           << loop.getRank() << " and " << loop.getOutputs().size();
  WalkResult result = loop.walk([](Operation *op) {
    if (!isa<memref::AllocOp, memref::DeallocOp, CallOpInterface,
             SymbolUserOpInterface>(op))
      return WalkResult::advance();
    emitError(op->getLoc(), "expected no '")
        << op->getName() << "' in a loop for a GPU";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Checks that what `loop` uses of outside of it can be passed to a kernel.
static LogicalResult checkCaptures(scf::ForallOp loop, int64_t indexBitwidth) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(loop.getRegion(), captured);
  for (Value value : captured) {
    if (!isa<BaseMemRefType>(value.getType()))
      continue;
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type || !type.isStrided())
      return emitError(value.getLoc(), "expected memory with strides but got ")
             << value.getType();
    if (type.getElementType().isIndex() && indexBitwidth != 64)
      return emitError(value.getLoc(),
                       "expected index-bitwidth 64, which indices in memory "
                       "have, but got ")
             << indexBitwidth;
  }
  return success();
}

/// Without rounds that the host can count there is no grid.
static LogicalResult checkRounds(scf::ForallOp loop) {
  SmallVector<OpFoldResult> bounds = loop.getMixedLowerBound();
  llvm::append_range(bounds, loop.getMixedUpperBound());
  llvm::append_range(bounds, loop.getMixedStep());
  bool known = llvm::none_of(bounds, [](OpFoldResult bound) {
    return isa<Value>(bound) && isReadFromMemory(cast<Value>(bound));
  });
  if (known || (loop.isNormalized() && findExtent(loop).first))
    return success();
  return emitError(loop.getLoc(),
                   "expected a number of rounds that the host knows, or "
                   "memory that is as large, but it is read from memory");
}

static LogicalResult checkOp(Operation &op, int64_t indexBitwidth,
                             const WrittenMemory &written,
                             const DistinctMemory &distinct) {
  if (isKernelLoop(op)) {
    auto loop = cast<scf::ForallOp>(op);
    return success(succeeded(checkKernel(loop)) &&
                   succeeded(checkCaptures(loop, indexBitwidth)) &&
                   succeeded(checkRounds(loop)));
  }
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return checkLoad(load, written, distinct);
  if (!isMemoryEffectFree(&op) && !isa<gpu::LaunchOp, gpu::LaunchFuncOp>(op))
    return refuseOnHost(op);
  if (op.hasTrait<OpTrait::IsTerminator>() &&
      llvm::any_of(op.getOperands(), isReadFromMemory))
    return emitError(op.getLoc(), "expected '")
           << op.getName()
           << "' of values that the host knows but got one that "
           << "is read from memory";
  return success();
}

LogicalResult spindle::checkHostCode(func::FuncOp function,
                                     int64_t indexBitwidth) {
  DistinctMemory distinct(function);
  WrittenMemory written(function);
  for (Block &block : function.getBody())
    for (Operation &op : block)
      if (failed(checkOp(op, indexBitwidth, written, distinct)))
        return failure();
  return success();
}
