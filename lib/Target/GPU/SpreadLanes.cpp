//===- SpreadLanes.cpp - workers of several lanes -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "KernelTarget.h"
#include "LaneForms.h"
#include "LaneGroup.h"
#include "LaneSyncs.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "SpreadVectors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_SPREADLANESPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// The lanes that run a worker of `kernel` together: 1 where that is not known.
static FailureOr<int64_t> getGroupSize(gpu::GPUFuncOp kernel) {
  std::optional<ArrayRef<int32_t>> block = kernel.getKnownBlockSize();
  if (!block)
    return 1;
  int64_t lanes = (*block)[0];
  if (lanes == 1)
    return lanes;
  int64_t most = describeCodeOf(kernel).warpLanes;
  if (!llvm::isPowerOf2_64(lanes) || lanes > most || (*block)[2] != 1)
    return emitError(kernel.getLoc(),
                     "expected a block of (g, w, 1) threads, g a power of two "
                     "up to ")
           << most << ", but got (" << lanes << ", " << (*block)[1] << ", "
           << (*block)[2] << ")";
  return lanes;
}

/// Whether `op` writes to memory in a way that one lane can do alone, or that
/// lanes share.
static bool isKnownWrite(Operation *op) {
  return isa<memref::StoreOp, memref::AtomicRMWOp, memref::GenericAtomicRMWOp,
             memref::PrefetchOp, iter::AtomicUpdateOp>(op) ||
         getVectorAccess(op);
}

static bool writesByItself(Operation *op) {
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      isa<gpu::BarrierOp, gpu::GPUFuncOp>(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return !effects || effects.hasEffect<MemoryEffects::Write>() ||
         effects.hasEffect<MemoryEffects::Free>();
}

/// Whether `op` tells the lanes of a group apart, and something asks.
static bool namesLane(Operation *op) {
  if (op->use_empty())
    return false;
  if (auto thread = dyn_cast<gpu::ThreadIdOp>(op))
    return thread.getDimension() != gpu::Dimension::y;
  return isa<gpu::LaneIdOp, gpu::GlobalIdOp, gpu::ShuffleOp,
             gpu::SubgroupReduceOp>(op);
}

/// All lanes of a group are to run the same, and what is stored is to be known.
static LogicalResult check(gpu::GPUFuncOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    if (namesLane(op)) {
      emitError(op->getLoc(), "expected lanes of a group that do the same but "
                              "got '")
          << op->getName() << "'";
      return WalkResult::interrupt();
    }
    if (isKnownWrite(op) || !writesByItself(op))
      return WalkResult::advance();
    emitError(op->getLoc(), "expected loads and stores that lanes of a group "
                            "can share out but got '")
        << op->getName() << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct SpreadLanesPass : spindle::impl::SpreadLanesPassBase<SpreadLanesPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    FailureOr<int64_t> lanes = getGroupSize(kernel);
    if (failed(lanes))
      return signalPassFailure();
    if (*lanes == 1)
      return markAllAnalysesPreserved();
    if (failed(check(kernel)))
      return signalPassFailure();
    LaneForms forms(kernel, *lanes);
    LaneGroup group(kernel, *lanes);
    syncLanes(kernel, group, forms);
    spreadVectors(kernel, group, forms);
  }
};
} // namespace
