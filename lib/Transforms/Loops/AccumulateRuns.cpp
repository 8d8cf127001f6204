//===- AccumulateRuns.cpp - sums over runs of one coordinate --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/AccumulateRuns.h"

#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using spindle::iter::AtomicUpdateOp;

namespace {
/// A load and a store of one element in each iteration of a loop, or an atomic
/// update in their place.
struct RunAccess {
  memref::LoadOp load;
  memref::StoreOp store;
  /// The number of the index that changes.
  size_t dim = 0;
  /// That index, which is there before the first access.
  Value index;
  AtomicUpdateOp update = {};

  Operation *getFirst() { return update ? update : load; }
  Operation *getLast() { return update ? update : store; }
  Value getMemory() { return update ? update.getMemref() : store.getMemRef(); }
  ValueRange getIndices() {
    return update ? update.getIndices() : store.getIndices();
  }
  /// The same with another index in the place of the one that changes.
  SmallVector<Value> getIndicesWith(Value other) {
    SmallVector<Value> indices(getIndices());
    indices[dim] = other;
    return indices;
  }
  Type getType() {
    return cast<MemRefType>(getMemory().getType()).getElementType();
  }
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
      return RunAccess{load, store, *dim, loaded->indices[*dim]};
  }
  return std::nullopt;
}

/// What `update` updates in the body of `loop`, a number.
static std::optional<RunAccess> getRunAccess(AtomicUpdateOp update,
                                             scf::ForOp loop) {
  if (!update.getValue().getType().isIntOrIndexOrFloat())
    return std::nullopt;
  Element element = {update.getMemref(), update.getIndices()};
  std::optional<size_t> dim = findChangingIndex(element, loop);
  if (!dim)
    return std::nullopt;
  return RunAccess{{}, {}, *dim, update.getIndices()[*dim], update};
}

/// Whether `op` is an update of the kind of `access`, which it does not mind.
static bool commutes(Operation *op, RunAccess access) {
  auto update = dyn_cast<AtomicUpdateOp>(op);
  return update && access.update && update.getKind() == access.update.getKind();
}

/// Another operation in `loop` that may read or write the memory; or null.
static Operation *findOther(RunAccess access, scf::ForOp loop) {
  MemoryFacts facts(loop);
  for (Operation &op : *loop.getBody())
    if (&op != access.getFirst() && &op != access.getLast() &&
        !commutes(&op, access))
      if (Operation *other = facts.findAccess(&op, access.getMemory()))
        return other;
  return nullptr;
}

/// The loads and stores, and the updates, in `loop` whose index changes.
static SmallVector<RunAccess> findRunAccesses(scf::ForOp loop) {
  SmallVector<RunAccess> found;
  for (Operation &op : *loop.getBody()) {
    std::optional<RunAccess> access;
    if (auto store = dyn_cast<memref::StoreOp>(op))
      access = getRunAccess(store, loop);
    else if (auto update = dyn_cast<AtomicUpdateOp>(op))
      access = getRunAccess(update, loop);
    if (access)
      found.push_back(*access);
  }
  return found;
}

static std::optional<RunAccess> findRunAccess(scf::ForOp loop,
                                              const LoopObserver &observer,
                                              std::string &refusal) {
  refusal = "it loads and stores no element at an index that changes";
  for (RunAccess access : findRunAccesses(loop)) {
    Operation *other = findOther(access, loop);
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

/// Stores `value` at `index`, or updates the element there by it, unless the
/// index is -1: no run has begun.
static void storeRun(OpBuilder &builder, RunAccess access, Value index,
                     Value value) {
  Location loc = access.getLast()->getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value hasBegun = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sge, index, zero);
  scf::IfOp::create(builder, loc, hasBegun, [&](OpBuilder &inner, Location) {
    SmallVector<Value> indices = access.getIndicesWith(index);
    if (access.update)
      AtomicUpdateOp::create(inner, loc, access.update.getKind(), value,
                             access.getMemory(), indices);
    else
      memref::StoreOp::create(inner, loc, value, access.getMemory(), indices);
    scf::YieldOp::create(inner, loc);
  });
}

/// What a run begins with: the element, or of updates what changes nothing.
static Value beginRun(OpBuilder &builder, RunAccess access) {
  Location loc = access.getFirst()->getLoc();
  if (!access.update)
    return memref::LoadOp::create(builder, loc, access.getMemory(),
                                  access.getIndicesWith(access.index));
  return arith::ConstantOp::create(
      builder, loc, getNeutral(access.update.getKind(), access.getType()));
}

/// Builds before the first access what the run has come to: `value` while its
/// index is that of the iteration before, `index`, else what one begins with.
static Value continueRun(RewriterBase &rewriter, RunAccess access, Value index,
                         Value value) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(access.getFirst());
  Location loc = access.getFirst()->getLoc();
  Value goesOn = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                       access.index, index);
  auto branch = scf::IfOp::create(
      rewriter, loc, goesOn,
      [&](OpBuilder &same, Location) {
        scf::YieldOp::create(same, loc, value);
      },
      [&](OpBuilder &other, Location) {
        storeRun(other, access, index, value);
        scf::YieldOp::create(other, loc, beginRun(other, access));
      });
  return branch.getResult(0);
}

/// What the run comes to with this iteration, given `value` before.
static Value addToRun(RewriterBase &rewriter, RunAccess access, Value value) {
  if (!access.update) {
    rewriter.replaceAllUsesWith(access.load.getResult(), value);
    return access.store.getValueToStore();
  }
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(access.update);
  ImplicitLocOpBuilder builder(access.update.getLoc(), rewriter);
  return buildCombine(builder, access.update.getKind(), value,
                      access.update.getValue())
      .front();
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
  Location loc = access->getFirst()->getLoc();
  Type type = access->getType();
  Value none = arith::ConstantIndexOp::create(rewriter, loc, -1);
  Value nothing =
      arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
  scf::ForOp carrying;
  auto visit = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    carrying = cast<scf::ForOp>(carried.front().getOwner()->getParentOp());
    if (options.observer.onReplaced)
      options.observer.onReplaced(loop, carrying);
    Value value = continueRun(rewriter, *access, carried[0], carried[1]);
    return SmallVector<Value>{access->index,
                              addToRun(rewriter, *access, value)};
  };
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, {none, nothing}, /*replaceInitOperandUsesInLoop=*/false, visit);
  (void)replaced;
  assert(succeeded(replaced) && "scf.for can carry more values");
  rewriter.setInsertionPointAfter(carrying);
  storeRun(rewriter, *access, carrying.getResults().drop_back().back(),
           carrying.getResults().back());
  Operation *first = access->getFirst();
  if (access->getLast() != first)
    rewriter.eraseOp(access->getLast());
  rewriter.eraseOp(first);
  return carrying;
}
