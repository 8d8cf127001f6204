//===- ComputeOnce.cpp - functions computed once --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/ComputeOnce.h"

#include "LoopPairs.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;

namespace {
/// What is known of a nest that may read a function of each element.
struct SharedFunction {
  SharedFunction(scf::ForOp nest) : nest(nest) {}

  scf::ForOp nest;
  sparse::StoreOp store;
  /// The call in `nest`, the one before, and what is equal in both.
  Operation *call = nullptr, *first = nullptr;
  std::optional<LoopPairs> pairs;

  /// Why it may not; empty if it may.
  std::string run();

private:
  bool findFirst(Operation *before);
  std::string findCalls();
  std::string checkMemory();
  std::string checkPlace();
};
} // namespace

/// The loops around `op` up to the block of `nest`.
static unsigned countLoops(Operation *op, scf::ForOp nest) {
  unsigned loops = 0;
  for (Operation *parent = op->getParentOp(); parent != nest->getParentOp();
       parent = parent->getParentOp())
    ++loops;
  return loops;
}

/// Looks in `before` for a call that gives in each iteration what `call` does.
bool SharedFunction::findFirst(Operation *before) {
  return before
      ->walk([&](Operation *op) {
        if (op->getName() != call->getName())
          return WalkResult::advance();
        pairs = LoopPairs::find(nest, op);
        bool isOnce = pairs && pairs->count() == countLoops(op, nest);
        if (!isOnce || !pairs->areEqual(call->getResult(0), op->getResult(0)))
          return WalkResult::advance();
        first = op;
        return WalkResult::interrupt();
      })
      .wasInterrupted();
}

std::string SharedFunction::findCalls() {
  SmallVector<Operation *> calls;
  for (Operation *op : findMakers(nest, store.getValue()))
    if (callsFunction(op) && op->getNumResults() == 1 &&
        op->getResult(0).getType() == store.getValue().getType())
      calls.push_back(op);
  if (calls.empty())
    return "it calls no function that gives what it stores an element of";
  for (Operation *found : calls) {
    call = found;
    for (Operation *op = nest->getPrevNode(); op; op = op->getPrevNode())
      if (isa<scf::ForOp>(op) && findFirst(op))
        return "";
  }
  return "no nest before it in its block calls a function of the same";
}

/// Checks that what is called with stays, and that nothing else uses where the
/// nest stores.
std::string SharedFunction::checkMemory() {
  BodyMemory made, stored, between;
  for (Operation *op : findMakers(nest, call->getResult(0)))
    if (std::string reason = made.add(op); !reason.empty())
      return reason;
  if (std::string reason = stored.add(store); !reason.empty())
    return reason;
  Operation *op = nest->getBlock()->findAncestorOpInBlock(*first);
  for (; op != nest; op = op->getNextNode())
    if (std::string reason = between.add(op); !reason.empty())
      return reason;
  DistinctMemory distinct(nest->getParentOfType<FunctionOpInterface>());
  std::string conflict = made.findConflict(between, distinct);
  if (!conflict.empty())
    return "what the function is called with is written in between: " +
           conflict;
  if (conflict = stored.findConflict(between, distinct); !conflict.empty())
    return "where it stores is used before it: " + conflict;
  BodyMemory own;
  for (Operation *maker : findMakers(nest, store.getValue()))
    if (std::string reason = own.add(maker); !reason.empty())
      return reason;
  if (conflict = stored.findConflict(own, distinct); !conflict.empty())
    return "it reads where it stores: " + conflict;
  return "";
}

/// Checks that what names the place of an element is there where the first nest
/// is. A buffer that is made later may be made before it.
std::string SharedFunction::checkPlace() {
  DominanceInfo dominance;
  Operation *earlier = nest->getBlock()->findAncestorOpInBlock(*first);
  auto isThere = [&](Value value) {
    return nest->isAncestor(value.getParentRegion()->getParentOp()) ||
           dominance.properlyDominates(value, earlier);
  };
  for (Value index : store.getIndices())
    for (Operation *op : findMakers(nest, index))
      if (!llvm::all_of(op->getOperands(), isThere))
        return "what says where it stores comes after the first nest";
  Operation *maker = store.getBuffer().getDefiningOp();
  if (!llvm::all_of(store.getIndices(), isThere) ||
      !(isThere(store.getBuffer()) ||
        (maker && maker->getNumRegions() == 0 &&
         llvm::all_of(maker->getOperands(), isThere))))
    return "what says where it stores comes after the first nest";
  return "";
}

std::string SharedFunction::run() {
  std::string reason;
  store = findOnlyStore(nest, reason);
  if (!store)
    return reason;
  if (reason = findCalls(); !reason.empty())
    return reason;
  if (reason = checkMemory(); !reason.empty())
    return reason;
  return checkPlace();
}

LogicalResult spindle::iter::computeOnce(RewriterBase &rewriter,
                                         scf::ForOp nest,
                                         std::string &refusal) {
  SharedFunction shared(nest);
  refusal = shared.run();
  if (!refusal.empty())
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  sparse::StoreOp store = shared.store;
  Operation *earlier = nest->getBlock()->findAncestorOpInBlock(*shared.first);
  Operation *maker = store.getBuffer().getDefiningOp();
  if (maker && !DominanceInfo().properlyDominates(maker, earlier))
    rewriter.moveOpBefore(maker, earlier);
  rewriter.setInsertionPointAfter(shared.first);
  SmallVector<Value> indices;
  for (Value index : store.getIndices())
    indices.push_back(shared.pairs->make(rewriter, index));
  Value value = shared.first->getResult(0);
  sparse::StoreOp::create(rewriter, shared.first->getLoc(), value,
                          store.getBuffer(), indices, store.getForm());
  SmallVector<Operation *> makers = findMakers(nest, shared.call->getResult(0));
  rewriter.setInsertionPoint(shared.call);
  auto loaded = sparse::LoadOp::create(
      rewriter, shared.call->getLoc(), value.getType(), Type(),
      store.getBuffer(), store.getIndices(), store.getForm());
  rewriter.replaceAllUsesWith(shared.call->getResult(0), loaded.getResult());
  for (Operation *op : llvm::reverse(makers))
    if (op->use_empty())
      rewriter.eraseOp(op);
  return success();
}
