//===- BlockSyncs.cpp - workers of a block that wait ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Operations are taken in their order, with the accesses since workers last
// waited. A loop or branch is one operation first, then what is in it; at the
// start of a loop's body are the accesses of the rounds before. A shared loop
// is one operation: that no two of its iterations meet is proved.
//

#include "BlockSyncs.h"

#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/BlockLoops.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace spindle;
using spindle::loops::MemoryFacts;
using spindle::loops::MemoryTouches;

namespace {
/// An access to memory that other workers may access.
struct BlockAccess {
  /// Null for any memory.
  Value memory;
  bool writes = false;
  bool isAtomic = false;
  /// Whether the first worker alone does it.
  bool isByFirst = false;
};

using BlockAccesses = SmallVector<BlockAccess>;

/// Places the barriers of one loop that blocks run.
class BlockSyncer {
public:
  explicit BlockSyncer(scf::ForallOp loop) : facts(loop) {}

  /// Takes the operations of `region`, behind `before`.
  void run(Region &region, const BlockAccesses &before);

private:
  void run(Operation *op, BlockAccesses &before);
  BlockAccesses collect(Operation *op) const;
  bool conflict(const BlockAccess &before, const BlockAccess &later) const;
  bool conflict(const BlockAccesses &before, const BlockAccesses &later) const;

  MemoryFacts facts;
};
} // namespace

/// Whether each worker, or each of its lanes, has a memory of its own where
/// `memory` is.
static bool isOfOneWorker(Value memory) {
  Operation *source = MemoryFacts::getRoot(memory).getDefiningOp();
  return isa_and_present<memref::AllocaOp>(source) &&
         iter::getSharedLoop(source);
}

static void addAccesses(Operation *op, BlockAccesses &found) {
  MemoryTouches touches = loops::getTouches(op);
  bool isByFirst = iter::isOfWholeBlock(op);
  bool isAtomic = isa<memref::AtomicRMWOp, memref::GenericAtomicRMWOp,
                      iter::AtomicUpdateOp>(op);
  if (touches.isUnknown)
    found.push_back({Value(), /*writes=*/true});
  for (Value memory : touches.reads)
    if (!isOfOneWorker(memory))
      found.push_back({memory, false, isAtomic, isAtomic && isByFirst});
  for (Value memory : touches.writes)
    if (!isOfOneWorker(memory))
      found.push_back({memory, true, isAtomic, isByFirst});
}

/// All accesses of `op` and what is in it.
BlockAccesses BlockSyncer::collect(Operation *op) const {
  BlockAccesses found;
  op->walk([&](Operation *inner) { addAccesses(inner, found); });
  return found;
}

bool BlockSyncer::conflict(const BlockAccess &before,
                           const BlockAccess &later) const {
  if (!before.writes && !later.writes)
    return false;
  if ((before.isByFirst && later.isByFirst) ||
      (before.isAtomic && later.isAtomic))
    return false;
  return !before.memory || !later.memory ||
         !facts.areDistinct(before.memory, later.memory);
}

bool BlockSyncer::conflict(const BlockAccesses &before,
                           const BlockAccesses &later) const {
  return llvm::any_of(later, [&](const BlockAccess &access) {
    return llvm::any_of(before, [&](const BlockAccess &other) {
      return conflict(other, access);
    });
  });
}

void BlockSyncer::run(Operation *op, BlockAccesses &before) {
  BlockAccesses own = collect(op);
  if (own.empty())
    return;
  if (conflict(before, own)) {
    OpBuilder builder(op);
    gpu::BarrierOp::create(builder, op->getLoc());
    before.clear();
  }
  BlockAccesses inside = before;
  if (isa<LoopLikeOpInterface>(op))
    llvm::append_range(inside, own);
  if (!isa<scf::ForallOp>(op))
    for (Region &region : op->getRegions())
      run(region, inside);
  llvm::append_range(before, own);
}

void BlockSyncer::run(Region &region, const BlockAccesses &before) {
  for (Block &block : region) {
    BlockAccesses current = before;
    for (Operation &op : llvm::make_early_inc_range(block))
      run(&op, current);
  }
}

void spindle::syncBlock(scf::ForallOp loop) {
  BlockSyncer(loop).run(loop.getRegion(), {});
}
