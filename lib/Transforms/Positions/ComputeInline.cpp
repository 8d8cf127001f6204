//===- ComputeInline.cpp - elements made where they are used --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/ComputeInline.h"

#include "LoopPairs.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Transforms/Positions/FuseLoops.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;

namespace {
/// What is known of a nest that may be computed where it is used.
struct InlinedNest {
  InlinedNest(scf::ForOp nest) : nest(nest) {}

  scf::ForOp nest;
  sparse::StoreOp store;
  /// What reads the elements behind the nest, in the order of the text.
  SmallVector<std::pair<sparse::LoadOp, LoopPairs>> loads;

  /// Why it may not; empty if it may.
  std::string run();

private:
  std::string checkUse(Operation *user);
  std::string checkLoad(sparse::LoadOp load);
  std::string checkMemory();
  std::string getName() { return getMemoryName(store.getBuffer()); }
};
} // namespace

/// The loop around `load`, of a product of dense operands, that takes an
/// element again in each iteration: it holds one that sums over all of a
/// dimension of `nest`. Null where there is none.
static scf::ForOp findRepeats(scf::ForOp nest, const LoopPairs &pairs,
                              sparse::LoadOp load) {
  auto isPaired = [&](scf::ForOp loop) {
    for (scf::ForOp own = nest; own; own = getOnlyLoop(own))
      if (pairs.areEqual(own.getInductionVar(), loop.getInductionVar()))
        return true;
    return false;
  };
  bool sums = false;
  for (auto loop = load->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>()) {
    LoopAttr label = getLabel(loop);
    bool isDense = label && label.getAxis() == axis::AxisKind::DenseFixed;
    if (isPaired(loop))
      sums |= isDense && label.getKind() == DimKind::Reduction;
    else if (sums)
      return loop;
  }
  return {};
}

/// Pairs `load`, which is behind the nest, with the store.
std::string InlinedNest::checkLoad(sparse::LoadOp load) {
  std::optional<LoopPairs> pairs = LoopPairs::find(nest, load);
  if (!pairs)
    return getName() + " is read by loops that do not go through the same "
                       "numbers";
  bool isSame = !load.getFound() && load.getForm() == store.getForm() &&
                llvm::all_of_zip(store.getIndices(), load.getIndices(),
                                 [&](Value stored, Value loaded) {
                                   return pairs->areEqual(stored, loaded);
                                 });
  if (!isSame)
    return getName() + " is read at " + getIndexText(load.getIndices()) +
           ", expected at " + getIndexText(store.getIndices());
  if (findRepeats(nest, *pairs, load))
    return getName() + " is read again and again in a sum over a dense "
                       "dimension, and would be computed each time";
  loads.emplace_back(load, *pairs);
  return "";
}

std::string InlinedNest::checkUse(Operation *user) {
  auto load = dyn_cast<sparse::LoadOp>(user);
  Operation *inBlock = nest->getBlock()->findAncestorOpInBlock(*user);
  if (!inBlock || isa<sparse::AllocOp>(user))
    return getName() + " is used elsewhere";
  if (inBlock->isBeforeInBlock(nest))
    return "";
  if (inBlock != nest)
    return load ? checkLoad(load) : getName() + " is written behind it";
  bool isOwn = load && load.getForm() == store.getForm() &&
               load.getIndices() == store.getIndices();
  return isOwn || user == store.getOperation()
             ? ""
             : "it reads other elements of " + getName();
}

/// Checks that what an element is made of stays until it is used.
std::string InlinedNest::checkMemory() {
  BodyMemory made;
  for (Operation *op : findMakers(nest, store.getValue())) {
    if (callsFunction(op))
      return "it calls functions, which would be called again for each use";
    if (std::string reason = made.add(op); !reason.empty())
      return reason;
  }
  Operation *last = nest;
  for (auto &[load, pairs] : loads) {
    Operation *user = nest->getBlock()->findAncestorOpInBlock(*load);
    last = last->isBeforeInBlock(user) ? user : last;
  }
  DistinctMemory distinct(nest->getParentOfType<FunctionOpInterface>());
  for (Operation *op = nest; op != last;) {
    op = op->getNextNode();
    BodyMemory between;
    if (std::string reason = between.add(op); !reason.empty())
      return reason;
    std::string conflict = made.findConflict(between, distinct);
    if (!conflict.empty())
      return "what it reads is written before it is used: " + conflict;
  }
  return "";
}

std::string InlinedNest::run() {
  std::string reason;
  store = findOnlyStore(nest, reason);
  if (!store)
    return reason;
  if (!store.getBuffer().getDefiningOp<sparse::AllocOp>())
    return "what it stores is not the function's own";
  for (Operation *user : store.getBuffer().getUsers())
    if (reason = checkUse(user); !reason.empty())
      return reason;
  if (loads.empty())
    return "nothing reads " + getName() + " behind it";
  return checkMemory();
}

LogicalResult spindle::iter::computeInline(RewriterBase &rewriter,
                                           scf::ForOp nest,
                                           std::string &refusal) {
  InlinedNest inlined(nest);
  refusal = inlined.run();
  if (!refusal.empty())
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  for (auto &[load, pairs] : inlined.loads) {
    rewriter.setInsertionPoint(load);
    Value made = pairs.make(rewriter, inlined.store.getValue());
    rewriter.replaceAllUsesWith(load.getResult(), made);
    rewriter.eraseOp(load);
  }
  rewriter.eraseOp(nest);
  return success();
}
