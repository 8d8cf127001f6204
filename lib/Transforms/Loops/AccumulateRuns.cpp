//===- AccumulateRuns.cpp - sums over runs of one coordinate --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/AccumulateRuns.h"

#include "Spindle/Analysis/MemoryFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// A load and a store of one element in each iteration of a loop.
struct RunAccess {
  memref::LoadOp load;
  memref::StoreOp store;
  /// The number of the index that changes.
  size_t dim = 0;

  Value getIndex() { return load.getIndices()[dim]; }
};
} // namespace

//===----------------------------------------------------------------------===//
// What may be carried
//===----------------------------------------------------------------------===//

/// The number of the only index of `element` that changes in `loop`; none where
/// there are others, or none does.
static std::optional<size_t> findChangingIndex(const Element &element,
                                               scf::ForOp loop) {
  std::optional<size_t> found;
  for (auto [dim, index] : llvm::enumerate(element.indices)) {
    if (loop.isDefinedOutsideOfLoop(index))
      continue;
    if (found)
      return std::nullopt;
    found = dim;
  }
  if (!found || isInvariant(element.indices[*found], loop) ||
      !loop.isDefinedOutsideOfLoop(element.memory))
    return std::nullopt;
  return found;
}

/// The load of what `store` stores to, a number, before it in the body of
/// `loop`.
static std::optional<RunAccess> getRunAccess(memref::StoreOp store,
                                             scf::ForOp loop) {
  std::optional<MemoryAccess> stored = getElementAccess(store);
  if (!stored || !stored->value.getType().isIntOrIndexOrFloat())
    return std::nullopt;
  std::optional<size_t> dim = findChangingIndex(*stored, loop);
  if (!dim)
    return std::nullopt;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    std::optional<MemoryAccess> loaded = getElementAccess(load);
    if (loaded && load->isBeforeInBlock(store) && areSame(*loaded, *stored))
      return RunAccess{load, store, *dim};
  }
  return std::nullopt;
}

/// Another operation in `loop` that may read or write the memory; or null.
static Operation *findOther(RunAccess access, scf::ForOp loop) {
  MemoryFacts facts(loop);
  for (Operation &op : *loop.getBody())
    if (&op != access.load && &op != access.store)
      if (Operation *other = facts.findAccess(&op, access.store.getMemRef()))
        return other;
  return nullptr;
}

static std::optional<RunAccess> findRunAccess(scf::ForOp loop,
                                              const LoopObserver &observer,
                                              std::string &refusal) {
  refusal = "it loads and stores no element at an index that changes";
  for (auto store : loop.getBody()->getOps<memref::StoreOp>()) {
    std::optional<RunAccess> access = getRunAccess(store, loop);
    if (!access)
      continue;
    Operation *other = findOther(*access, loop);
    if (!other)
      return access;
    refusal = ("'" + other->getName().getStringRef() +
               "' in it may touch the memory of the element that it loads and "
               "stores")
                  .str();
    observer.reportObstacle(other);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Carrying
//===----------------------------------------------------------------------===//

/// Stores `value` at `index`, unless that is -1: no run has begun.
static void storeRun(OpBuilder &builder, RunAccess access, Value index,
                     Value value) {
  Location loc = access.store.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value hasBegun = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sge, index, zero);
  scf::IfOp::create(builder, loc, hasBegun, [&](OpBuilder &inner, Location) {
    SmallVector<Value> indices(access.store.getIndices());
    indices[access.dim] = index;
    memref::StoreOp::create(inner, loc, value, access.store.getMemRef(),
                            indices);
    scf::YieldOp::create(inner, loc);
  });
}

/// Builds before the load what the element is: `value` while its index is that
/// of the iteration before, `index`, else what is loaded.
static Value continueRun(RewriterBase &rewriter, RunAccess access, Value index,
                         Value value) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(access.load);
  Location loc = access.load.getLoc();
  Value goesOn = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                       access.getIndex(), index);
  auto branch = scf::IfOp::create(
      rewriter, loc, goesOn,
      [&](OpBuilder &same, Location) {
        scf::YieldOp::create(same, loc, value);
      },
      [&](OpBuilder &other, Location) {
        storeRun(other, access, index, value);
        Value loaded = memref::LoadOp::create(
            other, loc, access.load.getMemRef(), access.load.getIndices());
        scf::YieldOp::create(other, loc, loaded);
      });
  return branch.getResult(0);
}

FailureOr<scf::ForOp>
spindle::loops::accumulateRuns(RewriterBase &rewriter, scf::ForOp loop,
                               const AccumulateRunsOptions &options,
                               std::string &refusal) {
  std::optional<RunAccess> access =
      findRunAccess(loop, options.observer, refusal);
  if (!access)
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = access->load.getLoc();
  Type type = access->load.getType();
  Value none = arith::ConstantIndexOp::create(rewriter, loc, -1);
  Value nothing =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
  scf::ForOp carrying;
  auto visit = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    carrying = cast<scf::ForOp>(carried.front().getOwner()->getParentOp());
    if (options.observer.onReplaced)
      options.observer.onReplaced(loop, carrying);
    Value value = continueRun(rewriter, *access, carried[0], carried[1]);
    rewriter.replaceAllUsesWith(access->load.getResult(), value);
    return SmallVector<Value>{access->getIndex(),
                              access->store.getValueToStore()};
  };
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, {none, nothing}, /*replaceInitOperandUsesInLoop=*/false, visit);
  (void)replaced;
  assert(succeeded(replaced) && "scf.for can carry more values");
  rewriter.setInsertionPointAfter(carrying);
  storeRun(rewriter, *access, carrying.getResults().drop_back().back(),
           carrying.getResults().back());
  rewriter.eraseOp(access->store);
  rewriter.eraseOp(access->load);
  return carrying;
}
