//===- FuseElementwise.cpp - elements changed where they are made ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/FuseElementwise.h"

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Transforms/Positions/FuseFills.h"
#include "Spindle/Transforms/Positions/FuseLoops.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

static bool isSpatial(scf::ForOp loop) {
  LoopAttr label = getLabel(loop);
  return label && label.getKind() == DimKind::Spatial;
}

/// Whether `nest` and all loops in it are spatial, and it fills nothing.
static bool isElementwise(scf::ForOp nest) {
  bool areSpatial = true;
  nest->walk([&](scf::ForOp loop) { areSpatial &= isSpatial(loop); });
  return areSpatial && findFills(nest).empty();
}

SmallVector<scf::ForOp> spindle::iter::findElementwise(Operation *root) {
  SmallVector<scf::ForOp> nests;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp nest) {
    bool areSpatial = true;
    nest->walk([&](scf::ForOp loop) { areSpatial &= isSpatial(loop); });
    if (isElementwise(nest))
      nests.push_back(nest);
    // Nests may follow one another in a loop, as those of a tile do.
    auto inside = nest.getBody()->getOps<scf::ForOp>();
    bool holdsSeveral = !inside.empty() && !llvm::hasSingleElement(inside);
    return areSpatial || !holdsSeveral ? WalkResult::skip()
                                       : WalkResult::advance();
  });
  return nests;
}

/// Whether each loop of `nest` has one of `producer` that it may be fused with,
/// by their labels.
static bool areAlike(scf::ForOp producer, scf::ForOp nest) {
  for (; producer && isSpatial(producer);
       producer = getOnlyLoop(producer), nest = getOnlyLoop(nest)) {
    if (getLabel(producer).getAxis() != getLabel(nest).getAxis())
      return false;
    if (!getOnlyLoop(nest))
      return true;
  }
  return false;
}

/// Whether `producer` writes memory that `nest` reads.
static bool makesElements(const BodyMemory &producer, const BodyMemory &nest) {
  return llvm::any_of(nest.getMemories(), [&](const auto &memory) {
    bool isRead = llvm::any_of(memory.second, [](const MemoryAccess &access) {
      return !access.writes;
    });
    return isRead && producer.writes(memory.first);
  });
}

/// The last loop before `nest` in its block that writes what `nest` reads; null
/// where there is none.
static scf::ForOp findProducer(scf::ForOp nest, const BodyMemory &ofNest) {
  for (Operation *op = nest->getPrevNode(); op; op = op->getPrevNode()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    BodyMemory ofLoop;
    if (loop && ofLoop.add(loop).empty() && makesElements(ofLoop, ofNest))
      return loop;
  }
  return {};
}

/// Fuses `producer` and `nest`, which are alike, and then the loops in them, as
/// far as that may be done.
static FailureOr<scf::ForOp> fuseAlike(RewriterBase &rewriter,
                                       scf::ForOp producer, scf::ForOp nest,
                                       std::string &refusal) {
  scf::ForOp producerInside = getOnlyLoop(producer), inside = getOnlyLoop(nest);
  LoopAttr label = getLabel(producer);
  FailureOr<scf::ForOp> fused = fuseLoops(rewriter, producer, nest, refusal);
  if (failed(fused))
    return failure();
  rewriter.modifyOpInPlace(
      *fused, [&] { (*fused)->setAttr(IterDialect::kLoopAttr, label); });
  std::string ignored;
  if (inside)
    (void)fuseAlike(rewriter, producerInside, inside, ignored);
  return fused;
}

/// Has loads of what `loop`, in the same iteration, has stored to memory of the
/// function's own take the stored value; stores of what nothing loads go.
static void forwardElements(RewriterBase &rewriter, scf::ForOp loop) {
  llvm::MapVector<Value, sparse::StoreOp> stored;
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    if (op.getNumRegions() != 0 || isa<sparse::AccumulateOp>(op))
      stored.clear();
    if (auto store = dyn_cast<sparse::StoreOp>(op))
      if (store.getBuffer().getDefiningOp<sparse::AllocOp>())
        stored[store.getBuffer()] = store;
    auto load = dyn_cast<sparse::LoadOp>(op);
    sparse::StoreOp store =
        load ? stored.lookup(load.getBuffer()) : sparse::StoreOp();
    if (store && !load.getFound() && load.getForm() == store.getForm() &&
        load.getIndices() == store.getIndices() && load.getAny().empty())
      rewriter.replaceOp(load, store.getValue());
  }
  for (auto [memory, store] : stored)
    if (llvm::all_of(memory.getUsers(), llvm::IsaPred<sparse::StoreOp>)) {
      for (Operation *user : llvm::make_early_inc_range(memory.getUsers()))
        rewriter.eraseOp(user);
      rewriter.eraseOp(memory.getDefiningOp());
    }
}

/// Fuses `nest` with what makes what it reads, once.
static FailureOr<scf::ForOp> fuseOnce(RewriterBase &rewriter, scf::ForOp nest,
                                      std::string &refusal) {
  BodyMemory ofNest;
  refusal = ofNest.add(nest);
  if (!refusal.empty())
    return failure();
  scf::ForOp producer = findProducer(nest, ofNest);
  refusal = "no loop before it in its block makes what it reads";
  if (!producer)
    return failure();
  // A loop that has the label of a fill is to do nothing else.
  refusal = "what it reads is only filled before";
  if (!findFills(producer).empty())
    return failure();
  refusal = "the loops that make what it reads do not run through the same "
            "dimensions, or sum over them";
  if (!areAlike(producer, nest))
    return failure();
  return fuseAlike(rewriter, producer, nest, refusal);
}

FailureOr<scf::ForOp> spindle::iter::fuseElementwise(RewriterBase &rewriter,
                                                     scf::ForOp nest,
                                                     std::string &refusal) {
  FailureOr<scf::ForOp> fused = fuseOnce(rewriter, nest, refusal);
  // What it was fused with may change what another nest makes.
  std::string ignored;
  while (succeeded(fused) && isElementwise(*fused)) {
    FailureOr<scf::ForOp> more = fuseOnce(rewriter, *fused, ignored);
    if (failed(more))
      break;
    fused = more;
  }
  if (succeeded(fused))
    (*fused)->walk([&](scf::ForOp loop) { forwardElements(rewriter, loop); });
  return fused;
}
