//===- FuseElementwise.cpp - elements changed where they are made ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/FuseElementwise.h"

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Positions/FuseFills.h"
#include "Spindle/Transforms/Positions/FuseLoops.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

static bool isSpatial(scf::ForOp loop) {
  LoopAttr label = getLabel(loop);
  return label && label.getKind() == DimKind::Spatial;
}

SmallVector<scf::ForOp> spindle::iter::findElementwise(Operation *root) {
  SmallVector<scf::ForOp> nests;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp nest) {
    bool areSpatial = true;
    nest->walk([&](scf::ForOp loop) { areSpatial &= isSpatial(loop); });
    if (areSpatial && findFills(nest).empty())
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

FailureOr<scf::ForOp> spindle::iter::fuseElementwise(RewriterBase &rewriter,
                                                     scf::ForOp nest,
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
