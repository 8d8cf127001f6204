//===- BlockBodies.cpp - what a block does in an iteration ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockBodies.h"

#include "BlockSyncs.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/BlockLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace spindle;
using spindle::iter::isOfWholeBlock;

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static gpu::AddressSpaceAttr getSharedSpace(MLIRContext *context) {
  return gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
}

bool spindle::isOfBlock(memref::AllocaOp alloca) {
  return alloca.getType().getMemorySpace() ==
         getSharedSpace(alloca.getContext());
}

bool spindle::isSharedMemory(Operation *op) {
  if (isa<memref::AllocOp, memref::AllocaOp>(op))
    return isOfWholeBlock(op);
  auto dealloc = dyn_cast<memref::DeallocOp>(op);
  auto source = dealloc ? dealloc.getMemref().getDefiningOp() : nullptr;
  return source && isSharedMemory(source);
}

/// The bytes of `memory`, up to where the next one may begin; none where they
/// are not known.
static std::optional<int64_t> countBytes(MemRefType type) {
  constexpr int64_t alignment = 16;
  Type element = type.getElementType();
  bool isNumber = element.isIntOrIndexOrFloat();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() || !isNumber)
    return std::nullopt;
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return llvm::alignTo(type.getNumElements() * llvm::divideCeil(bits, 8),
                       alignment);
}

static SmallVector<Operation *> findSharedMemory(scf::ForallOp loop) {
  SmallVector<Operation *> found;
  loop.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op) && isSharedMemory(op))
      found.push_back(op);
  });
  return found;
}

static LogicalResult checkMemory(scf::ForallOp loop, int64_t mostBytes) {
  iter::LoopAttr label = iter::getLabel(loop);
  std::string name = "the loop over " + iter::describeDims(label) +
                     " of nest \"" + label.getNest().str() + "\"";
  int64_t all = 0;
  for (Operation *op : findSharedMemory(loop)) {
    auto bytes = countBytes(cast<MemRefType>(op->getResult(0).getType()));
    if (!bytes)
      return emitError(op->getLoc(), "expected memory of a constant size in ")
             << name << ", whose workers share it, but got "
             << op->getResult(0).getType();
    all += *bytes;
  }
  if (all > mostBytes)
    return emitError(loop.getLoc(), "expected at most ")
           << mostBytes << " bytes of shared memory in " << name << " but got "
           << all;
  return success();
}

/// Gives `memory` and all that is a view of it the address space of a block.
static void setShared(Value memory) {
  Attribute space = getSharedSpace(memory.getContext());
  SmallVector<Value> all = {memory};
  while (!all.empty()) {
    Value value = all.pop_back_val();
    auto type = cast<MemRefType>(value.getType());
    value.setType(MemRefType::Builder(type).setMemorySpace(space));
    for (Operation *user : value.getUsers())
      if (auto view = dyn_cast<ViewLikeOpInterface>(user))
        all.push_back(view.getViewDest());
  }
}

static void shareMemory(scf::ForallOp loop) {
  for (Operation *op : findSharedMemory(loop)) {
    Value memory = op->getResult(0);
    for (Operation *user : llvm::make_early_inc_range(memory.getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    OpBuilder builder(op);
    auto shared = memref::AllocaOp::create(builder, op->getLoc(),
                                           cast<MemRefType>(memory.getType()));
    memory.replaceAllUsesWith(shared);
    op->erase();
    setShared(shared);
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool writesMemory(Operation *op) {
  loops::MemoryTouches touches = loops::getTouches(op);
  return touches.isUnknown || !touches.writes.empty();
}

static LogicalResult checkLoop(scf::ForallOp loop) {
  if (loop.getRank() == 1 && loop.getOutputs().empty())
    return success();
  return emitError(loop.getLoc(),
                   "expected a loop with one index and no results but got ")
         << loop.getRank() << " and " << loop.getOutputs().size();
}

LogicalResult spindle::checkBlockBody(scf::ForallOp loop, int64_t mostBytes) {
  auto isWrong = [&](Operation *op) {
    if (auto inner = dyn_cast<scf::ForallOp>(op))
      return failed(checkLoop(inner));
    bool gives = !isSharedMemory(op) && op->getNumResults() > 0 &&
                 op->getNumRegions() == 0 && isOfWholeBlock(op) &&
                 writesMemory(op) && !op->use_empty();
    if (gives)
      emitError(op->getLoc(), "expected no '")
          << op->getName() << "' whose result all workers of a block take";
    return gives;
  };
  if (loop.walk([&](Operation *op) {
            return isWrong(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
          })
          .wasInterrupted())
    return failure();
  return checkMemory(loop, mostBytes);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Has the first worker do what is written outside of shared loops.
static void guardWrites(scf::ForallOp loop) {
  SmallVector<Operation *> writes;
  loop.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && isOfWholeBlock(op) && writesMemory(op) &&
        !isSharedMemory(op) && !isa<gpu::BarrierOp>(op))
      writes.push_back(op);
  });
  if (writes.empty())
    return;
  auto builder =
      ImplicitLocOpBuilder::atBlockBegin(loop.getLoc(), loop.getBody());
  Value worker = gpu::ThreadIdOp::create(builder, gpu::Dimension::y);
  Value isFirst =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, worker,
                            arith::ConstantIndexOp::create(builder, 0));
  for (Operation *op : writes) {
    builder.setInsertionPoint(op);
    auto branch = scf::IfOp::create(builder, isFirst);
    op->moveBefore(branch.thenBlock()->getTerminator());
  }
}

/// Makes `loop` one that each of `workers` does its share of; for one, all.
static void convertShared(scf::ForallOp loop, int64_t workers) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  auto get = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loop.getLoc(), number);
  };
  Value begin = get(loop.getMixedLowerBound().front());
  Value end = get(loop.getMixedUpperBound().front());
  Value step = get(loop.getMixedStep().front());
  if (workers > 1) {
    Value worker = gpu::ThreadIdOp::create(builder, gpu::Dimension::y);
    begin = builder.createOrFold<arith::AddIOp>(
        begin, builder.createOrFold<arith::MulIOp>(worker, step));
    step = builder.createOrFold<arith::MulIOp>(
        step, arith::ConstantIndexOp::create(builder, workers));
  }
  auto serial = scf::ForOp::create(builder, begin, end, step);
  serial->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  loop.getInductionVar(0).replaceAllUsesWith(serial.getInductionVar());
  for (Operation &op :
       llvm::make_early_inc_range(loop.getBody()->without_terminator()))
    op.moveBefore(serial.getBody()->getTerminator());
  loop.erase();
}

void spindle::convertBlockBody(scf::ForallOp loop) {
  int64_t workers = 1;
  if (iter::isBlockLoop(loop)) {
    workers = iter::getWorkers(loop).getPerBlock();
    shareMemory(loop);
  }
  if (workers > 1) {
    syncBlock(loop);
    guardWrites(loop);
  }
  SmallVector<std::pair<scf::ForallOp, int64_t>> inner;
  loop.walk([&](scf::ForallOp other) {
    if (other != loop)
      inner.emplace_back(other, isOfWholeBlock(other) ? workers : 1);
  });
  for (auto [other, count] : inner)
    convertShared(other, count);
}
